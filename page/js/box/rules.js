// The card of the folders that the library has or leaves out.

import { get } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { setRule } from '../files/rules.js';
import { t } from '../texts.js';
import { button, card, put } from './card.js';

const searchMilliseconds = 250;

export function folderRules(may) {
  if (!may.has('unmount')) return null;
  const known = h('ul', { class: 'box-list', role: 'list', 'aria-label': t('folders-rules') });
  const found = h('ul', { class: 'box-list', role: 'list', 'aria-label': t('search-folders') });
  const field = h('input', { type: 'search', class: 'field', placeholder: t('search-folders'), 'aria-label': t('search-folders'),
    autocomplete: 'off', spellcheck: 'false' });
  let timer = 0;
  let turn = 0;

  function row({ directory, excluded, songs }) {
    const isOut = excluded === '1';
    const name = directory.split('/').pop();
    return h('li', { class: isOut ? 'box-row absent' : 'box-row' }, icon('folder'), h('div', { class: 'row-text' },
      h('bdi', { class: 'row-title' }, directory), h('span', { class: 'row-detail' },
        isOut ? t('is-left-out') : t('songs', { n: Number(songs) }))),
    button(isOut ? 'plus' : 'remove', t(isOut ? 'take-in' : 'leave-out'), () => attempt(async () => {
      await setRule(isOut ? 'include' : 'exclude', directory, name);
      await fill();
    }), { 'aria-label': t(isOut ? 'take-in-name' : 'leave-out-name', { name }) }));
  }

  async function search() {
    turn += 1;
    const mine = turn;
    const words = field.value.trim().split(/\s+/).filter(Boolean);
    const folders = words.length ? await get(['library', 'folders', ...words, 'window', '0:10']) : [];
    if (mine !== turn) return;
    put(found, ...folders.filter(({ directory }) => directory).map(row),
      words.length > 0 && folders.length === 0 && h('li', { class: 'muted' }, t('nothing-found')));
  }
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => attempt(search), searchMilliseconds);
  });

  async function fill() {
    const sources = await get(['library', 'sources']);
    const ruled = sources.filter(({ rule }) => rule);
    put(known, ...ruled.map(row), ruled.length === 0 && h('li', { class: 'muted' }, t('all-folders-in')));
    await search();
  }
  const hint = h('p', { class: 'muted' }, t('folders-rules-hint'));
  return { node: card('folders', t('folders-rules'), hint, known, field, found), fill,
    events: ['database'], end: () => clearTimeout(timer) };
}
