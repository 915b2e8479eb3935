// A pad in the grid: its button, its colour, and the ring that closes with the rest of its sound.

import { ink } from '../colour.js';
import { h, icon, iconButton, setText } from '../dom.js';
import { may, store } from '../store.js';
import { t, trouble } from '../texts.js';
import { press } from './press.js';

const hues = [18, 42, 76, 140, 172, 205, 250, 300, 340];

function paint(node, pad, at) {
  if (pad.colour) {
    node.style.setProperty('--pad', `#${pad.colour}`);
    node.style.setProperty('--pad-ink', ink(pad.colour));
  } else {
    node.style.setProperty('--hue', String(hues[Number(pad.number ?? at) % hues.length]));
    node.classList.add('uncoloured');
  }
}

// A ring that closes with the rest of the sound.
function ring() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'pad-ring');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const name of ['whole', 'rest']) {
    const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    const shape = { cx: 12, cy: 12, r: 9, pathLength: 1, class: name };
    for (const [key, value] of Object.entries(shape)) circle.setAttribute(key, value);
    svg.append(circle);
  }
  return svg;
}

const isBroken = (pad) => Boolean(pad.absent || pad.problem);

// Whether it sounds when it is pressed.
export const isPlayable = (pad) => !isBroken(pad) && may('player');

function padButton(pad, at, editing) {
  const mode = pad.mode === 'once' ? '' : t(`mode-${pad.mode}`);
  return h('button', {
    type: 'button', class: `pad mode-${pad.mode}`, disabled: editing ? false : !isPlayable(pad),
    'aria-keyshortcuts': at < 9 ? String(at + 1) : undefined, title: trouble(pad.problem, pad.problem_key),
    'aria-label': editing ? t('edit-pad', { name: pad.pad }) : undefined,
  }, h('bdi', { class: 'pad-name' }, pad.pad), h('span', { class: 'pad-foot' },
    at < 9 && h('span', { class: 'pad-key', 'aria-hidden': 'true' }, String(at + 1)),
    h('span', { class: 'pad-mode' }, isBroken(pad) ? t('pad-away') : mode), h('span', { class: 'unseen pad-state' }), ring()));
}

// `down(pointer)` begins a press; `open()` opens the controls; `drag(event, item, handle)` begins to move it. `count`: the
// pads that are shown.
export function padItem(pad, at, { editing, count, down, open, drag }) {
  const node = padButton(pad, at, editing);
  let pointed = -Infinity;
  node.addEventListener('pointerdown', (event) => {
    pointed = event.timeStamp;
    // A disabled button gets this event too.
    if (event.button > 0 || editing || node.disabled) return;
    down(event.pointerId);
  });
  // A click without a pointer: a key or a screen reader.
  node.addEventListener('click', (event) => {
    if (editing) open();
    else if (event.detail === 0 && event.timeStamp - pointed > 700) press(pad);
  });
  // The menu of a long press would end a held pad.
  node.addEventListener('contextmenu', (event) => event.preventDefault());
  const item = h('li', { 'data-id': pad.id }, node,
    pad.favourite === '1' && !editing && h('span', { class: 'pad-star' }, icon('star', true)));
  paint(item, pad, at);
  if (editing) {
    const handle = iconButton('handle', t('move-pad', { name: pad.pad, place: at + 1, n: count }), () => {},
      { class: 'icon-button handle pad-handle', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' });
    handle.addEventListener('pointerdown', (event) => drag(event, item, handle));
    item.append(handle);
  }
  return item;
}

// Seconds of one press: its part of the file, at its speed, with its repeats.
function length(pad) {
  const part = Number(pad.end || pad.duration || 0) - Number(pad.start ?? 0);
  return part / Number(pad.speed ?? 1) * (1 + Math.max(0, Number(pad.loops ?? 0)));
}

// What the buttons show of the sounds that play.
export class PadRings {
  constructor() {
    this.lengths = new Map();       // by pad, of what it plays
  }

  show(node, pad) {
    const active = Boolean(pad.playing);
    const rest = node.querySelector('.rest');
    node.classList.toggle('playing', active);
    node.classList.toggle('held', pad.held === '1');
    setText(node.querySelector('.pad-state'), active ? t(pad.held === '1' ? 'paused' : 'playing') : '');
    rest.getAnimations().forEach((animation) => animation.cancel());
    if (!active) {
      this.lengths.delete(pad.id);
      return;
    }
    const seconds = Number(pad.remaining ?? 0);
    if (!(seconds <= this.lengths.get(pad.id))) this.lengths.set(pad.id, Math.max(seconds, length(pad)));
    const part = seconds > 0 ? seconds / this.lengths.get(pad.id) : 1;
    rest.style.strokeDashoffset = String(1 - part);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (seconds > 0 && pad.held !== '1' && !still && store.connection === 'open') {
      rest.animate([{ strokeDashoffset: 1 - part }, { strokeDashoffset: 1 }], { duration: seconds * 1000, fill: 'forwards' });
    }
  }
}
