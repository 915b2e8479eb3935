// A file on its way to a stick, in a row: how much of it is there, or why it is not.

import { reason } from '../bar.js';
import { h, icon, iconButton } from '../dom.js';
import { size } from '../sizes.js';
import { t } from '../texts.js';
import { isOpen, retry, stop } from './sending.js';

// Refusals that no second try changes.
const unusable = ['unsupported-file', 'empty-file', 'bad-file-name', 'file-too-large'];

function detailOf({ file, state, sent, reason: why }) {
  return {
    waiting: () => t('waits', { size: size(file.size) }), sending: () => t('sent-of', { sent: size(sent), size: size(file.size) }),
    lost: () => t('connection-lost'), done: () => t('is-there', { size: size(file.size) }), known: () => t('was-there'),
    refused: () => reason(why), stopped: () => t('stopped-file'),
  }[state]();
}

function buttonOf(transfer, name) {
  const { state, reason: why } = transfer;
  if (isOpen(transfer)) return iconButton('close', t('stop-file', { name }), () => stop(transfer));
  if ((state === 'refused' && !unusable.includes(why.key)) || state === 'stopped') return iconButton('restart',
    t('retry-file', { name }), () => retry(transfer));
  return null;
}

export function fileRow(transfer) {
  const { file, path, state, sent } = transfer;
  const name = path.split('/').pop();
  const part = file.size ? sent / file.size : 0;
  const bar = h('span', { class: 'file-bar' });
  bar.style.transform = `scaleX(${state === 'done' || state === 'known' ? 0 : part})`;
  return h('div', { class: `row file ${state}` },
    h('span', { class: 'row-icon' },
      icon({ done: 'check', known: 'check', refused: 'warning', stopped: 'close' }[state] ?? 'file')),
    h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name),
      h('span', { class: 'row-detail' }, detailOf(transfer))), bar,
    buttonOf(transfer, name));
}

// While it is the same, the row needs no new drawing.
export function fileKey({ path, state, sent, file } = {}) {
  return `${path} ${state} ${file && Math.round(sent / file.size * 200)}`;
}
