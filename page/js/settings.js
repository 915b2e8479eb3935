// What this phone or computer chooses for itself: theme and language; and the keys.

import { h, icon } from './dom.js';
import { ask, dialog } from './menu.js';
import { login } from './api.js';
import { attempt } from './bar.js';
import { emit, store } from './store.js';
import { language, languages, t } from './texts.js';

const light = document.getElementById('light');

export function applyTheme() {
  light.media = { light: 'all', dark: 'not all' }[localStorage.theme] ?? '(prefers-color-scheme: light)';
  emit('theme');
}
matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => emit('theme'));

function choice(title, name, options, chosen, choose) {
  return h('fieldset', { class: 'choice' }, h('legend', {}, title), ...Object.entries(options).map(([value, text]) =>
    h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => choose(value) }), h('span', {}, text))));
}

const keys = [
  ['key-space', 'key-play'], ['←  →', 'key-seek'], ['↑  ↓', 'key-volume'], ['N  P', 'key-skip'], ['M', 'mute'],
  ['/', 'search'], ['1–9', 'key-pads'], ['U', 'undo'], ['Alt ↑ ↓', 'key-move'], ['key-delete', 'key-remove'], ['?', 'key-help'],
];

// Loads the page again with the rights of the password.
export async function enter() {
  const password = await ask(t('password'), '', t('enter'), 'password');
  if (!password) return;
  await attempt(async () => {
    await login(password);
    location.reload();
  });
}

export function settings() {
  dialog(t('settings'),
    choice(t('theme'), 'theme', { auto: t('theme-auto'), dark: t('theme-dark'), light: t('theme-light') }, localStorage.theme ?? 'auto', (value) => {
      localStorage.theme = value;
      applyTheme();
    }),
    choice(t('language'), 'language', languages, language, (value) => {
      localStorage.language = value;
      location.reload();
    }),
    ['look', 'add'].includes(store.role) && h('p', { class: 'guest' }, h('span', {}, t(`role-${store.role}`)),
      h('button', { type: 'button', class: 'chip', onclick: enter }, icon('lock'), t('password'))),
    h('h3', {}, t('keys')),
    h('dl', { class: 'keys' }, ...keys.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key.startsWith('key-') ? t(key) : key)), h('dd', {}, t(text))])));
}
