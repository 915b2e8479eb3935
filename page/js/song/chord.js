// Chords as values: their notes and colours, and the one at a place. Pure functions.

export const letters = 'FCGDAEB';
const form = /^([A-G][#b]?)(.*?)(?:\/([A-G][#b]?))?$/;

export const modulo = (value, by) => ((value % by) + by) % by;

// The place of a note on the line of fifths: … Bb -2, F -1, C 0, G 1 …, and its class in semitones above C.
export const placeOf = (note) => letters.indexOf(note[0]) - 1 + ({ '#': 7, b: -7 }[note[1]] ?? 0);
const pitchOf = (note) => modulo(placeOf(note) * 7, 12);

// `Am7`, `E/G#`; null for `N` and whatever is no chord.
export function parse(name) {
  const found = form.exec(name ?? '');
  if (!found) return null;
  const [, root, quality, bass] = found;
  return { root: pitchOf(root), quality, bass: bass ? pitchOf(bass) : null, minor: /^(m(?!aj)|dim)/.test(quality) };
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
