// A take: it is heard, its chords are found, and it is kept as a pad or discarded.

import { post } from '../api.js';
import { attempt, complain, notify, reason } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, icon } from '../dom.js';
import { ask } from '../menu.js';
import { number, t, time } from '../texts.js';

const list = (value) => [value ?? []].flat();

export class Take {
  constructor() {
    this.folders = [];
    this.shown = null;              // which take it is
    this.name = h('input',
      { type: 'text', class: 'field', maxlength: '120', 'aria-label': t('name'), placeholder: t('name-of-recording') });
    this.folder = h('select', { class: 'select', 'aria-label': t('pad-folder'), onchange: () => this.chosen() });
    this.chords = h('div', { class: 'take-chords' });
    const button = (icons, text, action, kind = 'chip') => h('button', { type: 'button', class: kind, onclick: action }, icons,
      t(text));
    this.find = button(icon('music'), 'find-chords', () => this.analyse());
    const listen = button(icon('play', true), 'listen', () => attempt(() => post('record', 'play')));
    this.node = h('section', { class: 'take', 'aria-label': t('take'), hidden: true },
      h('div', { class: 'chips' }, listen, this.find), this.chords,
      h('div', { class: 'take-keep' }, this.name, this.folder), h('div', { class: 'chips' },
        button(icon('save'), 'keep', () => this.keep(), 'filled'),
        button(icon('trash'), 'discard', () => this.discard(), 'chip danger')));
  }

  // `status` is that of the recording.
  show(status) {
    this.node.hidden = status.state !== 'take';
    const key = status.state === 'take' ? `${status.name} ${status.elapsed}` : null;
    if (key === this.shown) return;
    this.shown = key;
    this.chords.replaceChildren();
    this.name.value = status.name ?? '';
  }

  async analyse() {
    const { chords, find } = this;
    find.disabled = true;
    chords.replaceChildren(h('p', { class: 'muted' }, t('finding-chords')));
    let answer;
    try {
      answer = await post('record', 'analyze');
    } catch (problem) {
      if (!problem.key) complain(problem);
      chords.replaceChildren(h('p', {}, problem.key === 'no-analysis' ? t('no-chords-found') : reason(problem)));
      return;
    } finally {
      find.disabled = false;
    }
    this.showChords(answer);
  }

  showChords({ bpm, chord: chords, key, loudness, start: starts }) {
    const found = list(chords).map((chord, at) => ({ chord, start: list(starts)[at] })).filter(({ chord }) => chord !== 'N');
    const facts = [
      bpm && t('bpm-value', { value: number(Math.round(Number(bpm))) }), key,
      loudness && t('loudness-value', { value: number(Math.round(Number(loudness))) }),
    ].filter(Boolean);
    this.chords.replaceChildren(h('p', { class: 'muted' }, facts.join(' · ')), found.length
      ? h('ol', { class: 'chips', 'aria-label': t('chords-of-take') }, ...found.map(({ chord, start }) =>
        h('li', { class: 'take-chord' }, h('strong', {}, chord), h('span', { class: 'muted' }, time(start)))))
      : h('p', {}, t('no-chords-found')));
  }

  keep() {
    return attempt(async () => {
      const name = this.name.value;
      const words = [...name.trim() ? [name.trim()] : [], ...this.folder.value ? ['folder', this.folder.value] : []];
      const { file } = await post('record', 'keep', ...words);
      location.hash = '#pads';
      notify(t('kept', { name: (file ?? this.name.value).split('/').pop() }));
    });
  }

  async discard() {
    if (!await confirm(t('discard-question'), t('discard-hint'), t('discard'))) return;
    await attempt(() => post('record', 'discard'));
    this.name.value = '';
  }

  offer(folders) {
    this.folders = folders;
    this.options();
  }

  options() {
    this.folder.replaceChildren(...['', ...this.folders].map((one) => h('option', { value: one }, one || t('no-folder'))),
      h('option', { value: '\n' }, t('new-folder-entry')));
  }

  async chosen() {
    if (this.folder.value !== '\n') return;
    const wanted = await ask(t('new-folder'), '', t('save'));
    if (wanted && !this.folders.includes(wanted)) this.folders.push(wanted);
    this.options();
    this.folder.value = wanted;
  }
}
