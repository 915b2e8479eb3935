// Playing along: the metronome, a tuner, the chords that the box hears, and chords to look up.

import { goBack } from '../address.js';
import { post } from '../api.js';
import { attempt, complain } from '../bar.js';
import { h, icon, iconButton, setText } from '../dom.js';
import { allowed } from '../rights.js';
import { chordSheet } from '../song/fingering.js';
import { may, on, store } from '../store.js';
import { number, signs, t } from '../texts.js';
import { card } from '../box/card.js';
import { Listening } from './listening.js';
import { centsPart, stringsOf } from './strings.js';

export const styles = ['box', 'more'];
export const texts = true;

const meters = ['2/4', '3/4', '4/4', '6/8'];
const [slowest, fastest] = [30, 300];
// Within so many cents a tone is right, and nearly right.
const [right, near] = [3, 12];

const clamp = (value) => Math.min(fastest, Math.max(slowest, Math.round(value)));

class Metronome {
  constructor() {
    this.bpm = clamp(Number(localStorage.metronome) || 100);
    this.taps = [];
    this.value = h('output', { class: 'metronome-value' });
    this.meter = h('select', { class: 'select', 'aria-label': t('meter'), onchange: () => this.choose() },
      ...meters.map((meter) => h('option', { value: meter }, meter)));
    this.meter.value = localStorage.meter || '4/4';
    this.toggle = h('button', { type: 'button', class: 'filled', onclick: () => this.press() }, icon('play', true), h('span', {}));
    this.follow = h('button', { type: 'button', class: 'chip', onclick: () => this.send('follow') }, icon('music'),
      h('span', {}, t('metronome-follow')));
    const step = (by) => iconButton(by < 0 ? 'minus' : 'plus', t(by < 0 ? 'slower' : 'faster'), () => this.set(this.bpm + by),
      { class: 'icon-button edged' });
    this.node = card('metronome', t('metronome'), h('div', { class: 'metronome-line' }, step(-1), this.value, step(1)),
      h('input', { type: 'range', min: slowest, max: fastest, 'aria-label': t('bpm-of'), class: 'metronome-range',
        oninput: (event) => this.set(Number(event.target.value)) }),
      h('div', { class: 'chips' }, this.toggle, this.meter,
        h('button', { type: 'button', class: 'chip', onclick: () => this.tap() }, icon('button'), h('span', {}, t('tap-tempo'))),
        this.follow));
    this.range = this.node.querySelector('input');
    this.show('off');
    this.fill();
  }

  async fill() {
    const answer = await post('metronome').catch(() => ({ metronome: 'off' }));
    const found = Number(answer.metronome);
    if (found) {
      this.bpm = found;
      this.setMeter(answer.beats);
    }
    this.show(answer.metronome);
  }

  // Another client may have set a metre that the list does not have.
  setMeter(beats) {
    const meter = meters.find((one) => one.startsWith(`${beats}/`)) ?? `${beats}/4`;
    if (!meters.includes(meter)) this.meter.append(h('option', { value: meter }, meter));
    this.meter.value = meter;
  }

  show(state) {
    this.isOn = state !== 'off';
    setText(this.value, t('bpm', { value: this.bpm }));
    this.range.value = String(this.bpm);
    setText(this.toggle.lastChild, t(this.isOn ? 'stop' : 'start'));
    this.follow.setAttribute('aria-pressed', String(state === 'follow'));
  }

  set(bpm) {
    this.bpm = clamp(bpm);
    localStorage.metronome = this.bpm;
    if (this.isOn) this.start();
    else this.show('off');
  }

  choose() {
    localStorage.meter = this.meter.value;
    if (this.isOn) this.start();
  }

  // The last wish counts, whichever answer comes first.
  start() {
    clearTimeout(this.timer);
    this.show(String(this.bpm));
    this.timer = setTimeout(() => this.send(String(this.bpm), this.meter.value), 150);
  }

  press() {
    if (this.isOn) this.send('off');
    else this.start();
  }

  send(...words) {
    clearTimeout(this.timer);
    return attempt(async () => {
      await post('metronome', ...words);
      this.show(words[0]);
    });
  }

  // The tempo of taps: the mean of the last four gaps, each of at most two seconds.
  tap() {
    const now = performance.now();
    if (now - (this.taps.at(-1) ?? 0) > 2000) this.taps = [];
    this.taps = [...this.taps, now].slice(-5);
    if (this.taps.length > 2) this.set(60000 * (this.taps.length - 1) / (now - this.taps[0]));
  }

