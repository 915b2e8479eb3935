// The three mix buttons: a press adds a song to the playlist of the button, the next press removes it again. What they do
// is in a module that comes with the first press.

import { get } from '../api.js';
import { attempt } from '../bar.js';
import { ink } from '../colour.js';
import { h, label, styled } from '../dom.js';
import { on } from '../store.js';
import { t } from '../texts.js';

export const slots = [1, 2, 3];

// Those of playlists without a colour.
const colours = { 1: 'FFB454', 2: '8CCBFF', 3: '7FD99A' };
// The songs of a playlist that buttons show as added; a press asks the jukebox.
const mostKnown = 5000;

// By slot: the name of its playlist, its colour, and its songs.
let mixes = {};
let asked = null;
let timer = 0;

async function ask() {
  const [used, playlists] = await Promise.all([get(['mixes']), get(['playlists'])]).catch(() => [[], []]);
  return Object.fromEntries(await Promise.all(used.map(async ({ slot, playlist }) => {
    const songs = await get(['listplaylist', playlist, `0:${mostKnown}`]).catch(() => []);
    const colour = playlists.find((entry) => entry.playlist === playlist)?.colour ?? colours[slot];
    return [slot, { playlist, colour, files: new Set(songs.map((song) => song.file)) }];
  })));
}

// Done when the latest question is answered.
function load() {
  const mine = ask().then((answer) => {
    if (asked !== mine) return asked;
    mixes = answer;
    paintAll();
    return undefined;
  });
  asked = mine;
  return mine;
}

// Asks for them at the first time that somebody needs them.
const need = () => { if (!asked) load(); };

on('playlists', () => {
  if (!asked) return;
  clearTimeout(timer);
  timer = setTimeout(load, 300);
});

// Draws the buttons below a node again: those of a view that is not shown are not drawn meanwhile.
export const repaint = (node) => node.querySelectorAll('.mix').forEach(paint);
const paintAll = () => repaint(document);
on('song', paintAll);

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

// Of a slot what is known; nothing where it has no playlist.
export function mixOf(slot) {
  need();
  return mixes[slot];
}

export const pressed = (name, slot, what) => attempt(async () => {
  const module = await import('./mixing.js').then(styled);
  return module[name](slot, what, { mixOf, load });
});

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
