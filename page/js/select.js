// Selection of many rows: by a long press, by the menu of a row, with Shift or Ctrl, or by the space bar.
// What can be done with them is in the module of the bar, which comes with the first selection.

import { attempt } from './bar.js';
import { may } from './store.js';

export const styles = ['select'];
export const texts = true;

// One range takes as many.
const most = 2000;
const holdMilliseconds = 500;

// `list`: the <ul> of the rows; `songs` by their keys; `anchor`: where a range begins.
export const selection = { list: null, songs: new Map(), anchor: 0 };

// Of the queue, of a playlist, or of the library.
const keyOf = (song) => (song.Id ? `i${song.Id}` : song.Pos !== undefined ? `p${song.Pos}` : song.file);
const rowOf = (target) => {
  const row = target.closest?.('.row-main')?.closest('.row');
  return row?.song && row.closest('ul') ? row : null;
};
const placeOf = (row) => {
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

async function update() {
  const rows = [...document.querySelectorAll('.row')].filter((row) => row.song);
  rows.forEach(mark);
  const { showBar } = await import('./selected.js');
  showBar();
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

function toggle(row) {
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
export const songsAt = async (list, from, to) => (list.list?.songs
  ? list.list.songs(from, to) : [...list.querySelectorAll('.row')].filter((row) => row.song).slice(from, to).map((row) => row.song));

export const range = (list, from, to) => attempt(async () => {
  const songs = await songsAt(list, from, Math.min(to, from + most));
  if (selection.list !== list) return;
  for (const song of songs) selection.songs.set(keyOf(song), song);
  update();
});

function extend(row) {
  const list = row.closest('ul');
  const anchor = selection.list === list ? selection.anchor : placeOf(row);
  enter(list);
  selection.anchor = anchor;
  return range(list, Math.min(anchor, placeOf(row)), Math.max(anchor, placeOf(row)) + 1);
}

let hold = 0;
let begun = null;
let swallows = false;

document.addEventListener('pointerdown', (event) => {
  swallows = false;
  clearTimeout(hold);
  const row = event.button === 0 && rowOf(event.target);
  if (!row) return;
  begun = [event.clientX, event.clientY];
  hold = setTimeout(() => {
    swallows = true;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
    toggle(row);
  }, holdMilliseconds);
}, true);
document.addEventListener('pointermove', (event) => {
  if (hold && Math.hypot(event.clientX - begun[0], event.clientY - begun[1]) > 8) hold = clearTimeout(hold) ?? 0;
}, true);
for (const name of ['pointerup', 'pointercancel', 'scroll']) {
  document.addEventListener(name, () => { hold = clearTimeout(hold) ?? 0; }, { capture: true, passive: true });
}
document.addEventListener('contextmenu', (event) => {
  if (swallows && rowOf(event.target)) event.preventDefault();
}, true);

document.addEventListener('click', (event) => {
  const row = rowOf(event.target);
  if (!row) return;
  const chooses = selection.list === row.closest('ul') || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!swallows && !chooses) return;
  event.preventDefault();
  event.stopPropagation();
  if (swallows) swallows = false;
  else if (event.shiftKey) extend(row);
  else toggle(row);
}, true);

const isSpace = (event) => event.key === ' ' && !event.ctrlKey && !event.altKey && !event.metaKey && rowOf(event.target);

document.addEventListener('keydown', (event) => {
  if (document.querySelector('dialog')) return;
  const row = rowOf(event.target);
  const step = row && event.shiftKey && !event.altKey && { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const inList = row && selection.list === row.closest('ul');
  if (isSpace(event)) {
    toggle(row);
  } else if (step) {
    if (!inList) begin(row);
    const { list } = row.closest('ul');
    if (list) list.focus(placeOf(row) + step);
    else row.closest('li')[step > 0 ? 'nextElementSibling' : 'previousElementSibling']?.querySelector('.row-main')?.focus();
    const next = rowOf(document.activeElement);
    if (next) extend(next);
  } else if (inList && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
    range(selection.list, 0, most);
  } else if (selection.list && event.key === 'Escape') {
    end();
  } else if (inList && event.key === 'Delete') {
    import('./selected.js').then(({ removeSelected }) => removeSelected());
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}, true);
// The space bar would press the row's button when it is released.
document.addEventListener('keyup', (event) => {
  if (isSpace(event)) event.preventDefault();
}, true);
addEventListener('hashchange', end);
