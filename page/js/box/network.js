// The card of the box's own Wi-Fi: the network that the box is to join. It is there while that Wi-Fi is open.

import { post } from '../api.js';
import { attempt, complain } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { t } from '../texts.js';
import { card, list } from './card.js';

const mostNameLetters = 32;
// 64 are a key in place of a password.
const [leastLetters, mostLetters, passwords] = [8, 64, '.{8,63}|[0-9A-Fa-f]{64}'];
const pause = 3000;

const field = (name, more) => h('input', { class: 'field', 'aria-label': t(name), placeholder: t(name), autocomplete: 'off',
  autocapitalize: 'none', spellcheck: 'false', ...more });

// What the box says of the network that it has tried.
export function newsOf({ state, name, error }) {
  if (state === 'joining') return t('network-joining', { name });
  return name && error ? t(`network-${error}`, { name }) : '';
}

// Phones add a space to a word that they complete or copy; a network that the box has seen may have one.
export const nameOf = (text, seen) => (seen.includes(text) ? text : text.trim());

export async function network(may) {
  if (!may.has('network')) return null;
  const hint = h('p', { class: 'muted' });
  const news = h('p', { role: 'status' });
  const seen = h('datalist', { id: 'networks' });
  const name = field('network-name', { list: 'networks', required: true, maxlength: String(mostNameLetters) });
  const password = field('network-secret', { type: 'password', minlength: String(leastLetters), maxlength: String(mostLetters),
    pattern: passwords, title: t('network-secret-rule') });
  const join = h('button', { type: 'submit', class: 'filled' }, icon('check'), t('network-join'));
  let timer;
  let names = [];
  async function fill() {
    clearTimeout(timer);
    const report = await post('network');
    node.hidden = !['open', 'joining'].includes(report.state);
    if (node.hidden) return;
    setText(hint, t('network-hint', { name: report.hotspot }));
    setText(news, newsOf(report));
    names = list(report.seen);
    seen.replaceChildren(...names.map((value) => h('option', { value })));
    join.disabled = report.state === 'joining';
    // The box's own Wi-Fi ends for the try, and the page with it.
    if (join.disabled) timer = setTimeout(() => fill().catch(() => {}), pause);
  }
  const form = h('form', { class: 'network', onsubmit: (event) => {
    event.preventDefault();
    attempt(async () => {
      const wanted = nameOf(name.value, names);
      await post('network', 'join', wanted, password.value.trim());
      join.disabled = true;
      setText(news, t('network-joining', { name: wanted }));
      timer = setTimeout(() => fill().catch(() => {}), pause);
    });
  } }, name, password, join, seen);
  const node = card('network', t('network'), hint, news, form);
  node.hidden = true;
  // The view's list of cards has those that are shown.
  await fill().catch(complain);
  return { node, fill, events: [], end: () => clearTimeout(timer) };
}
