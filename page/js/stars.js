// A rating of 0 to 10 as five stars with halves: a slider for the finger and for keys.

import { h, icon } from './dom.js';
import { number, t } from './texts.js';

const row = () => Array.from({ length: 5 }, () => icon('star', true));

// A finger on the stars draws the rating under it, and sets it at its end; a tap on the present rating removes it. Gives
// whether the finger is there.
function fingered(box, { present, draw, commit }) {
  let before = null;
  let moved = false;
  const under = (event) => {
    const { left, width } = box.querySelector('.stars-back').getBoundingClientRect();
    return Math.max(0, Math.min(10, Math.ceil((event.clientX - left) / width * 10)));
  };
  box.addEventListener('pointerdown', (event) => {
    if (event.button > 0) return;
    box.setPointerCapture(event.pointerId);
    before = present();
    moved = false;
    draw(under(event));
  });
  box.addEventListener('pointermove', (event) => {
    if (before === null) return;
    moved ||= under(event) !== before;
    draw(under(event));
  });
  box.addEventListener('pointerup', (event) => {
    if (before === null) return;
    const wanted = under(event);
    const tapped = wanted === before && !moved;
    before = null;
    commit(tapped ? 0 : wanted);
  });
  box.addEventListener('pointercancel', () => {
    before = null;
    draw(present());
  });
  return () => before !== null;
}

// `set` gets the wanted rating; 0 is none.
export function stars(set) {
  const front = h('span', { class: 'stars-front' }, ...row());
  const box = h('span', {
    class: 'stars', role: 'slider', tabindex: '0', 'aria-label': t('rating'), 'aria-valuemin': '0', 'aria-valuemax': '10',
    'data-needs': 'control',
  }, h('span', { class: 'stars-back' }, ...row()), front);
  let value = 0;
  let changes = 0;

  function draw(rating) {
    front.style.clipPath = `inset(0 ${100 - rating * 10}% 0 0)`;
    box.setAttribute('aria-valuenow', String(rating));
    box.setAttribute('aria-valuetext', rating ? t('stars-of', { stars: number(rating / 2) }) : t('not-rated'));
  }
  // `asked`: what `changes` gave when the rating was asked; an answer from before the last change is old.
  const show = (rating, asked) => {
    if (asked !== changes) return;
    value = Number(rating) || 0;
    if (!isHeld()) draw(value);
  };
  const commit = async (rating) => {
    const former = value;
    value = rating;
    draw(value);
    if (rating === former) return;
    changes += 1;
    await set(rating, former);
    changes += 1;
  };
  const isHeld = fingered(box, { present: () => value, draw, commit });
  box.addEventListener('keydown', (event) => {
    const wanted = {
      ArrowRight: value + 1, ArrowUp: value + 1, ArrowLeft: value - 1, ArrowDown: value - 1, Home: 0, Delete: 0, End: 10,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    commit(Math.max(0, Math.min(10, wanted)));
  });
  draw(0);
  return { node: box, show, changes: () => changes };
}
