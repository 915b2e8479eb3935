// What people say of the songs in rows, and their tempo and key: asked for all rows that are shown, in one request.

import { post } from '../api.js';
import { h, icon } from '../dom.js';
import { on } from '../store.js';
import { number, signs, t } from '../texts.js';

// By file: what the jukebox knows, or null while it is asked.
const known = new Map();
let timer = 0;

// A command has at most 128 arguments and 16 KiB.
const atOnce = 40;
const most = 4000;

// The place in a row for the marks of its song.
export function annotated(song) {
  const box = h('span', { class: 'row-marks', 'aria-hidden': 'true' });
  box.file = song.file;
  // Once the row is in the page.
  timer ||= setTimeout(ask, 60);
  return box;
}

function draw(box) {
  const { favourite, rating, bpm, key: name } = known.get(box.file);
  const key = name && signs(name);
  const tempo = bpm && number(Math.round(Number(bpm)));
  const button = box.closest('.row-main');
  // In its column, else beside the texts.
  const put = (column, content) => {
    const cell = button.querySelector(`[data-cell=${column}]`);
    cell?.replaceChildren(content || '');
    return !cell && content;
  };
  box.replaceChildren(...[
    favourite && icon('heart', true),
    put('rating', rating && h('span', { class: 'row-stars' }, icon('star', true), number(rating / 2))),
    put('bpm', tempo && h('span', {}, tempo)),
    put('key', key && h('span', { class: 'row-key' }, key)),
  ].filter(Boolean));
  button.dataset.label ??= button.getAttribute('aria-label');
  button.setAttribute('aria-label', [
    button.dataset.label, favourite && t('favourite'), rating && t('stars-of', { stars: number(rating / 2) }),
    tempo && t('bpm', { value: tempo }), key,
  ].filter(Boolean).join(', '));
}

async function ask() {
  timer = 0;
  if (known.size > most) known.clear();
  const shown = () => [...document.querySelectorAll('.row:not(.absent) .row-marks')];
  const files = [...new Set(shown().map((box) => box.file))].filter((file) => known.get(file) === undefined);
  for (let at = 0; at < files.length; at += atOnce) {
    const part = files.slice(at, at + atOnce);
    for (const file of part) known.set(file, null);
    try {
      const answers = new Map((await post('annotations', ...part)).map((answer) => [answer.file, answer]));
      for (const file of part) known.set(file, answers.get(file) ?? {});
    } catch {
      // Rows do without, until others are drawn.
      for (const file of part) known.delete(file);
    }
  }
  for (const box of shown()) if (known.get(box.file)) draw(box);
}

for (const name of ['stickers', 'analysis', 'database']) {
  on(name, () => {
    known.clear();
    timer ||= setTimeout(ask, 60);
  });
}
