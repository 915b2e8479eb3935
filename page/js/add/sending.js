// Files on their way to a stick, in parts: they go on while other views are shown, and after a lost connection.

import { Refusal } from '../api.js';
import { notify } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { t } from '../texts.js';

const partBytes = 4 * 1024 * 1024;
const listeners = new Set();
// Each: { file, volume, path, state, sent, reason, uri }. The states: waiting, sending, lost, done, known, refused, stopped.
export const transfers = [];
let running = null;       // the transfer that is sent, and its request

export function changed(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const tell = () => listeners.forEach((listener) => listener());

const url = (transfer, query = '') =>
  `/upload/${[transfer.volume, ...transfer.path.split('/')].map(encodeURIComponent).join('/')}${query}`;
const rest = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
export const isOpen = ({ state }) => ['waiting', 'sending', 'lost'].includes(state);

export function addFiles(items) {
  transfers.push(...items.map((item) => ({ state: 'waiting', sent: 0, ...item })));
  tell();
  work();
}

export function retry(transfer) {
  Object.assign(transfer, { state: 'waiting', reason: null });
  tell();
  work();
}

export function stop(transfer) {
  if (!isOpen(transfer)) return;
  const begun = transfer.state !== 'waiting';
  transfer.state = 'stopped';
  if (running?.transfer === transfer) running.request?.abort();
  if (begun) fetch(url(transfer, `?size=${transfer.file.size}`), { method: 'DELETE' }).catch(() => {});
  tell();
}

export function forget() {
  transfers.splice(0, transfers.length, ...transfers.filter(isOpen));
  tell();
}

// How much of the file the jukebox has; a refusal before anything is sent.
async function received(transfer) {
  let answer;
  try {
    answer = await fetch(url(transfer, `?size=${transfer.file.size}`));
  } catch {
    throw new Refusal(0, { key: 'no-connection' });
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, body);
  return Number(body.received);
}

function put(transfer, from) {
  const { size } = transfer.file;
  const to = Math.min(size, from + partBytes);
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    running.request = request;
    request.open('PUT', url(transfer));
    request.setRequestHeader('Content-Range', `bytes ${from}-${to - 1}/${size}`);
    request.responseType = 'text';
    request.timeout = 120000;
    request.upload.onprogress = (event) => {
      transfer.sent = from + Math.min(event.loaded, to - from);
      tell();
    };
    request.onload = () => {
      let body = {};
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // The status says enough.
      }
      if (request.status >= 200 && request.status < 300) done(body);
      else failed(new Refusal(request.status, body));
    };
    request.onerror = request.ontimeout = () => failed(new Refusal(0, { key: 'no-connection' }));
    request.onabort = () => failed(new Refusal(0, { key: 'stopped' }));
    request.send(transfer.file.slice(from, to));
  });
}

// What may be over in a moment: no connection, no jukebox, too many at once.
const passing = (problem) => problem.status === 0 || problem.status === 429 || problem.status >= 500;

async function send(transfer) {
  let pause = 500;
  transfer.state = 'sending';
  while (transfer.state === 'sending' || transfer.state === 'lost') {
    try {
      let from = await received(transfer);
      while (isOpen(transfer)) {
        transfer.state = 'sending';
        transfer.sent = from;
        tell();
        const answer = await put(transfer, from);
        pause = 500;
        if (answer.file) {
          Object.assign(transfer, { state: answer.known === '1' ? 'known' : 'done', sent: transfer.file.size, uri: answer.file });
          return;
        }
        from = Number(answer.received);
      }
    } catch (problem) {
      if (!problem.key) throw problem;
      if (!isOpen(transfer)) return;
      if (problem.key === 'upload-out-of-step') continue;
      // A file that was changed or removed meanwhile cannot be read any more: that is a lost connection, too.
      if (!passing(problem) || !await readable(transfer.file)) {
        Object.assign(transfer, { state: 'refused', reason: problem });
        return;
      }
      transfer.state = 'lost';
      tell();
      await rest(pause);
      pause = Math.min(8000, pause * 2);
    }
  }
}

const readable = (file) => file.slice(0, 1).arrayBuffer().then(() => true, () => false);

async function work() {
  if (running) return;
  for (let transfer; (transfer = transfers.find(({ state }) => state === 'waiting'));) {
    running = { transfer };
    await send(transfer);
    tell();
  }
  running = null;
}

// The browser asks before it leaves the page; older ones want a value.
addEventListener('beforeunload', (event) => {
  if (!transfers.some(isOpen)) return;
  event.preventDefault();
  event.returnValue = true;
});

// A tab with the progress, while something is on its way: it leads back from all other views.
const tabs = document.getElementById('tabs');
const percent = h('span', {});
const tab = h('a', { href: '#add', id: 'sending', hidden: true }, icon('upload'), percent);
tabs.append(tab);

function progress() {
  const open = transfers.filter(isOpen);
  const ended = !tab.hidden && open.length === 0;
  tab.hidden = open.length === 0;
  if (ended && location.hash.split('/')[0] !== '#add') {
    const there = transfers.filter(({ state }) => state === 'done' || state === 'known').length;
    notify(t('files-there', { n: there }));
  }
  // Of what was wanted, without what was refused or stopped.
  const counted = transfers.filter(({ state }) => state !== 'refused' && state !== 'stopped');
  const bytes = counted.reduce((sum, { file }) => sum + file.size, 0);
  const part = bytes ? counted.reduce((sum, { sent }) => sum + sent, 0) / bytes : 0;
  const text = t('percent', { value: Math.floor(part * 100) });
  setText(percent, text);
  tab.setAttribute('aria-label', `${t('add-music')}: ${text}`);
}
changed(progress);
