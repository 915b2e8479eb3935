// The card of announcements: a text that the box speaks over the music, or a sound of the network.

import { post } from '../api.js';
import { attempt, notify } from '../bar.js';
import { h, icon } from '../dom.js';
import { t } from '../texts.js';
import { card } from './card.js';

const mostLetters = 500;
// Decibels by which the music is softer meanwhile.
const duck = 18;

export function say(may) {
  if (!may.has('announce')) return null;
  const field = h('input', { class: 'field', maxlength: String(mostLetters), required: true, 'aria-label': t('say-text'),
    placeholder: t('say-text'), autocomplete: 'off' });
  const over = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: localStorage.sayOver === '1',
    onchange: () => { localStorage.sayOver = over.checked ? '1' : ''; } });
  const form = h('form', { class: 'say', onsubmit: (event) => {
    event.preventDefault();
    const text = field.value.trim();
    attempt(async () => {
      await post('announce', /^https?:/.test(text) ? text : `say:${text}`, ...over.checked ? ['duck', String(duck)] : []);
      notify(t('said', { text }));
      field.value = '';
    });
  } }, h('div', { class: 'say-line' }, field, h('button', { type: 'submit', class: 'filled' }, icon('say'), t('say'))),
  h('label', { class: 'switch-row' }, h('span', { class: 'row-text' }, t('say-over')), over));
  return { node: card('say', t('announcement'), h('p', { class: 'muted' }, t('say-hint')), form), events: [] };
}
