// The bar above the tabs: what was done, for 8 s, with its way back.

import { h } from './dom.js';
import { on, store } from './store.js';
import { has, t } from './texts.js';

const messages = document.getElementById('messages');
const bar = document.getElementById('bar');
let timer = 0;
let back = null;
let over = null;
let place = '';       // the view that the message is about

// Messages are seen and pressed over all else: in the top layer, and inside of the open dialog, outside of which nothing can
// be pressed.
export function raise() {
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(messages);
  messages.showPopover?.();
}
raise();

function show(text, undo, gone, danger) {
  hide();
  back = undo || null;
  over = gone ?? null;
  place = location.hash;
  bar.replaceChildren(h('span', { class: 'bar-text' }, text));
  if (undo) {
    bar.append(h('button', { type: 'button', class: 'bar-button', onclick: undoLast, 'aria-keyshortcuts': 'u' }, t('undo')));
  }
  bar.className = danger ? 'shown danger' : 'shown';
  timer = setTimeout(hide, 8000);
}

function hide() {
  clearTimeout(timer);
  over?.();
  back = over = complaint = null;
  bar.className = '';
  bar.replaceChildren();
}

// `gone` is called when the way back ends unused.
export const offer = (text, undo, gone) => show(text, undo, gone);
export const notify = (text) => show(text);

// With a button for what else can be done.
export function choice(text, label, action) {
  show(text);
  bar.append(h('button', {
    type: 'button', class: 'bar-button', onclick: () => {
      hide();
      attempt(action);
    },
  }, label));
}

export async function undoLast() {
  if (!back) return;
  const action = back;
  over = null;
  hide();
  await attempt(async () => {
    await action();
    // The way back of what was done meanwhile stays.
    if (!back) notify(t('undone'));
  });
}

// The text of a refusal. One inside of a list of commands names nothing: there the text goes without the name and its colon.
export function reason({ key, about, message }) {
  if (!has(`refusal.${key}`)) return message;
  const text = t(`refusal.${key}`, { about });
  return about ? text : text.replace(/:?\s+$/, '.').replace('  ', ' ');
}

// What the banner of the connection says already.
const banner = { lost: ['no-connection', 'no-jukebox'], away: ['no-connection', 'no-jukebox'], full: ['too-many'],
  login: ['login'] };
let complaint = null;

export function complain(problem) {
  if (problem.name === 'AbortError') return;
  if (!problem.key) throw problem;
  if (banner[store.connection]?.includes(problem.key)) return;
  show(reason(problem), null, null, true);
  complaint = problem.key;
}
// The banner comes after the first refusal, and neither stays longer than its cause.
on('connection', () => {
  if (Object.values(banner).flat().includes(complaint)) hide();
});

// What is over with its view: all but the way back.
addEventListener('hashchange', () => {
  if (!back && place !== location.hash) hide();
});

// Runs an action; a refusal is shown.
export async function attempt(action) {
  try {
    return await action();
  } catch (problem) {
    complain(problem);
    return undefined;
  }
}

// For a slider: one change is on its way at a time, the last wish wins. `wanted` is null when all are done.
export function latest(action) {
  const sender = { wanted: null, sending: false };
  sender.send = async (value) => {
    sender.wanted = value;
    if (sender.sending) return;
    sender.sending = true;
    while (sender.wanted !== null) {
      const next = sender.wanted;
      sender.wanted = null;
      await attempt(() => action(next));
    }
    sender.sending = false;
  };
  return sender;
}