  end() {
    clearTimeout(this.timer);
  }
}

class Tuner {
  constructor() {
    this.listening = new Listening({ changed: (isOn, message) => this.state(isOn, message), heard: (tone) => this.show(tone) });
    this.note = h('strong', { class: 'tuner-note' }, '–');
    this.cents = h('span', { class: 'tuner-cents muted', role: 'status' });
    this.needle = h('span', { class: 'tuner-needle' });
    this.chord = h('span', { class: 'tuner-chord' });
    this.select = h('select', { class: 'select', 'aria-label': t('instrument') },
      ...['any', 'guitar', 'ukulele', 'bass', 'violin'].map((name) => h('option', { value: name }, t(`tuner-${name}`))));
    this.toggle = h('button', { type: 'button', class: 'filled', onclick: () => this.press() }, icon('mic'),
      h('span', {}, t('listen-start')));
    this.trouble = h('p', { class: 'muted', role: 'status' }, t('tuner-hint'));
    this.node = card('tuner', t('tuner'), h('div', { class: 'tuner-face' }, this.note, this.cents,
      h('div', { class: 'tuner-scale', 'aria-hidden': 'true' }, this.needle), this.chord), this.trouble,
    h('div', { class: 'chips' }, this.toggle, this.select));
  }

  press() {
    if (this.listening.isOn) return this.end();
    this.toggle.disabled = true;
    return attempt(() => this.listening.start().finally(() => { this.toggle.disabled = false; }));
  }

  state(isOn, message) {
    setText(this.toggle.lastChild, t(isOn ? 'listen-stop' : 'listen-start'));
    this.toggle.classList.toggle('on', isOn);
    setText(this.trouble, message ?? t('tuner-hint'));
  }

  show({ frequency, note, cents, chord, confidence }) {
    const goal = frequency ? stringsOf(this.select.value, Number(frequency), { note, cents: Number(cents) }) : null;
    setText(this.note, goal ? signs(goal.note) : '–');
    const off = goal ? Math.abs(goal.cents) : Infinity;
    this.node.dataset.tuned = off <= right ? 'right' : off <= near ? 'near' : goal ? 'off' : '';
    setText(this.cents, goal ? t(off <= right ? 'in-tune' : goal.cents > 0 ? 'too-high' : 'too-low', {
      cents: number(Math.round(off)), hertz: number(Math.round(Number(frequency) * 10) / 10) }) : t('play-a-tone'));
    this.needle.style.left = `${centsPart(goal?.cents ?? 0) * 100}%`;
    setText(this.chord, chord && chord !== 'N' ? t('heard-chord', { chord: signs(chord),
      value: Math.round(Number(confidence) * 100) }) : '');
  }

  end() {
    return this.listening.end();
  }
}

const lookUp = () => card('theory', t('chord-book'), h('p', { class: 'muted' }, t('chord-book-hint')),
  h('div', { class: 'chips' }, h('button', { type: 'button', class: 'chip', onclick: () => chordSheet('') }, icon('chords'),
    h('span', {}, t('look-up-chord')))));

export function practiceView() {
  const cards = h('div', { class: 'box-cards' });
  let parts = [];
  let turn = 0;
  const stop = () => parts.forEach((part) => part.end());
  async function build() {
    turn += 1;
    const mine = turn;
    const commands = store.role === 'all' ? await allowed().catch((problem) => {
      complain(problem);
      return new Set();
    }) : new Set();
    if (mine !== turn) return;
    stop();
    parts = [commands.has('log') && new Tuner(), may('player') && new Metronome()].filter(Boolean);
    cards.replaceChildren(...parts.map(({ node }) => node), lookUp(),
      ...commands.has('log') ? [] : [card('tuner', t('tuner'), h('p', { class: 'muted' }, t('tuner-needs')))]);
  }
  const off = on('role', build);
  const tuner = () => parts.find((part) => part instanceof Tuner)?.end();
  addEventListener('pagehide', tuner);
  return {
    ready: build(),
    node: h('div', { class: 'page box practice' }, h('header', { class: 'title-row' },
      iconButton('back', t('back'), () => goBack('#now')), h('h1', { tabindex: '-1', class: 'page-title' }, t('practice'))), cards),
    end: () => {
      turn += 1;
      removeEventListener('pagehide', tuner);
      off();
      stop();
    },
  };
}
