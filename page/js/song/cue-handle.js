// A handle for the start or the end of a cue: a finger or arrow keys move it, a tap opens its sheet.

import { h } from '../dom.js';
import { t } from '../texts.js';
import { cueSheet } from './cue-sheet.js';
import { precise } from './cue-time.js';
import { cueName } from './marks.js';

// A shorter way of a finger is a tap.
const leastPixels = 4;

// `show(seconds)` tells where the finger is, null that it is gone; `drop()` is called when all may be drawn again.
export function cueHandle(cue, isEnd, { changes, room, show, drop }) {
  const origin = isEnd ? cue.end : cue.time;
  const text = t(isEnd ? 'cue-end-at' : 'cue-at', { name: cueName(cue), place: precise(origin) });
  const button = h('button', {
    type: 'button', class: isEnd ? 'cue-handle end' : 'cue-handle', 'aria-label': text, title: text, 'data-needs': 'control',
    'data-type': cue.type, 'data-cue': cue.cue, 'aria-keyshortcuts': 'ArrowLeft ArrowRight Delete',
  });
  const put = (seconds) => { button.style.left = `${seconds / changes.length * 100}%`; };
  let drag = null;
  put(origin);
  if (cue.colour) button.style.setProperty('--cue', `#${cue.colour}`);
  button.addEventListener('pointerdown', (event) => {
    if (event.button > 0) return;
    button.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, place: origin, moved: false };
  });
  button.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const distance = event.clientX - drag.x;
    if (!drag.moved && Math.abs(distance) < leastPixels) return;
    drag.moved = true;
    drag.place = changes.limited(origin + distance / room.clientWidth * changes.length);
    put(drag.place);
    show(drag.place);
  });
  button.addEventListener('pointerup', async () => {
    const done = drag;
    drag = null;
    show(null);
    if (done?.moved) await changes.move(cue, done.place, isEnd);
    else if (done) cueSheet(cue, changes);
    drop();
  });
  button.addEventListener('pointercancel', () => {
    drag = null;
    show(null);
    drop();
  });
  button.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 0.1, ArrowLeft: -0.1, PageUp: 1, PageDown: -1 }[event.key];
    if (step !== undefined) changes.move(cue, origin + (event.shiftKey ? step * 10 : step), isEnd);
    else if (event.key === 'Delete') changes.remove(cue);
    else if (event.key === 'Enter' || event.key === ' ') cueSheet(cue, changes);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return button;
}
