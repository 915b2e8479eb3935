// A question before what cannot be undone.

import { h } from './dom.js';
import { dialog } from './menu.js';
import { t } from './texts.js';

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
