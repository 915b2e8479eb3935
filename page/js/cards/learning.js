// The dialog that waits for a card. While it waits no card plays.

import { batch, get, post } from '../api.js';
import { complain, notify } from '../bar.js';
import { fixed } from '../box/card.js';
import { h, icon, setText } from '../dom.js';
import { dialog } from '../menu.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { unknownText } from './unknown.js';

// The jukebox is asked in short turns: the server of the page has few connections to it for all visitors.
const turnSeconds = 3;
const nextTurn = 2000;
const mostTurns = 45;

// Asks until a card is placed, `isOver` or nobody comes: the number of the card, or nothing. Each turn begins before the last one
// has ended, which is overtaken by it: between two turns a card would play.
const placedCard = (isOver) => new Promise((resolve, reject) => {
  let turn = 0;
  let timer;
  const end = (settle, value) => {
    clearTimeout(timer);
    settle(value);
  };
  function ask() {
    if (isOver() || turn === mostTurns) return resolve();
    const own = turn += 1;
    timer = setTimeout(ask, nextTurn);
    return post('card', 'learn', turnSeconds).then(({ card }) => end(resolve, card), (problem) => {
      if (problem.key !== 'no-card' && own === turn) end(reject, problem);
    });
  }
  ask();
});

// A number that is typed, such as one on the card.
function typed(take) {
  const field = h('input', { class: 'field', required: true, maxlength: '128', pattern: '[ -~]+', autocomplete: 'off',
    'aria-label': t('card-number') });
  return h('details', { class: 'card-typed' }, h('summary', {}, t('card-number-type')), h('form', { onsubmit: (event) => {
    event.preventDefault();
    take(field.value.trim());
  } }, field, h('button', { type: 'submit', class: 'filled' }, t('use-number'))));
}

// What a reader of the configuration needs, where there is none and nobody ever used one.
async function readerHint() {
  const [inputs, cards] = await batch([['inputs'], ['cards']]);
  if (cards.length || inputs.some(({ kind }) => kind === 'reader')) return '';
  return h('div', {}, h('p', { class: 'muted' }, t('no-reader-hint')),
    fixed('reader door', 'type = keys\ndevice = NAME'));
}

// The unknown cards of the last hour, to choose from.
async function unknownList(take) {
  const rows = (await get(['cards'])).filter(({ unknown }) => unknown);
  const item = (row) => h('li', {}, h('button', { type: 'button', onclick: () => take(row.unknown) }, icon('card'),
    h('span', { class: 'row-text' }, h('bdi', {}, row.unknown), h('span', { class: 'row-detail' }, unknownText(row)))));
  return rows.length ? h('section', {}, h('h3', {}, t('unknown-cards')),
    h('ul', { class: 'menu', role: 'list' }, ...rows.map(item))) : '';
}

// `take` gets the number of the card that is placed, typed or chosen.
export function waitForCard(hint, take) {
  let isOver = false;
  const state = h('p', { role: 'status', class: 'card-state' });
  const again = h('button', { type: 'button', class: 'filled', hidden: true, onclick: () => wait() }, t('wait-again'));
  const sign = h('div', { class: 'card-waiting' }, icon('card'));
  const more = h('div', {});
  const lines = h('div', {});
  const chosen = (number) => {
    box.close();
    take(number);
  };
  const rest = (text) => {
    setText(state, text);
    sign.classList.remove('waits');
    again.hidden = false;
  };
  async function wait() {
    again.hidden = true;
    sign.classList.add('waits');
    setText(state, t('waiting-for-card'));
    try {
      const number = await placedCard(() => isOver);
      if (isOver) return;
      if (number) chosen(number);
      else rest(t('no-card-came'));
    } catch (problem) {
      if (isOver) return;
      rest(t('no-card-came'));
      if (problem.key === 'overtaken') notify(t('card-overtaken'));
      else complain(problem);
    }
  }
  const box = dialog(t('place-card'), h('div', { class: 'card-place' }, sign, h('p', {}, hint), state, again), lines, more,
    typed(chosen));
  const fill = () => unknownList(chosen).then((node) => more.replaceChildren(node), () => {});
  const off = on('cards', fill);
  box.addEventListener('close', () => {
    isOver = true;
    off();
  });
  fill();
  readerHint().then((node) => lines.replaceChildren(node), () => {});
  wait();
}
