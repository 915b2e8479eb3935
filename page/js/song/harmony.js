// Chords and keys some semitones higher, spelled as musicians do. Pure functions.

import { letters, modulo, parse, placeOf } from './chord.js';

const majorKeys = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const minorKeys = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B'];

// The note at a place, with one sign at most.
function noteAt(place) {
  while (place > 12) place -= 12;
  while (place < -8) place += 12;
  return letters[modulo(place + 1, 7)] + ['b', '', '#'][Math.floor((place + 1) / 7) + 1];
}

// Where keys begin in a song that modulates, from the analysis: `0.000 C, 62.310 Am`.
export const keyChanges = (text = '') => text.split(', ').filter(Boolean).map((part) => {
  const [start, key] = part.split(' ');
  return { start: Number(start), key };
});

// The key some semitones higher.
export function transposeKey(key, steps) {
  const chord = parse(key || 'C');
  if (modulo(steps, 12) === 0) return key || 'C';
  const root = modulo(chord.root + steps, 12);
  return chord.minor ? `${minorKeys[root]}m` : majorKeys[root];
}

// The name of a pitch in a key: the one nearest to the tonic on the line of fifths, from five below it to six above it.
// E#, B#, Cb and Fb only where the signature of the key has them; else they are F, C, B and E.
export function spell(pitch, key) {
  const tonic = placeOf(key || 'C');
  const sharps = parse(key)?.minor ? tonic - 3 : tonic;
  const usual = (place) => (place > Math.max(10, sharps + 5) ? place - 12 : place < Math.min(-6, sharps - 1) ? place + 12 : place);
  for (let place = tonic - 5; place <= tonic + 6; place += 1) {
    if (modulo(place * 7, 12) === modulo(pitch, 12)) return noteAt(usual(place));
  }
  return '';
}

// An interval in semitones on the line of fifths: the bass is spelled by its interval above the root (E/G# also in C).
function fifths(interval, quality) {
  if (interval === 6) return /dim|b5/.test(quality) ? -6 : 6;
  if (interval === 8) return quality === 'aug' ? 8 : -4;
  return [0, -5, 2, -3, 4, -1, 0, 1, 0, 3, -2, 5][interval];
}

// The chord some semitones higher, spelled in `key`, the key of the song as it is now.
export function transpose(name, steps, key) {
  const chord = parse(name);
  if (!chord || modulo(steps, 12) === 0) return name;
  const root = spell(chord.root + steps, transposeKey(key, steps));
  if (chord.bass === null) return root + chord.quality;
  return `${root}${chord.quality}/${noteAt(placeOf(root) + fifths(modulo(chord.bass - chord.root, 12), chord.quality))}`;
}
