// The song on the music stand: its chords and sections, and how this device transposes it.

import { post } from '../api.js';
import { seek } from '../player/player.js';
import { playAt } from '../songs/queueing.js';
import { may, position, store } from '../store.js';
import { chordAt } from './chord.js';
import { transpose } from './harmony.js';

const mostCapo = 9;
const mostKept = 200;     // songs whose transposition and capo this device keeps

// By song: [transposition, capo].
function kept() {
  try {
    return JSON.parse(localStorage.stand ?? '{}');
  } catch {
    return {};
  }
}
function keep(file, values) {
  const others = kept();
  delete others[file];
  const entries = Object.entries(others).slice(1 - mostKept);
  if (values.some((value) => value)) entries.push([file, values]);
  localStorage.stand = JSON.stringify(Object.fromEntries(entries));
}

export class StandSong {
  constructor(file) {
    this.file = file;
    this.about = null;          // the song itself, with its tempo
    this.chords = [];
    this.sections = [];
    this.key = '';
    this.keys = [];             // where keys begin, in a song that modulates
    this.length = 0;            // seconds
    [this.steps, this.capo] = [0, 0];
  }

  isCurrent() {
    return store.song?.file === this.file;
  }

  // The name under which a chord is played, and the one that it has then.
  shape(chord) {
    return transpose(chord.chord, this.steps - this.capo, this.keyAt(chord.start));
  }

  sound(chord) {
    return transpose(chord.chord, this.steps, this.keyAt(chord.start));
  }

  keyAt(seconds) {
    return this.keys.filter(({ start }) => start <= seconds).pop()?.key ?? this.key;
  }

  keyNow() {
    return this.keyAt(this.place());
  }

  // Seconds from its beginning.
  place() {
    return this.isCurrent() ? position() : 0;
  }

  chordNow() {
    return Math.max(0, chordAt(this.chords, this.place()));
  }

  jump(seconds) {
    if (!may('player')) return;
    if (this.isCurrent() && store.status.state !== 'stop') seek(seconds);
    else if (this.about) playAt(this.about, seconds);
  }

  // To the chord before or behind this one. A moment after its beginning, back leads to the beginning of this one.
  step(difference) {
    if (!this.chords.length) return;
    const at = this.chordNow();
    const target = difference < 0 && this.place() - this.chords[at].start > 0.8 ? at : at + difference;
    this.jump(this.chords[Math.max(0, Math.min(this.chords.length - 1, target))].start);
  }

  // Repeats the chords from one number to another.
  async repeat(from, to) {
    const [start, end] = [this.chords[from].start, this.chords[to - 1].end];
    if (!this.isCurrent() || store.status.state === 'stop') await playAt(this.about, start);
    await post('loop', start.toFixed(3), Math.min(end, this.length || end).toFixed(3));
  }

  // Repeats the round of the progression that a chord is in, from its first chord to its last.
  async repeatRound(at) {
    const section = this.sections.find((one) => at >= one.from && at < one.to);
    if (!section) return;
    const { from, to, length, letter } = section;
    const start = from + Math.floor((at - from) / length) * length;
    await (letter ? this.repeat(start, start + length) : this.repeat(from, to));
  }

  recall() {
    [this.steps, this.capo] = kept()[this.file] ?? [0, 0];
  }

  transpose(steps) {
    this.steps = ((steps + 17) % 12) - 5;
    keep(this.file, [this.steps, this.capo]);
  }

  setCapo(fret) {
    this.capo = (fret + mostCapo + 1) % (mostCapo + 1);
    keep(this.file, [this.steps, this.capo]);
  }
}
