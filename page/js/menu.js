// Menus and dialogs, both as <dialog>: a sheet on a phone, a box on a desk. Escape and a tap beside it close them.

import { raise } from './bar.js';
import { desk, h, icon, iconButton } from './dom.js';
import { t } from './texts.js';

// A dialog belongs to the view that opened it: Back closes it.
addEventListener('hashchange', () => document.querySelectorAll('dialog[open]').forEach((box) => box.close()));

export function dialog(title, ...content) {
  const opener = document.activeElement;
  const heading = h('h2', { id: 'dialog-title', tabindex: '-1' }, title);
  const box = h('dialog', { 'aria-labelledby': 'dialog-title', class: 'sheet' },
    h('header', {}, heading, iconButton('close', t('close'), () => box.close())), ...content.filter(Boolean));
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener('close', () => {
    raise();
    box.remove();
    if (opener?.isConnected) opener.focus();
  });
  document.body.append(box);
  box.showModal();
  raise();
  return box;
}

// On a desk a menu opens where the mouse was pressed; after a key it is in the middle.
let press = null;
document.addEventListener('pointerdown', (event) => { press = event.pointerType === 'mouse' ? event : null; }, true);
document.addEventListener('keydown', () => { press = null; }, true);

function toMouse(box) {
  if (!press || !desk.matches) return;
  box.classList.add('at');
  const { clientWidth, clientHeight } = document.documentElement;
  box.style.left = `${Math.max(8, Math.min(press.clientX, clientWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(press.clientY, clientHeight - box.offsetHeight - 8))}px`;
}

// Entries: { icon, text, action, pressed }; an empty one is left out. An icon is a name, or an element.
export function menu(title, entries) {
  const list = h('ul', { class: 'menu' }, ...entries.filter(Boolean).map((entry) => h('li', {},
    h('button', {
      type: 'button', 'aria-pressed': entry.pressed === undefined ? undefined : String(entry.pressed),
      onclick: () => {
        box.close();
        entry.action();
      },
    }, typeof entry.icon === 'string' ? icon(entry.icon) : entry.icon, h('span', {}, entry.text),
    entry.pressed ? icon('check') : null))));
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...list.querySelectorAll('button')];
    buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
  });
  const box = dialog(title, list);
  toMouse(box);
  list.querySelector('button')?.focus();
  return box;
}

// Asks for a name; nothing if it is closed.
export function ask(title, value, confirm, type = 'text') {
  return new Promise((resolve) => {
    const input = h('input',
      { type, value, autocomplete: type === 'password' ? 'current-password' : 'off', maxlength: '120', required: true,
        'aria-label': title, class: 'field' });
    const form = h('form', {
      method: 'dialog',
      onsubmit: () => resolve(input.value.trim()),
    }, input, h('button', { type: 'submit', class: 'filled' }, confirm));
    const box = dialog(title, form);
    box.addEventListener('close', () => resolve(''));
    input.focus();
    input.select();
  });
}
