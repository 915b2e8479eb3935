// The songs that are selected in a list: one list at a time, with the rows that show it.

import { attempt } from '../bar.js';
import { may } from '../store.js';

// One range takes as many.
export const most = 2000;

// `list`: the <ul> of the rows; `songs` by their keys; `anchor`: where a range begins.
export const selection = { list: null, songs: new Map(), anchor: 0 };

// Of the queue, of a playlist, or of the library.
const keyOf = (song) => (song.Id ? `i${song.Id}` : song.Pos !== undefined ? `p${song.Pos}` : song.file);
export const rowOf = (target) => {
  const row = target.closest?.('.row-main')?.closest('.row');
  return row?.song && row.closest('ul') ? row : null;
};
export const placeOf = (row) => {
  const item = row.closest('li');
  return item.ariaPosInSet ? Number(item.ariaPosInSet) - 1 : [...item.parentElement.children].indexOf(item);
};

// Rows that are drawn later.
const drawn = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
  [node, ...node.querySelectorAll?.('.row') ?? []].forEach((row) => row.song && mark(row));
})));

function mark(row) {
  const chosen = selection.songs.has(keyOf(row.song));
  row.classList.toggle('chosen', chosen);
  const main = row.querySelector('.row-main');
  if (selection.list) main?.setAttribute('aria-pressed', String(chosen));
  else main?.removeAttribute('aria-pressed');
}

// `changed` is called with each change: the bar is in a module that comes with the first one.
let changed = () => {};
export const watch = (action) => { changed = action; };

function update() {
  const rows = [...document.querySelectorAll('.row')].filter((row) => row.song);
  rows.forEach(mark);
  changed();
}

export function end() {
  const { list } = selection;
  if (!list) return;
  list.classList.remove('selecting');
  if (document.activeElement?.closest('#selection')) list.list?.focus(selection.anchor);
  drawn.disconnect();
  selection.list = null;
  selection.songs.clear();
  update();
}

function enter(list) {
  if (selection.list === list) return;
  end();
  selection.list = list;
  list.classList.add('selecting');
  drawn.observe(list, { childList: true });
}

export function toggle(row) {
  if (!may('add')) return;
  enter(row.closest('ul'));
  const key = keyOf(row.song);
  if (!selection.songs.delete(key)) selection.songs.set(key, row.song);
  selection.anchor = placeOf(row);
  if (selection.songs.size === 0) end();
  else update();
}

export function begin(row) {
  enter(row.closest('ul'));
  selection.songs.delete(keyOf(row.song));
  toggle(row);
}

// The songs of places, also of those that are not drawn.
const songsAt = async (list, from, to) => (list.list?.songs
  ? list.list.songs(from, to) : [...list.querySelectorAll('.row')].filter((row) => row.song).slice(from,
    to).map((row) => row.song));

export const range = (list, from, to) => attempt(async () => {
  const songs = await songsAt(list, from, Math.min(to, from + most));
  if (selection.list !== list) return;
  for (const song of songs) selection.songs.set(keyOf(song), song);
  update();
});

export function extend(row) {
  const list = row.closest('ul');
  const anchor = selection.list === list ? selection.anchor : placeOf(row);
  enter(list);
  selection.anchor = anchor;
  return range(list, Math.min(anchor, placeOf(row)), Math.max(anchor, placeOf(row)) + 1);
}
