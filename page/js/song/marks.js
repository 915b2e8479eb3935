// What stands at places of a song: cues, chapters, chords; as marks over a waveform, as a strip, as a row.

import { batch, get } from '../api.js';
import { h } from '../dom.js';
import { has, signs, t, time } from '../texts.js';
import { chordAt, colour } from './chord.js';

export const types = ['marker', 'intro', 'verse', 'chorus', 'drop', 'outro', 'loop'];
export const typeName = (type) => (has(`cue-${type}`) ? t(`cue-${type}`) : type);
export const cueName = (cue) => cue.name || typeName(cue.type);

const many = (answer) => (Array.isArray(answer) ? answer : []);
const numbers = (rows, ...keys) => many(rows).map((row) => {
  for (const key of keys) if (row[key] !== undefined) row[key] = Number(row[key]);
  return row;
});

export const cuesOf = async (file) => numbers(await get(['cues', file]), 'time', 'end');
export const chordsOf = async (file) => numbers(await get(['chords', file]), 'start', 'end', 'confidence');

// Seconds at which bars begin.
export const barsOf = async (file) =>
  numbers(await get(['beats', file]), 'beat').filter((beat) => beat.downbeat).map(({ beat }) => beat);

// Where a bar begins nearest to a place, and after another place; the place itself where none begins within 3 s.
export function barAt(bars, place, after = -1) {
  const distance = (bar) => Math.abs(bar - place);
  const near = bars.filter((bar) => bar > after && distance(bar) < 3);
  return near.length ? near.reduce((best, bar) => (distance(bar) < distance(best) ? bar : best)) : place;
}

// Cues, chapters, analysis and chords of a song; chords only where they are known, since asking would search them.
export async function marksOf(file) {
  const [cues, chapters, analysis] = await batch([['cues', file], ['chapters', file], ['analysis', file]]);
  return {
    cues: numbers(cues, 'time', 'end'), chapters: numbers(chapters, 'time', 'end'), analysis,
    chords: Number(analysis.chords) > 0 ? await chordsOf(file).catch(() => []) : [],
  };
}

const percent = (seconds, length) => `${Math.min(100, Math.max(0, seconds / length * 100))}%`;

// A cue: a line with a flag of its type, and a band if it has an end.
export function cueMark(cue, length) {
  const mark = h('span', { class: 'cue', 'data-type': cue.type });
  const band = h('span', { class: 'cue-band', 'data-type': cue.type });
  for (const one of [band, mark]) {
    one.style.left = percent(cue.time, length);
    if (cue.colour) one.style.setProperty('--cue', `#${cue.colour}`);
  }
  if (cue.end === undefined) return [mark];
  band.style.width = percent(cue.end - cue.time, length);
  return [band, mark];
}

export function drawMarks(box, { cues, chapters }, length) {
  const ticks = chapters.filter((chapter) => chapter.time > 0).map((chapter) => {
    const tick = h('span', { class: 'chapter' });
    tick.style.left = percent(chapter.time, length);
    return tick;
  });
  box.replaceChildren(...length ? [...ticks, ...cues.flatMap((cue) => cueMark(cue, length))] : []);
}

// The name of the part at a place: the last cue or chapter that begins before it, or the section around it.
export function nameAt({ cues, chapters }, seconds) {
  const around = (list, name) => {
    const found = list.filter((one) => one.time <= seconds && (one.end === undefined || seconds < one.end)).pop();
    return found ? name(found) : '';
  };
  return around(cues, cueName) || around(chapters, (chapter) => chapter.title ?? '');
}

export function drawStrip(canvas, chords, length) {
  canvas.hidden = chords.length === 0 || !length;
  if (canvas.hidden) return;
  canvas.width = 1000;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  for (const { chord, start, end, confidence } of chords) {
    context.fillStyle = colour(chord, confidence);
    context.fillRect(start / length * 1000, 0, Math.max(1, (end - start) / length * 1000 - 1), 1);
  }
}

// A block with the name of a chord, in its colour.
export function chordBlock(chord, tag = 'span', properties = {}, name = chord.chord) {
  const block = h(tag, { class: chord.confidence < 0.5 ? 'chord unsure' : 'chord', ...properties },
    signs(name === 'N' ? '–' : name));
  block.style.setProperty('--chord', colour(chord.chord, chord.confidence));
  if (chord.chord === 'N') block.classList.add('none');
  return block;
}

// The chord of the moment and those that follow; `jump` gets the chord that was tapped.
export function chordRow(jump) {
  const box = h('div', { class: 'chord-row', 'aria-hidden': 'true' });
  let chords = [];
  let shown = null;
  return {
    node: box,
    show: (list) => {
      chords = list;
      shown = null;
    },
    tick: (seconds) => {
      if (!chords.length) return;
      const at = Math.max(0, chordAt(chords, seconds));
      if (at === shown) return;
      shown = at;
      box.replaceChildren(...chords.slice(at, at + 5).map((chord, place) => {
        const block = chordBlock(chord, 'span', { title: time(chord.start), onclick: () => jump(chord) });
        block.classList.toggle('current', place === 0);
        block.style.setProperty('--letters', String(block.textContent.length));
        return block;
      }));
    },
  };
}
