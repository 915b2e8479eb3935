// Lists that several views of the library show, each as { nodes, drawn(), end() }, and a view that is filled with one.

import { get } from '../api.js';
import { complain } from '../bar.js';
import { emptyNote, h, icon } from '../dom.js';
import { one } from '../songs/names.js';
import { playFrom, playSong } from '../songs/queueing.js';
import { albumCard, head, songRow } from '../songs/rows.js';
import { songsSource } from '../songs/sources.js';
import { SongTable } from '../songs/table.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { coverWidth } from './cover-sizes.js';
import { letters } from './letters-edge.js';

const cardHeight = (width) => width + 66;

export async function noMusic() {
  const volumes = await get(['volumes']).catch(() => []);
  const unused = volumes.filter((volume) => volume.unused).map((volume) =>
    h('p', { class: 'muted' }, `${volume.unused}: ${volume.reason ?? ''}`));
  return { nodes: [emptyNote('stick', t('no-music'), t('no-music-hint'), ...unused,
    volumes.some((volume) => volume.volume) && h('a', { class: 'filled', href: '#add', 'data-needs': 'control' }, icon('upload'),
      t('add-music')))] };
}

// A grid of albums with the letters of `letterOf`; `detail` gives what stands below an album.
export function albumGrid(scroller, albums, name, letterOf, detail) {
  const list = new VirtualList({
    scroller, name, height: cardHeight, minimum: coverWidth, item: (index) => albumCard(albums[index], detail?.(albums[index])),
    key: (index) => albums[index],
  });
  const edge = letterOf && letters(albums.map(letterOf), (at) => list.scrollTo(at));
  return { nodes: [h('div', { class: edge ? 'lettered' : '' }, list.element, edge ?? '')], drawn: () => list.show(albums.length),
    end: () => list.end() };
}

// Songs in rows; a tap plays `source` from there, in the order that is seen, or the song alone. `kind`, `omit`: of the table.
export function songList(scroller, songs, name, { source, numbers, detail, kind, omit } = {}) {
  const table = new SongTable({ songs, kind, omit, changed: () => list.refresh(true) });
  const tap = (song, at) => {
    if (!source) return playSong(song);
    return playFrom(table.order ? songsSource(source.name, table.songs) : source, at, song);
  };
  const list = new VirtualList({
    scroller, name, height: 60, songs: (from, to) => table.songs.slice(from, to), key: (at) => table.songs[at],
    item: (at) => {
      const song = table.songs[at];
      return songRow(song, {
        tap: () => tap(song, at), number: numbers ? one(song.Track) || at + 1 : undefined, detail: detail?.(song),
        cells: table.cells(song),
      });
    },
  });
  table.attach(list);
  return {
    nodes: [table.node, list.element], drawn: () => list.show(songs.length), end: () => {
      table.end();
      list.end();
    },
  };
}

// A view that is filled once its answer is there.
export function filled(scroller, make) {
  const box = h('div', { class: 'page' });
  let part = null;
  let ended = false;
  const fill = async () => {
    try {
      const next = await make();
      if (ended) return next.end?.();
      part?.end?.();
      part = next;
      box.replaceChildren(...part.nodes);
      part.drawn?.();
    } catch (problem) {
      complain(problem);
      box.replaceChildren(head({ title: t('nothing-here'), detail: '', parent: '#library' }));
    }
    return undefined;
  };
  const off = on('database', fill);
  return {
    node: box, ready: fill(), drawn: () => part?.drawn?.(),
    end: () => {
      ended = true;
      part?.end?.();
      off();
    },
  };
}
