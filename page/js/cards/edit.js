// The sheet of one card: its content, its name, and how it plays.

import { bind, contentTitle } from './binding.js';
import { chooseContent } from './content.js';
import { h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { has, t } from '../texts.js';
import { contentPicture } from './picture.js';

const volumes = Array.from({ length: 20 }, (_, at) => String((at + 1) * 5));

// The values of each option; an empty one leaves it to the reader, or as it is.
const values = {
  again: ['', 'resume', 'toggle', 'next', 'next-folder', 'restart', 'nothing'], away: ['', 'pause', 'keep'],
  order: ['', 'shuffle', 'one', 'one-random', 'next-folder', 'random-folder'], volume: ['', ...volumes],
  'when-locked': ['no', 'yes'],
};

// Options that make no difference to one song, a stream or an action.
const optionsOf = (kind) => ({ playlist: ['order', 'again', 'away', 'volume'], folder: ['order', 'again', 'away', 'volume'],
  action: ['when-locked'] }[kind] ?? ['again', 'away', 'volume']);

function label(option, value) {
  if (option === 'volume' && value) return t('percent', { value: Number(value) });
  const key = `card-${option}-${value || 'default'}`;
  return has(key) ? t(key) : value;
}

// How a card plays, where that is not as usual.
export const optionTexts = (card) => ['order', 'again', 'away', 'volume', 'when-locked'].filter((option) => card[option])
  .map((option) => label(option, card[option]));

function optionField(option, card) {
  const value = card[option] ?? values[option][0];
  const all = values[option].includes(value) ? values[option] : [...values[option], value];
  return h('label', { class: 'labelled' }, h('span', {}, t(`card-${option}`)),
    h('select', { class: 'select', name: option }, ...all.map((one) =>
      h('option', { value: one, selected: one === value }, label(option, one)))));
}

export function editCard(card) {
  const name = h('input', { class: 'field', name: 'name', value: card.name ?? '', maxlength: '60', autocomplete: 'off',
    placeholder: contentTitle(card) });
  const kept = optionsOf(card.kind).map((option) => optionField(option, card));
  const form = h('form', { class: 'labelled-form', onsubmit: (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries([...form.querySelectorAll('select')].map((select) => [select.name, select.value]));
    box.close();
    bind({ ...card, ...chosen, name: name.value.trim() }, card);
  } }, h('div', { class: 'card-of' }, h('span', { class: 'row-cover' }, contentPicture(card.kind, card.target)),
    h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, contentTitle(card)),
      h('span', { class: 'row-detail' }, [t(`card-${card.kind}`), card.storage].filter(Boolean).join(' · '))),
    h('button', { type: 'button', class: 'chip', onclick: () => {
      box.close();
      changeContent(card);
    } }, icon('pencil'), t('other-content'))),
  h('label', { class: 'labelled' }, h('span', {}, t('name')), name), ...kept,
  h('p', { class: 'muted card-figures' }, t('card-number'), ' ', h('bdi', {}, card.number)),
  h('button', { type: 'submit', class: 'filled' }, t('save')));
  const box = dialog(t('edit-card'), form);
}

// Other content; the options stay.
export const changeContent = (card) => chooseContent(t('card-plays-now', { name: contentTitle(card) }),
  ({ kind, target, title }) => bind({ ...card, kind, target, title }, card));
