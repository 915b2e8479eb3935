// What stands in place of the chords where there are none: what to do, and how far the search is.

import { goBack } from '../address.js';
import { post } from '../api.js';
import { attempt } from '../bar.js';
import { emptyNote, h, icon, iconButton, setText } from '../dom.js';
import { may } from '../store.js';
import { has, t } from '../texts.js';

const askMilliseconds = 2000;

export class ChordSearch {
  constructor() {
    this.node = h('div', { class: 'stand-missing', hidden: true });
    this.file = null;
    this.progress = null;
    this.timer = 0;
    this.turn = 0;
  }

  // Its heading is that of the view.
  instead(...content) {
    this.node.replaceChildren(...content);
    const heading = this.node.querySelector('h2');
    heading.replaceWith(h('h1', { tabindex: '-1' }, heading.textContent));
  }

  showNothing() {
    this.instead(emptyNote('chords', t('nothing-plays'), t('nothing-plays-hint'),
      h('a', { class: 'filled', href: '#library' }, icon('library'), t('open-library'))));
  }

  // A song may have its tempo and key before its chords.
  show(file, { outcome, chords: known }) {
    const findable = known === undefined && (outcome === 'none' || outcome === 'done');
    this.file = file;
    this.progress = h('p', { class: 'muted', role: 'status' });
    const begin = () => attempt(async () => {
      button.disabled = true;
      await post('analyze', file);
      await this.search();
    });
    const button = findable && h('button', { type: 'button', class: 'filled', 'data-needs': 'control', onclick: begin },
      icon('chords'), t('search-chords'));
    const found = outcome === 'done' ? t('no-chords-hint') : has(`outcome-${outcome}`) ? t(`outcome-${outcome}`) : '';
    this.instead(iconButton('back', t('back'), () => goBack('#now')),
      emptyNote('chords', t(findable ? 'chords-unknown' : 'no-chords'),
      findable ? t('find-chords-hint') : found, button, this.progress));
    if (findable) this.search();
  }

  // The percents come without events: they are asked while somebody waits for them.
  async search() {
    if (!this.progress) return;
    clearTimeout(this.timer);
    const { turn } = this;
    const status = may('control') ? await post('analyze', 'status').then((answer) => [answer].flat()[0]).catch(() => ({})) : {};
    if (turn !== this.turn) return;
    const here = status.analyzing === this.file;
    const waits = status.waiting > 0 ? t('search-waits', { n: Number(status.waiting) }) : '';
    setText(this.progress, here ? t('searching', { value: Number(status.percent) }) : waits);
    if (here || status.waiting > 0) this.timer = setTimeout(() => document.hidden || this.search(), askMilliseconds);
  }

  // What is asked is of another song.
  cancel() {
    this.turn += 1;
    clearTimeout(this.timer);
  }
}
