// The road of the music stand: blocks of chords that move by under a fixed line.

import { h } from '../dom.js';
import { playing, store } from '../store.js';
import { chordBlock } from './marks.js';

// Of a name on the road: the widths of a letter and of both edges by the letter's height, and the least height in pixels.
const letterWidth = 0.62;
const edgesWidth = 0.6;
const smallestLetter = 10;

const before = 4;         // blocks that stay drawn left of the current one
const after = 20;
export const still = matchMedia('(prefers-reduced-motion: reduce)');

export class ChordLane {
  constructor(song) {
    this.song = song;
    this.at = null;                 // the number of the current chord
    this.scale = 40;                // pixels a second
    this.blocks = [-1, -1];
    this.moving = null;
    this.lane = h('div', { class: 'stand-lane' });
    this.node = h('div', { class: 'stand-road', onclick: (event) => {
      const block = event.target.closest('.chord');
      if (block) song.jump(song.chords[block.dataset.at].start);
    } }, this.lane, h('span', { class: 'stand-head' }));
  }

  // All is to be drawn again.
  clear() {
    this.at = null;
    this.blocks = [-1, -1];
  }

  // Fits the scale to the width: five usual chords are seen.
  measure() {
    const spans = this.song.chords.map((chord) => chord.end - chord.start).sort((a, b) => a - b);
    const usual = spans[Math.floor(spans.length / 2)] || 2;
    this.scale = Math.max(16, Math.min(160, this.node.clientWidth * 0.8 / (5 * usual)));
  }

  show(at) {
    this.at = at;
    this.draw();
    for (const block of this.lane.children) block.classList.toggle('current', Number(block.dataset.at) === at);
  }

  // Blocks around the current chord: the lane moves, its blocks stay.
  draw() {
    const { chords } = this.song;
    const [first, last] = [Math.max(0, this.at - before), Math.min(chords.length, this.at + after)];
    if (this.blocks[0] === first && this.blocks[1] === last) return;
    this.blocks = [first, last];
    this.lane.replaceChildren(...chords.slice(first, last).map((chord, offset) => this.block(chord, first + offset)));
  }

  block(chord, at) {
    const name = this.song.shape(chord);
    const block = chordBlock(chord, 'span', { 'data-at': at }, name);
    const width = Math.max(8, (chord.end - chord.start) * this.scale - 4);
    const letter = width / (name.length * letterWidth + edgesWidth);
    block.style.left = `${chord.start * this.scale}px`;
    block.style.width = `${width}px`;
    block.style.setProperty('--fits', `${letter}px`);
    // No name is better than a part of one.
    if (letter < smallestLetter) block.textContent = '';
    return block;
  }

  // The lane moves by itself from the position that is known to the next point where that changes: no work for each frame.
  anchor() {
    const { song } = this;
    this.moving?.cancel();
    const seconds = song.place();
    const at = (there) => `translateX(${-there * this.scale}px)`;
    this.lane.style.transform = at(still.matches && this.at !== null && song.chords.length ? song.chords[this.at].start : seconds);
    if (still.matches || !song.isCurrent() || !playing() || document.hidden) return;
    const { loopend, speed = 1 } = store.status;
    const end = loopend !== undefined && Number(loopend) > seconds ? Number(loopend) : song.length;
    if (end <= seconds) return;
    const duration = (end - seconds) / Number(speed) * 1000;
    this.moving = this.lane.animate([{ transform: at(seconds) }, { transform: at(end) }], { duration, fill: 'forwards' });
    this.moving.onfinish = () => { if (store.status.loopend !== undefined) this.anchor(); };
  }

  end() {
    this.moving?.cancel();
  }
}
