// Selection of many rows: by a long press, by the menu of a row, with Shift or Ctrl, or by the space bar.
// What can be done with them is in the module of the bar, which comes with the first selection.

import { begin, end, extend, most, placeOf, range, rowOf, selection, toggle, watch } from './selection.js';

export { begin };
export const styles = ['select'];
export const texts = true;

const holdMilliseconds = 500;

watch(async () => {
  const { showBar } = await import('./selected.js');
  showBar();
});

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
