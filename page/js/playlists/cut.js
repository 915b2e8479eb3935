// The part of an entry and its crossfade as handles on the waveform of the song.

import { h, icon, setText } from '../dom.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { partOf, precise } from './part.js';
import { draw, peaks } from './strip.js';

const points = 400;
const shortest = 0.1;
const mostCrossfade = 600;
// Several keys in a row are one change.
const keysMilliseconds = 250;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const keySteps = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1, PageUp: 5, PageDown: -5, Home: -Infinity,
  End: Infinity };

const round = (seconds) => Math.round(seconds * 10) / 10;

// `now` has start, end and crossfade in seconds; the crossfade is null where the general one counts. `before`: the crossfade
// into the entry. `keep(key, value)` stores a value, `painted()` is called with each change.
export class Cut {
  constructor(entry, before, now, { keep, painted }) {
    Object.assign(this, { entry, now, keep, painted });
    this.part = partOf(entry, before);
    this.wave = null;
    this.canvas = h('canvas', { 'aria-hidden': 'true' });
    this.node = h('div', { class: 'cut' }, this.canvas);
    this.handles = this.handlesOf(now, this.part.length);
    for (const [key, handle] of Object.entries(this.handles)) this.build(key, handle);
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.node);
    this.off = on('theme', () => this.paint());
    peaks(entry.file, points).then((found) => {
      this.wave = found;
      this.paint();
    });
  }

  // A handle: `place` in seconds of the song; `at(place)` is its value at a place.
  handlesOf(now, length) {
    const fade = () => now.crossfade ?? 0;
    return {
      start: { value: () => now.start, least: () => 0, most: () => now.end - shortest, place: () => now.start,
        at: (place) => place },
      end: { value: () => now.end, least: () => now.start + shortest, most: () => length, place: () => now.end,
        at: (place) => place },
      crossfade: { value: fade, least: () => 0, most: () => this.mostFade(), place: () => now.end - fade(),
        at: (place) => now.end - place },
    };
  }

  mostFade() {
    return Math.min(mostCrossfade, round(this.now.end - this.now.start));
  }

  build(key, handle) {
    handle.node = h('div', {
      class: `cut-handle ${key}`, role: 'slider', tabindex: '0', 'aria-label': t(`handle-${key}`), 'aria-orientation': 'horizontal',
      onpointerdown: (event) => this.drag(event, key, handle), onkeydown: (event) => this.pressed(event, key, handle),
    }, h('span', {}, key === 'crossfade' ? icon('flow') : ''));
    handle.output = h('output', { 'aria-hidden': 'true' });
    this.node.append(handle.node);
  }

  drag(event, key, { node, place, at }) {
    if (event.button > 0) return;
    const { length } = this.part;
    event.preventDefault();
    node.focus();
    node.setPointerCapture(event.pointerId);
    const { left, width } = this.node.getBoundingClientRect();
    const grip = event.clientX - left - place() / length * width;
    const moved = (move) => this.change(key, at((move.clientX - left - grip) / width * length));
    node.addEventListener('pointermove', moved);
    node.addEventListener('lostpointercapture', () => {
      node.removeEventListener('pointermove', moved);
      this.store(key);
    }, { once: true });
  }

  pressed(event, key, handle) {
    const step = keySteps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.change(key, clamp(handle.value() + step, handle.least(), handle.most()));
    clearTimeout(handle.timer);
    handle.timer = setTimeout(() => this.store(key), keysMilliseconds);
  }

  change(key, value) {
    const { now } = this;
    const { length } = this.part;
    const { least, most } = this.handles[key];
    now[key] = round(clamp(value, least(), most()));
    if (key === 'end' && value >= length - 0.05) now.end = length;
    if (key !== 'crossfade' && now.crossfade !== null) now.crossfade = Math.min(now.crossfade, this.mostFade());
    this.paint();
  }

  store(key) {
    const handle = this.handles[key];
    handle.timer = 0;
    const value = round(handle.value());
    const whole = (key === 'start' && value === 0) || (key === 'end' && value >= round(this.part.length));
    this.keep(key, ...whole ? [] : [String(value)]);
  }

  words(key) {
    const value = this.handles[key].value();
    return key === 'crossfade' ? t('seconds-of', { n: value }) : precise(value);
  }

  paint() {
    const { now, part } = this;
    draw(this.canvas, this.wave, { ...part, start: now.start, end: now.end, fadeOut: now.crossfade ?? 0 });
    for (const [key, { node, output, value, least, most, place }] of Object.entries(this.handles)) {
      node.style.left = `${place() / part.length * 100}%`;
      node.setAttribute('aria-valuemin', least().toFixed(1));
      node.setAttribute('aria-valuemax', most().toFixed(1));
      node.setAttribute('aria-valuenow', value().toFixed(1));
      node.setAttribute('aria-valuetext', this.words(key));
      setText(output, key === 'crossfade' && now.crossfade === null ? t('general') : this.words(key));
    }
    this.painted();
  }

  // What keys have changed last is kept.
  end() {
    this.observer.disconnect();
    this.off();
    for (const [key, handle] of Object.entries(this.handles)) {
      if (!handle.timer) continue;
      clearTimeout(handle.timer);
      this.store(key);
    }
  }
}
