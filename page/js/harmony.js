// Chords as values: names, transposing, spelling in a key, colours. Pure functions.

export { signs } from './texts.js';

const letters = 'FCGDAEB';
const majorKeys = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const minorKeys = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B'];
const form = /^([A-G][#b]?)(.*?)(?:\/([A-G][#b]?))?$/;

const modulo = (value, by) => ((value % by) + by) % by;

// The place of a note on the line of fifths: … Bb -2, F -1, C 0, G 1 …, and its class in semitones above C.
const placeOf = (note) => letters.indexOf(note[0]) - 1 + ({ '#': 7, b: -7 }[note[1]] ?? 0);
const pitchOf = (note) => modulo(placeOf(note) * 7, 12);

// The note at a place, with one sign at most.
function noteAt(place) {
  while (place > 12) place -= 12;
  while (place < -8) place += 12;
  return letters[modulo(place + 1, 7)] + ['b', '', '#'][Math.floor((place + 1) / 7) + 1];
}

// `Am7`, `E/G#`; null for `N` and whatever is no chord.
export function parse(name) {
  const found = form.exec(name ?? '');
  if (!found) return null;
  const [, root, quality, bass] = found;
  return { root: pitchOf(root), quality, bass: bass ? pitchOf(bass) : null, minor: /^(m(?!aj)|dim)/.test(quality) };
}

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

// OKLCH to sRGB (Ottosson, "A perceptual color space for image processing", 2020), for browsers that do not know oklch().
function rgb(lightness, chroma, hue) {
  const a = chroma * Math.cos(hue * Math.PI / 180);
  const b = chroma * Math.sin(hue * Math.PI / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `rgb(${linear.map((value) => Math.round(255 * Math.min(1, Math.max(0,
    value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)))).join(' ')})`;
}

// The hue is the root's place on the circle of fifths, minor chords are darker. A chord that is not sure is paler: its
// lightness stays, so that its name can be read.
export function colour(name, confidence = 1) {
  const chord = parse(name);
  if (!chord) return 'transparent';
  const hue = 30 + 30 * modulo(chord.root * 7, 12);
  const strength = 0.15 + 0.85 * Math.min(1, Math.max(0, (confidence - 0.3) / 0.6));
  return chord.minor ? rgb(0.7, 0.1 * strength, hue) : rgb(0.8, 0.11 * strength, hue);
}

// The number of the chord at a place in seconds; -1 before the first.
export function chordAt(chords, seconds) {
  let low = 0;
  let high = chords.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chords[middle].start <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
