// Songs by their tempo and key, as far as they are analysed.

import { link } from '../address.js';
import { get, quoted } from '../api.js';
import { emptyNote, h, icon } from '../dom.js';
import { playSong } from '../songs/queueing.js';
import { head, songRow } from '../songs/rows.js';
import { filterSource } from '../songs/sources.js';
import { SongTable } from '../songs/table.js';
import { number, t, time } from '../texts.js';
import { VirtualList, Windows } from '../virtual.js';
import { groupWidth } from './cover-sizes.js';
import { filled } from './lists.js';

export const styles = ['library'];
export const texts = true;

// Tens of beats per minute, or keys, of analysed songs.
const range = (tempo) => t('bpm', { value: `${number(Number(tempo))}–${number(Number(tempo) + 9)}` });

function sounds(kind, view, name, detail) {
  return async (scroller) => {
    const groups = await get(['browse', kind]);
    if (groups.length === 0) return { nodes: [emptyNote('music', t('not-analysed'), t('not-analysed-hint'))] };
    const list = new VirtualList({
      scroller, name: t(view), height: 64, minimum: groupWidth(),
      item: (at) => h('a', { class: 'row-main', href: link(view, groups[at].bpm ?? groups[at].key) },
        h('span', { class: 'row-icon sound' }, detail(groups[at])),
        h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name(groups[at])),
          h('span', { class: 'row-detail' }, `${t('songs', { n: Number(groups[at].songs) })} · ${time(groups[at].playtime)}`)),
        icon('forward')),
    });
    return { nodes: [list.element], drawn: () => list.show(groups.length), end: () => list.end() };
  };
}

export const tempoGroups = sounds('tempos', 'tempo', (group) => range(group.bpm), (group) => group.bpm);
export const keyGroups = sounds('keys', 'key', (group) => group.key, (group) => group.camelot);

// Songs of a filter in windows, in the order of the tree; `count` gives their number.
function foundView(scroller, { title, filter, parent, count }) {
  const source = filterSource(title, filter);
  return filled(scroller, async () => {
    const total = await count();
    let order = [];
    const ask = (from, to) => get(['find', filter, ...order, 'window', `${from}:${to}`]);
    const windows = new Windows(ask, () => list.refresh());
    const table = new SongTable({ kind: 'sound', changed: () => list.refresh(true), sort: (tag) => {
      order = tag ? ['sort', tag] : [];
      windows.items = [];
      windows.stale();
    } });
    const list = new VirtualList({
      scroller, name: title, height: 60, seen: (first, last) => windows.want(first, last), key: (at) => windows.at(at)?.file,
      songs: (from, to) => ask(from, Math.min(to, total)),
      item: (at) => {
        const song = windows.at(at);
        return song && songRow(song, { tap: () => playSong(song), cells: table.cells(song) });
      },
    });
    table.attach(list);
    return {
      nodes: [head({ title, source: total > 0 && source, parent, detail: t('songs', { n: total }) }), table.node, list.element],
      drawn: () => list.show(total), end: () => {
        table.end();
        list.end();
      },
    };
  });
}

const counted = (kind, field, value) => async () =>
  Number((await get(['browse', kind])).find((group) => group[field] === value)?.songs ?? 0);

export const tempoView = (scroller, tempo = '') => foundView(scroller, {
  title: range(tempo), filter: `((bpm >= ${Number(tempo) || 0}) AND (bpm < ${(Number(tempo) || 0) + 10}))`,
  parent: '#library/tempo',
  count: counted('tempos', 'bpm', tempo),
});

export const keyView = (scroller, key = '') => foundView(scroller, {
  title: key, filter: `(key == ${quoted(key)})`, parent: '#library/key', count: counted('keys', 'key', key),
});
