// What the views of the box have in common: a question before what cannot be undone, sizes, and how to get the rights.

import { h, icon } from './dom.js';
import { dialog } from './menu.js';
import { language, t } from './texts.js';
import { enter } from './settings.js';
import { store } from './store.js';

// True if it is confirmed.
export function confirm(question, hint, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (value) => {
      answer = value;
      box.close();
    };
    const no = h('button', { type: 'button', class: 'chip', onclick: () => close(false) }, t('cancel'));
    const box = dialog(question, h('p', { class: 'confirm-hint' }, hint), h('div', { class: 'chips confirm' }, no,
      h('button', { type: 'button', class: 'filled danger', onclick: () => close(true) }, yes)));
    box.addEventListener('close', () => resolve(answer));
    no.focus();
  });
}

// Of bytes: 340 kB, 12.5 GB.
export function size(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  let value = Number(bytes);
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return new Intl.NumberFormat(language,
    { style: 'unit', unit: units[at], maximumFractionDigits: value < 100 && at > 1 ? 1 : 0 }).format(value);
}

// Why something cannot be done here, and what to do about it.
export function locked(text) {
  return h('div', { class: 'empty' }, icon('lock'), h('h2', {}, t('needs-password')), h('p', { class: 'muted' }, text),
    store.role === 'all' ? null : h('button', { type: 'button', class: 'filled', onclick: enter }, icon('log-in'), t('password')),
    h('div', { class: 'fixed' }, t('how-to-password'), h('code', {}, '[control]\npassword = WORD@read,add,player,control,admin')));
}
