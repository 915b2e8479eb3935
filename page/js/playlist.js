// One playlist: its head, its entries with their parts and crossfades, or its songs under headings.

import { h, icon, iconButton, setText, styled } from './dom.js';
import { get, post } from './api.js';
import { attempt, complain, notify, offer } from './bar.js';
import { collage } from './collage.js';
import { find, takeOut } from './entries.js';
import { menu } from './menu.js';
import { deletePlaylist, detailOf, former } from './playlists.js';
import { drag } from './reorder.js';
import { may, on } from './store.js';
import { draw, peaks } from './strip.js';
import { t } from './texts.js';
import * as actions from './actions.js';
import { VirtualList, Windows } from './virtual.js';
import { emptyNote, head, songRow } from './songs.js';

export const styles = ['playlist'];
export const texts = true;

const rowHeight = 60;
const entryHeight = 112;
const headingHeight = 52;
const points = 100;
// Tempo and key beside the entries, and headings, are of the whole playlist.
const mostAtOnce = 2000;
const changesMilliseconds = 150;
// What an edit of the entries changes of the playlist: no reason to draw the list anew, whose focus would be gone.
const ofEntries = { songs: 0, playtime: 0, 'Last-Modified': '' };
// Playlists in a smooth order whose former order can come back.
const flowing = new Set();

// The part that plays of an entry, in seconds. `before`: the crossfade into it.
export function partOf(entry, before = 0) {
  const length = Number(entry.duration ?? 0);
  const [start, end] = (entry.Range ?? '-').split('-').map(Number);
  return { start: start || 0, end: end || length, length, fadeIn: Number(before), fadeOut: Number(entry.Crossfade ?? 0) };
}

// 1:04.5
export function precise(seconds) {
  const tenths = Math.round(Number(seconds) * 10);
  return `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, '0')}`;
}

// What is set of an entry, in words.
function valuesOf(entry) {
  const { start, end, length } = partOf(entry);
  return [
    (start > 0 || end < length) && `${precise(start)}–${precise(end)}`,
    entry.Gain && t('decibels', { value: Number(entry.Gain) }),
    entry.Crossfade !== undefined && t('crossfade-of', { n: Number(entry.Crossfade) }),
    ...[entry.Notes ?? []].flat().slice(0, 1),
  ].filter(Boolean);
}

