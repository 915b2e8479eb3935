// The three mix buttons: a press adds a song to the playlist of the button, the next press removes it again. What they do
// is in a module that comes with the first press.

import { attempt } from '../bar.js';
import { ink } from '../colour.js';
import { h, label, styled } from '../dom.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { colours, mixes, need } from './mix-slots.js';

export const slots = [1, 2, 3];
for (const name of ['mixes', 'song']) on(name, () => document.querySelectorAll('.mix').forEach(paint));

function paint(box) {
  const file = box.song()?.file;
  for (const button of box.children) {
    const slot = button.textContent;
    const mix = mixes[slot];
    button.classList.toggle('unused', !mix);
    label(button, mix ? t('mix-name', { slot, name: mix.playlist }) : t('mix-unused', { slot }));
    if (mix) {
      button.style.setProperty('--mix', `#${mix.colour}`);
      button.style.setProperty('--mix-ink', ink(mix.colour));
      if (!box.many) button.setAttribute('aria-pressed', String(mix.files.has(file)));
    } else {
      button.removeAttribute('aria-pressed');
    }
  }
}

export const pressed = (name, ...words) => attempt(async () => (await import('./mixing.js').then(styled))[name](...words));

// The buttons of a song, or of a function that gives it (a list of them: `many`), which may change.
export function mixButtons(song, name = '', many = false) {
  need();
  const songOf = typeof song === 'function' ? song : () => song;
  const box = h('span', { class: `mix ${name}`, role: 'group', 'aria-label': t('mix-buttons'), 'data-needs': 'control' },
    ...slots.map((slot) => h('button', {
      type: 'button', class: 'mix-button', onclick: () => pressed(many ? 'pressMany' : 'press', slot, songOf()),
      oncontextmenu: (event) => {
        event.preventDefault();
        pressed('choose', slot, []);
      },
    }, String(slot))));
  box.song = () => (many ? undefined : songOf());
  box.many = many;
  paint(box);
  return box;
}

// A number in the colour of its playlist.
export function slotMark(slot, colour = colours[slot]) {
  const node = h('span', { class: colour ? 'mix-mark' : 'mix-mark unused', 'aria-hidden': 'true' }, String(slot));
  if (colour) {
    node.style.setProperty('--mix', `#${colour}`);
    node.style.setProperty('--mix-ink', ink(colour));
  }
  return node;
}
