// How far all files are together, and what can be done then.

import { link } from '../address.js';
import { h, icon, setText } from '../dom.js';
import { size } from '../sizes.js';
import { t } from '../texts.js';
import { forget, isOpen, stop, transfers } from './sending.js';

const sum = (transfers, value) => transfers.reduce((total, one) => total + value(one), 0);

export class AllProgress {
  constructor() {
    this.node = h('div', { class: 'adding-whole', hidden: true });
  }

  show(all) {
    this.node.hidden = all.length === 0;
    if (all.length === 0) return;
    const done = all.filter(({ state }) => state === 'done' || state === 'known');
    const open = all.filter(isOpen);
    const bytes = sum(all.filter(({ state }) => state !== 'refused' && state !== 'stopped'), ({ file }) => file.size);
    const sent = sum(all.filter((one) => isOpen(one) || done.includes(one)), (one) => one.sent);
    const refused = all.filter(({ state }) => state === 'refused').length;
    if (open.length) {
      this.showOpen(t('files-of', { done: done.length, n: all.length, sent: size(sent), size: size(bytes) }), bytes, sent);
    } else {
      this.showDone([t('files-there', { n: done.length }),
        refused > 0 && t('files-refused', { n: refused })].filter(Boolean).join(' · '), done);
    }
  }

  showOpen(text, bytes, sent) {
    const bar = this.node.querySelector('progress');
    if (bar) {
      setText(this.node.querySelector('p'), text);
      bar.max = bytes || 1;
      bar.value = sent;
      return;
    }
    this.node.replaceChildren(h('p', { role: 'status' }, text),
      h('progress', { max: bytes || 1, value: sent, 'aria-label': t('files') }),
      h('div', { class: 'chips' }, h('button', { type: 'button', class: 'chip', onclick: () => [...transfers].forEach(stop) },
        icon('close'), t('cancel-all'))));
  }

  // Where the last one is.
  showDone(text, done) {
    const uri = done.at(-1)?.uri;
    const place = uri?.includes('/') ? uri.slice(0, uri.lastIndexOf('/')) : '';
    const there = /(^|\/)Sounds(\/|$)/.test(place) ? h('a', { class: 'filled', href: '#pads' }, icon('pads'), t('show-pads'))
      : h('a', { class: 'filled', href: place ? link('folder', place) : '#library/new' }, icon('library'), t('show-songs'));
    const chips = h('div', { class: 'chips' }, done.length > 0 && there,
      h('button', { type: 'button', class: 'chip', onclick: forget }, icon('check'), t('clear-list')));
    this.node.replaceChildren(h('p', { role: 'status' }, text), chips);
  }
}
