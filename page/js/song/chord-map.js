// The structure of the song: a map with its sections and the place, and a list of the sections that can be repeated.

import { attempt } from '../bar.js';
import { h, iconButton } from '../dom.js';
import { may } from '../store.js';
import { signs, t, time } from '../texts.js';
import { chordBlock, drawStrip } from './marks.js';

// Chords of a song that is listed in blocks; of a longer one the names are enough.
const mostBlocks = 300;

const mark = (node, { from, to }, at) => node.classList.toggle('current', at >= from && at < to);

export class ChordMap {
  constructor(song) {
    this.song = song;
    this.strip = h('canvas', { class: 'wave-chords' });
    this.line = h('span', { class: 'stand-line' });
    this.parts = h('div', { class: 'stand-parts' });
    this.node = h('div', { class: 'stand-map', 'aria-hidden': 'true' }, this.parts, this.strip, this.line);
    this.list = h('ol', { class: 'stand-list', role: 'list', 'aria-label': t('structure') });
  }

  draw() {
    const { chords, length, sections } = this.song;
    drawStrip(this.strip, chords, length);
    this.parts.replaceChildren(...sections.map(({ from, to, letter }) => {
      const part = h('span', { 'data-from': from, 'data-to': to, onclick: () => this.song.jump(chords[from].start) }, letter);
      part.style.left = `${chords[from].start / length * 100}%`;
      part.style.width = `${(chords[to - 1].end - chords[from].start) / length * 100}%`;
      return part;
    }));
  }

  // The list has the names of the chords as they are played.
  drawList() {
    this.list.replaceChildren(...this.song.sections.map((section) => this.row(section)));
  }

  row({ from, to, length, times, letter }) {
    const { song } = this;
    const progression = song.chords.slice(from, from + length);
    const names = progression.map((chord) => song.shape(chord));
    const spoken = names.map((name) => signs(name === 'N' ? '–' : name)).join(' ');
    const start = time(song.chords[from].start);
    const blocks = song.chords.length > mostBlocks
      ? [spoken] : progression.map((chord, at) => chordBlock(chord, 'span', {}, names[at]));
    const label = t('section-name', { letter: letter || '·', n: times, chords: spoken, place: start });
    return h('li', { 'data-from': from }, h('button', {
      type: 'button', class: 'stand-section', disabled: !may('player'), onclick: () => song.jump(song.chords[from].start),
      'aria-label': label,
    }, h('strong', {}, letter || '·'), h('span', { class: 'stand-names-row' }, ...blocks),
    h('span', { class: 'muted stand-times' }, h('span', {}, start), times > 1 && h('span', {}, `×${times}`))),
    iconButton('loop', t('loop-section', { letter: letter || '·', place: start }), () => attempt(() => song.repeat(from, to)),
      { 'data-needs': 'player' }));
  }

  follow(seconds) {
    const { length } = this.song;
    this.line.style.transform = `translateX(${length ? seconds / length * this.node.clientWidth : 0}px)`;
  }

  show(at) {
    const { song } = this;
    [...this.list.children].forEach((item, order) => {
      const { from, to } = song.sections[order];
      const here = song.isCurrent() && at >= from && at < to;
      item.classList.toggle('current', here);
      if (here) item.firstChild.setAttribute('aria-current', 'true');
      else item.firstChild.removeAttribute('aria-current');
    });
    for (const part of this.parts.children) mark(part, { from: Number(part.dataset.from), to: Number(part.dataset.to) }, at);
  }
}
