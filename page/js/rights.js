// What this visitor may do, by the jukebox itself: the names of the commands that it does not refuse.

import { post } from './api.js';
import { h, icon } from './dom.js';
import { enter } from './settings.js';
import { on, store } from './store.js';
import { t } from './texts.js';

// A command of each permission that is refused as a whole without it. `record` is none: a guest may ask for its state.
const signs = { add: 'add', player: 'play', control: 'padset', admin: 'log' };

export const holds = (commands, permission) => commands.has(signs[permission]);

// What these commands are together: the role that a text of the page is about.
export const roleOf = (commands) =>
  (['admin', 'control', 'add'].find((permission) => holds(commands, permission)) ?? 'look').replace('admin', 'all');

let names = null;
on('role', () => { names = null; });

export function allowed() {
  return names ??= post('commands').then((answer) => new Set([answer].flat().flatMap(({ command }) => command)), (problem) => {
    names = null;
    throw problem;
  });
}

// Ends the rights of the password.
export async function leave() {
  await fetch('/login', { method: 'DELETE' });
  location.reload();
}

// Why something cannot be done here, and what to do about it.
export function locked(text) {
  return h('div', { class: 'empty' }, icon('lock'), h('h2', {}, t('needs-password')), h('p', { class: 'muted' }, text),
    store.role === 'all' ? null : h('button', { type: 'button', class: 'filled', onclick: enter }, icon('log-in'), t('password')),
    h('div', { class: 'fixed' }, t('how-to-password'), h('code', {}, '[control]\npassword = WORD@read,add,player,control,admin')));
}