export function playlistView(scroller, name = '') {
  const source = actions.playlistSource(name);
  const top = h('div', {});
  const place = h('div', {});
  let playlist = null;
  let total = 0;
  let list = null;
  let doubles = new Map();     // by place, the place where the song is first
  let timer = 0;
  let isGrouped = false;
  let groups = [];

  const ask = (from, to) => get(['playlistentries', name, `${from}:${to}`]);
  const windows = new Windows(ask, () => list?.refresh());
  const own = () => Boolean(playlist?.volume) && may('control');

  // A missing song cannot be added again: it goes only after a question.
  function remove(entries) {
    if (!entries.some((entry) => entry.absent)) {
      removeNow(entries);
      return;
    }
    menu(t('remove-missing'), [
      { icon: 'remove', text: t('remove-entry'), action: () => removeNow(entries) }, { icon: 'back', text: t('keep-entry'), action: () => {} },
    ]);
  }

  // Where these entries are now; says so where one is gone.
  async function present(entries) {
    const found = await find(name, entries);
    if (!found) {
      notify(t('entry-gone'));
      changed();
    }
    return found;
  }

  const removeNow = (entries) => attempt(async () => {
    const found = await present(entries);
    if (!found) return;
    const back = await takeOut(name, found.map(({ at }) => at));
    const text = entries.length === 1 ? t('removed', { name: actions.titleOf(entries[0]) }) : t('removed-n', { n: entries.length });
    offer(text, back);
  });

  // One move after the other: each finds its entry where the one before left it. Until the last one is done, what the jukebox
  // says of the order is of the time before.
  let moves = Promise.resolve();
  let moving = 0;
  function move(from, to, entry = windows.at(from)) {
    if (windows.at(from)?.file === entry.file) {
      windows.move(from, to);
      list.refresh();
    }
    moving += 1;
    moves = moves.then(() => attempt(async () => {
      const now = (await present([{ file: entry.file, Pos: from }]))?.[0].at;
      if (now === undefined) return;
      const target = to === 0 ? 0 : Math.max(0, to + now - from);
      await post('playlistmove', name, now, target);
      offer(t('moved', { name: actions.titleOf(entry), place: target + 1 }), async () => {
        const there = await present([{ file: entry.file, Pos: target }]);
        if (there) await post('playlistmove', name, there[0].at, now);
      });
    })).then(() => {
      moving -= 1;
      if (!moving) changed();
    });
    return moves;
  }

  const edit = (at, { file }) => attempt(async () => {
    const { editEntry } = await import('./entry.js').then(styled);
    const found = await present([{ file, Pos: at }]);
    if (!found) return;
    const [{ before, ...place }] = found;
    editEntry({ name, ...place, before: before?.Crossfade });
  });

  function strip(at, entry) {
    const canvas = h('canvas', { 'aria-hidden': 'true' });
    const title = actions.titleOf(entry);
    const values = valuesOf(entry);
    const box = h(own() ? 'button' : 'div', {
      type: own() ? 'button' : undefined, class: 'strip', onclick: own() && (() => edit(at, entry)),
      'aria-label': own() ? t('edit-entry', { title, values: values.join(', ') || t('whole-song') }) : undefined,
    }, canvas, h('span', { class: 'strip-values' }, ...values.map((value) => h('span', {}, value))));
    const part = partOf(entry, windows.at(at - 1)?.Crossfade);
    requestAnimationFrame(() => draw(canvas, null, part));
    // A row that is only scrolled past asks for nothing.
    setTimeout(async () => {
      if (!canvas.isConnected || entry.absent) return;
      const found = await peaks(entry.file, points);
      if (found && canvas.isConnected) draw(canvas, found, part);
    }, 120);
    return box;
  }

  const detail = (at, song) => (song.absent ? t('not-here', { name: actions.stickOf(song) })
    : [doubles.has(at) && t('double-of', { n: doubles.get(at) + 1 }), actions.artistOf(song)].filter(Boolean).join(' · '));

  function entryItem(at, node) {
    const entry = windows.at(at);
    if (!entry) return null;
    const song = { ...entry, Pos: String(at), of: name };
    const title = actions.titleOf(entry);
    const { start, end } = partOf(entry);
    const handle = own() && iconButton('handle', t('move-name', { name: title, place: at + 1, n: total }), () => {}, {
      class: 'icon-button handle', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    });
    handle && handle.addEventListener('pointerdown', (event) => drag(event, { list, index: at, node, handle, drop: (target) => move(at, target) }));
    const row = songRow({ ...song, duration: end ? end - start : undefined }, {
      tap: () => actions.playFrom(source, at, song), detail: detail(at, song), parts: [handle || ''],
      more: own() ? [
        { icon: 'pencil', text: t('edit-part'), action: () => edit(at, entry) },
        { icon: 'remove', text: t('remove-entry'), action: () => remove([song]) },
        at > 0 && { icon: 'top', text: t('to-top'), action: () => move(at, 0, entry) },
      ] : [],
    });
    row.song = song;
    row.classList.toggle('double', doubles.has(at));
    return [h('div', { class: 'entry' }, row, strip(at, entry))];
  }

  function groupedItem(at) {
    const item = groups[at];
    if (item.group !== undefined) return h('h2', { class: 'group' }, h('bdi', {}, item.group || t('none')), h('span', { class: 'muted' }, t('songs', { n: item.count })));
    return songRow(item, { tap: () => actions.playFrom(source, Number(item.Pos), item), detail: detail(Number(item.Pos), item) });
  }

  async function build() {
    list?.end();
    if (isGrouped) {
      groups = (await get(['playlistgroups', name])).map((item) => (item.file ? { ...item, of: name } : item));
      groups.forEach((item, at) => {
        if (item.group === undefined) return;
        const next = groups.findIndex((other, index) => index > at && other.group !== undefined);
        item.count = (next < 0 ? groups.length : next) - at - 1;
      });
      list = new VirtualList({
        scroller, name, heights: (at) => (groups[at].group === undefined ? rowHeight : headingHeight), item: groupedItem,
        songs: (from, to) => groups.slice(from, to).filter((item) => item.file),
      });
    } else {
      list = new VirtualList({
        scroller, name, height: entryHeight, item: entryItem, seen: (first, last) => windows.want(first, last),
        songs: async (from, to) => (await ask(from, to)).map((song, at) => ({ ...song, Pos: String(from + at), of: name })),
        key: (at) => windows.at(at) && JSON.stringify([windows.at(at), windows.at(at - 1)?.Crossfade, doubles.get(at), total]),
      });
    }
    list.place = { kind: 'playlist', remove: own() && remove };
    list.element.classList.add('playlist');
    list.element.addEventListener('keydown', keys);
    place.replaceChildren(list.element, ...total === 0 ? [emptyNote('music', t('empty-playlist'), own() ? t('empty-playlist-hint') : '', h('a', { class: 'filled', href: '#library' }, icon('library'), t('library')))] : []);
    list.show(isGrouped ? groups.length : total);
  }

  function keys(event) {
    const at = list.indexOf(document.activeElement);
    const entry = windows.at(at);
    if (!entry || isGrouped || !own()) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const target = at + (event.key === 'ArrowUp' ? -1 : 1);
      if (target < 0 || target >= total) return;
      const control = [...list.items.get(at).querySelectorAll('a, button')].indexOf(document.activeElement);
      move(at, target);
      list.focus(target, control);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      remove([{ ...entry, Pos: String(at) }]);
    }
  }

  // The jukebox keeps one former order: no second press takes its place while the way back is there.
  async function flow() {
    if (flowing.has(name)) return;
    flowing.add(name);
    const over = () => flowing.delete(name);
    try {
      const { ordered } = await post('playlistorder', name, 'flow');
      offer(t('flow-done', { n: Number(ordered) }), () => post('playlistorder', name, 'undo').finally(over), over);
    } catch (problem) {
      over();
      complain(problem);
    }
  }
  const exchange = (what) => () => attempt(async () => (await import('./exchange.js'))[what](name));
  const properties = () => attempt(async () => (await import('./playlist-edit.js').then(styled)).editPlaylist(playlist));

  const options = () => menu(name, [
    own() && { icon: 'pencil', text: t('edit-playlist'), action: properties },
    own() && total > 2 && { icon: 'flow', text: t('flow'), action: flow },
    total > 0 && may('control') && { icon: 'render', text: t('render'), action: exchange('render') },
    total > 0 && { icon: 'download', text: t('export'), action: exchange('exportPlaylist') },
    own() && { icon: 'trash', text: t('delete-playlist'), action: () => deletePlaylist(name) },
  ]);

  function chips() {
    const switched = (grouped) => h('button', {
      type: 'button', class: 'chip', 'aria-pressed': String(isGrouped === grouped), onclick: () => {
        isGrouped = grouped;
        show();
        top.querySelector('[aria-pressed=true]')?.focus();
      },
    }, icon(grouped ? 'groups' : 'queue'), h('bdi', {}, grouped ? playlist.template : t('in-order')));
    return h('div', { class: 'chips playlist-chips' },
      ...playlist.template ? [switched(false), switched(true)] : [],
      own() && total > 2 && h('button', { type: 'button', class: 'chip', onclick: flow }, icon('flow'), t('flow')),
      own() && h('button', { type: 'button', class: 'chip', onclick: properties }, icon('pencil'), t('edit')),
      doubles.size > 0 && h('span', { class: 'chip note' }, icon('double'), t('doubles', { n: doubles.size })));
  }

  function show() {
    const picture = collage(name);
    top.replaceChildren(head({
      picture: own() ? h('button', { type: 'button', class: 'cover-button', 'aria-label': t('edit-picture'), onclick: properties }, picture) : picture,
      title: name, source: total > 0 && source, parent: '#playlists', detail: detailOf(playlist),
      buttons: [iconButton('more', t('more-of', { name }), options, { class: 'icon-button edged' })],
    }), h('div', { class: 'notes' }, ...[playlist.notes ?? []].flat().map((line) => h('p', {}, line))), chips());
    if (playlist.colour) top.style.setProperty('--colour', `#${playlist.colour}`);
    top.className = playlist.colour ? 'playlist-top coloured' : 'playlist-top';
    attempt(build);
  }

  async function fill() {
    if (former.has(name) || moving) return;
    try {
      const [answer, same] = await Promise.all([get(['playlistget', name]), get(['playlistduplicates', name]).catch(() => [])]);
      if (moving) return;
      const isNew = !playlist || JSON.stringify({ ...answer, ...ofEntries }) !== JSON.stringify({ ...playlist, ...ofEntries });
      const isOther = playlist?.template !== answer.template;
      playlist = answer;
      total = Number(playlist.songs);
      if (isOther) isGrouped = Boolean(playlist.template) && total <= mostAtOnce;
      doubles = new Map(same.map((entry) => [Number(entry.Pos), Number(entry.First)]));
      windows.stale();
      windows.items.length = Math.min(windows.items.length, total);
      if (isNew || isGrouped || !list) {
        show();
      } else {
        top.querySelector('.playlist-chips').replaceWith(chips());
        setText(top.querySelector('.head-text p'), detailOf(playlist));
        list.show(total);
      }
    } catch (problem) {
      list?.end();
      list = playlist = null;
      top.className = '';
      top.replaceChildren(head({ title: name, detail: '', parent: '#playlists' }));
      if (problem.key === 'no-such-playlist') {
        place.replaceChildren(emptyNote('playlists', t('playlist-gone'), t('playlist-gone-hint'), h('a', { class: 'filled', href: '#playlists' }, t('playlists'))));
      } else {
        place.replaceChildren();
        complain(problem);
      }
    }
  }

  // Several changes in a row are one.
  function changed() {
    clearTimeout(timer);
    timer = setTimeout(fill, changesMilliseconds);
  }

  const offs = [on('playlists', changed), on('theme', () => list?.refresh(true))];
  fill();
  return {
    node: h('div', { class: 'page' }, top, place),
    drawn: () => list?.measure(),
    end: () => {
      clearTimeout(timer);
      offs.forEach((off) => off());
      list?.end();
    },
  };
}
