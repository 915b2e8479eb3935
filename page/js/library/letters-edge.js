// The letters at the edge of a long list of names.

import { breath, h } from '../dom.js';
import { fold } from '../letters.js';
import { t } from '../texts.js';

// From so many names on, a list has letters; each takes so many pixels.
const fewest = 20;
const letterPixels = 13;

// The names by which a list stands: without the articles that the jukebox leaves aside.
export const sortName = (row, field) => row[`${field}Sort`] || row[field] || '';
// A name begins with a letter as the list sorts it; all else is together.
const letterOf = (name) => {
  const [first = '#'] = fold(name);
  return /\p{L}/u.test(first) ? first.toUpperCase() : '#';
};

// The letters at the edge of a long list, in its order: a finger slides over them, keys step through them. `names`: those by
// which the list is sorted.
export function letters(names, jump) {
  if (names.length < fewest) return null;
  const places = [];
  let chosen = 0;
  const box = h('div', {
    class: 'letters', role: 'slider', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': t('letters'),
    'aria-valuemin': '1', hidden: true,
  });
  const find = async () => {
    const known = new Set();
    for (const [at, name] of names.entries()) {
      if (at % 1000 === 0) await breath();
      const shown = letterOf(name);
      if (!known.has(shown)) places.push({ letter: shown, at });
      known.add(shown);
    }
    if (places.length < 3) return;
    box.setAttribute('aria-valuemax', places.length);
    box.append(...places.map(({ letter }) => h('span', { 'aria-hidden': 'true' }, letter)));
    box.hidden = false;
    choose(0);
    new ResizeObserver(fit).observe(box);
  };
  // On a low screen only each second or third letter is seen.
  const fit = () => {
    const step = Math.ceil(places.length * letterPixels / Math.max(letterPixels, box.clientHeight));
    [...box.children].forEach((child, at) => { child.hidden = at % step !== 0; });
  };
  const choose = (index) => {
    chosen = Math.max(0, Math.min(places.length - 1, index));
    box.setAttribute('aria-valuenow', chosen + 1);
    box.setAttribute('aria-valuetext', places[chosen].letter);
    [...box.children].forEach((child, at) => child.classList.toggle('on', at === chosen));
  };
  const pointed = (event) => {
    if (event.type === 'pointermove' && !box.hasPointerCapture(event.pointerId)) return;
    const { top, height } = box.getBoundingClientRect();
    choose(Math.floor((event.clientY - top) / height * places.length));
    jump(places[chosen].at);
  };
  box.addEventListener('pointerdown', (event) => {
    box.setPointerCapture(event.pointerId);
    pointed(event);
  });
  box.addEventListener('pointermove', pointed);
  box.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -places.length, End: places.length }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    choose(chosen + step);
    jump(places[chosen].at);
  });
  find();
  return box;
}
