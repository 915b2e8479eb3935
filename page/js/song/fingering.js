// Chords under the fingers: diagrams of guitar and ukulele, and a sheet with all that the jukebox knows of a chord.

import { get, post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon, iconButton } from '../dom.js';
import { dialog } from '../menu.js';
import { may } from '../store.js';
import { signs, t } from '../texts.js';

const instruments = ['guitar', 'ukulele'];
const frets = 4;
const [stringGap, fretGap, top] = [14, 18, 20];
const known = new Map();

const all = (value) => [value ?? []].flat();

// What the jukebox says of a chord, asked once; nothing for what is no chord.
function theoryOf(name) {
  if (name === 'N') return Promise.resolve(null);
  if (!known.has(name)) {
    known.set(name, get(['theory', 'chord', name]).then(([found]) => found ?? null, (problem) => {
      known.delete(name);
      if (problem.status === 0) throw problem;
      return null;
    }));
  }
  return known.get(name);
}

function element(tag, properties, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(properties)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

// `x32010`, with dashes from the tenth fret on: the fret of each string, null for a muted one.
export const fretsOf = (fingering) => (fingering.includes('-') ? fingering.split('-') : [...fingering])
  .map((fret) => (fret === 'x' ? null : Number(fret)));

// The diagram of a fingering: strings from the left, the nut at the top.
function diagram(fingering) {
  const strings = fretsOf(fingering);
  const pressed = strings.filter((fret) => fret > 0);
  const first = Math.max(...pressed, 0) > frets ? Math.min(...pressed) : 1;
  const [width, height] = [(strings.length - 1) * stringGap, frets * fretGap];
  const svg = element('svg', { viewBox: `-18 0 ${width + 30} ${top + height + 6}`, class: 'fingering', role: 'img',
    'aria-label': t('fingering-of', { frets: fingering }) });
  for (let fret = 0; fret <= frets; fret += 1) {
    svg.append(element('line', { x1: 0, x2: width, y1: top + fret * fretGap, y2: top + fret * fretGap,
      class: fret === 0 && first === 1 ? 'nut' : 'fret' }));
  }
  if (first > 1) svg.append(element('text', { x: -5, y: top + fretGap * 0.75, class: 'first-fret' }, String(first)));
  strings.forEach((fret, at) => {
    const x = at * stringGap;
    svg.append(element('line', { x1: x, x2: x, y1: top, y2: top + height, class: 'fret' }));
    if (fret > 0) svg.append(element('circle', { cx: x, cy: top + (fret - first + 0.5) * fretGap, r: 5.5, class: 'finger' }));
    else svg.append(element('text', { x, y: top - 6, class: 'open' }, fret === null ? '×' : '○'));
  });
  return svg;
}

const play = (name) => attempt(() => post('chords', 'play', name));

function knownParts(name, chord, scales) {
  const fact = (title, value) => h('p', { class: 'chord-fact' }, h('span', { class: 'muted' }, title), ' ', signs(value));
  return [
    fact(t('chord-tones'), chord.tones), all(chord.inversion).length > 0 && fact(t('inversions'), all(chord.inversion).join('  ')),
    ...instruments.filter((instrument) => all(chord[instrument]).length).map((instrument) => h('section', {},
      h('h3', {}, t(instrument)), h('div', { class: 'fingerings' }, ...all(chord[instrument]).map(diagram)))),
    scales.length > 0 && h('section', {}, h('h3', {}, t('scales-that-fit')), h('ul', { class: 'scales', role: 'list' },
      ...scales.map(({ scale, notes, missing }) => h('li', {}, h('strong', {}, signs(scale)), ' ',
        h('span', { class: 'muted' }, signs(notes)), missing ? ` − ${signs(missing)}` : '')))),
  ].filter(Boolean);
}

// The sheet of a chord; another one can be looked up in it.
export function chordSheet(wanted) {
  const field = h('input', { class: 'field', value: wanted === 'N' ? '' : wanted, maxlength: '30', autocomplete: 'off',
    'aria-label': t('chord-name'), placeholder: t('chord-name'), spellcheck: 'false' });
  const content = h('div', { class: 'chord-sheet', 'aria-live': 'polite' });
  const sound = iconButton('play', t('hear-chord'), () => play(field.value.trim()), { solid: true, hidden: !may('player') });
  let turn = 0;
  async function show() {
    const mine = turn += 1;
    const name = field.value.trim();
    const chord = name && await theoryOf(name);
    const scales = chord ? (await get(['theory', 'fits', name]).catch(() => [])).slice(0, 6) : [];
    if (mine !== turn) return;
    sound.disabled = !chord;
    content.replaceChildren(...chord ? [h('p', { class: 'chord-title' }, h('strong', {}, signs(chord.chord)), ' ',
      h('span', { class: 'muted' }, chord.name)), ...knownParts(name, chord, scales)]
      : [h('p', { class: 'muted' }, name ? t('no-such-chord') : t('chord-hint'))]);
  }
  field.addEventListener('input', () => attempt(show));
  const box = dialog(t('chord'), h('div', { class: 'say-line' }, field, sound), content);
  box.classList.add('wide');
  attempt(show);
}

// The fingerings of the chord of the moment and of the next one, on the music stand. What is shown this device remembers.
export class StandFingers {
  constructor(song) {
    this.song = song;
    this.shown = [];
    this.places = [h('div', {}), h('div', {})];
    this.node = h('button', { type: 'button', class: 'stand-fingers', 'aria-label': t('chord-more'), hidden: true,
      onclick: () => chordSheet(this.shown[0] ?? '') }, ...this.places);
    this.chip = h('button', { type: 'button', class: 'chip', onclick: () => this.next() }, icon('button'), h('span', {}));
    this.draw();
  }

  instrument() {
    return instruments.includes(localStorage.fingering) ? localStorage.fingering : null;
  }

  // Off, guitar, ukulele, and round.
  next() {
    const order = [null, ...instruments];
    localStorage.fingering = order[(order.indexOf(this.instrument()) + 1) % order.length] ?? '';
    this.draw();
  }

  draw() {
    const instrument = this.instrument();
    this.node.hidden = !instrument;
    this.chip.setAttribute('aria-pressed', String(Boolean(instrument)));
    this.chip.lastChild.textContent = instrument ? t(instrument) : t('fingers');
    this.places.forEach((place, at) => attempt(() => this.fill(place, this.shown[at])));
  }

  // The names of the chord and of the next one, as they are played.
  show(...names) {
    if (names.join() === this.shown.join()) return;
    this.shown = names;
    this.draw();
  }

  async fill(place, name) {
    const instrument = this.instrument();
    const chord = instrument && name ? await theoryOf(name) : null;
    if (!this.shown.includes(name) || instrument !== this.instrument()) return;
    const [best] = all(chord?.[instrument]);
    place.replaceChildren(...best ? [h('span', {}, signs(name)), diagram(best)] : []);
  }
}
