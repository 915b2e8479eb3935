// The waveform of the song that plays: scrubbed by finger, with its marks, its chords, its loop, the time gone and left.

import { waveform } from '../api.js';
import { h, setText } from '../dom.js';
import { duration, may, on, position, store } from '../store.js';
import { t, time } from '../texts.js';
import { everyTick, seek } from './player.js';

const usual = 160;
const widest = 4096;      // pixels of a canvas, as old phones have them

// Bars of bass, middle and treble, one on the other. `data`: for each point the peaks and loudnesses of the three.
function draw(canvas, data, points, colours) {
  const { clientWidth, clientHeight } = canvas;
  if (!clientWidth) return;
  const scale = Math.min(2, devicePixelRatio || 1, widest / clientWidth);
  canvas.width = Math.round(clientWidth * scale);
  canvas.height = Math.round(clientHeight * scale);
  const context = canvas.getContext('2d');
  const bars = Math.max(20, Math.min(points, Math.floor(clientWidth / 4)));
  const pitch = canvas.width / bars;
  const thick = Math.max(1, pitch * 0.62);
  const middle = canvas.height / 2;
  const most = data ? data.reduce((largest, value, at) => (at % 6 < 3 ? Math.max(largest, value) : largest), 1) : 1;
  for (let bar = 0; bar < bars; bar += 1) {
    const heights = [0.08, 0, 0];
    if (data) {
      const from = Math.floor(bar * points / bars);
      const to = Math.max(from + 1, Math.floor((bar + 1) * points / bars));
      for (let band = 0; band < 3; band += 1) {
        let peak = 0;
        for (let at = from; at < to; at += 1) peak = Math.max(peak, data[at * 6 + band]);
        heights[band] = peak / most;
      }
    }
    const total = Math.max(0.06, ...heights);
    const sum = heights[0] + heights[1] + heights[2] || 1;
    let rest = total;
    heights.forEach((height, band) => {
      if (rest <= 0.001) return;
      context.fillStyle = colours[band];
      const half = Math.max(1, rest * (middle - 1));
      context.beginPath();
      const x = bar * pitch + (pitch - thick) / 2;
      if (context.roundRect) context.roundRect(x, middle - half, thick, half * 2, thick / 2);
      else context.rect(x, middle - half, thick, half * 2);
      context.fill();
      rest -= total * height / sum;
    });
  }
}

// The bars of a song in `room`, and over them those of the part that was played. `points`: the most bars.
export function bars(room, points = usual) {
  const rest = h('canvas', { class: 'wave-rest', 'aria-hidden': 'true' });
  const done = h('canvas', { class: 'wave-done', 'aria-hidden': 'true' });
  room.prepend(rest, done);
  const style = getComputedStyle(document.documentElement);
  const colours = (kind) => ['bass', 'middle', 'treble'].map((band) => style.getPropertyValue(`--${kind}-${band}`));
  let data = null;
  let shown = null;
  const paint = () => {
    draw(rest, data, points, colours('wave'));
    draw(done, data, points, colours('played'));
  };
  async function load() {
    const file = shown;
    const answer = file ? await waveform(file, points).catch(() => null) : null;
    if (shown !== file) return;
    data = answer?.length === points * 6 ? answer : null;
    paint();
  }
  const offs = [on('analysis', () => { if (!data) load(); }), on('theme', paint)];
  const observer = new ResizeObserver(paint);
  observer.observe(room);
  return {
    show: (file) => {
      if (shown === file) return;
      shown = file;
      data = null;
      paint();
      load();
    },
    played: (part) => { done.style.clipPath = `inset(0 ${(1 - part) * 100}% 0 0)`; },
    end: () => {
      offs.forEach((off) => off());
      observer.disconnect();
    },
  };
}

const keySteps = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 30, PageDown: -30 };

// `between` stands between the two times. `marks` holds what is drawn over the wave, `strip` the chords under it,
// `nameAt` gives the name of the part at a place.
export class Wave {
  constructor(between) {
    this.nameAt = () => '';
    this.scrubbing = false;
    this.bubble = h('output', { class: 'wave-bubble', 'aria-hidden': 'true', hidden: true });
    this.input = h('input', {
      type: 'range', min: '0', max: '1', step: '0.1', value: '0', 'aria-label': t('position'),
      oninput: () => this.scrub(), onchange: () => this.jump(), onkeydown: (event) => this.pressed(event),
    });
    this.loop = h('span', { class: 'wave-loop', hidden: true });
    this.marks = h('div', { class: 'wave-marks', 'aria-hidden': 'true' });
    this.strip = h('canvas', { class: 'wave-chords', 'aria-hidden': 'true', hidden: true });
    this.gone = h('span', { class: 'time' });
    this.left = h('span', { class: 'time' });
    this.room = h('div', { class: 'wave-room' }, this.loop, this.marks, this.bubble, this.input);
    this.node = h('div', { class: 'wave' }, this.room, this.strip,
      h('div', { class: 'wave-times' }, this.gone, between, this.left));
    this.shape = bars(this.room);
    everyTick(() => { if (!this.scrubbing) this.place(position()); });
    on('state', () => this.update());
    this.update();
  }

  place(seconds) {
    const { input } = this;
    const length = duration();
    this.shape.played(length ? Math.min(1, seconds / length) : 0);
    setText(this.gone, time(seconds));
    setText(this.left, length ? `−${time(length - seconds)}` : '');
    const words = t('position-of', { place: time(seconds), length: time(length) });
    if (input.getAttribute('aria-valuetext') !== words) input.setAttribute('aria-valuetext', words);
    if (!this.scrubbing) input.value = String(seconds);
  }

  // The finger is on the wave: the song goes there when it is lifted.
  scrub() {
    const { bubble, input, room } = this;
    this.scrubbing = true;
    const value = Number(input.value);
    bubble.hidden = false;
    bubble.textContent = [time(value), this.nameAt(value)].filter(Boolean).join(' · ');
    // Above the finger, but never over the edge.
    const half = bubble.offsetWidth / 2;
    bubble.style.left = `${Math.min(room.clientWidth - half, Math.max(half, value / Number(input.max) * room.clientWidth))}px`;
    this.place(value);
  }

  async jump() {
    await seek(Number(this.input.value));
    this.scrubbing = false;
    this.bubble.hidden = true;
    this.place(position());
  }

  pressed(event) {
    if (!(event.key in keySteps)) return;
    event.preventDefault();
    event.stopPropagation();
    seek(position() + keySteps[event.key]);
  }

  update() {
    const { input, loop } = this;
    const length = duration();
    const { loopstart, loopend } = store.status;
    input.max = String(length || 1);
    input.disabled = !length || !may('player');
    loop.hidden = loopend === undefined || !length;
    if (!loop.hidden) {
      loop.style.left = `${loopstart / length * 100}%`;
      loop.style.width = `${(loopend - loopstart) / length * 100}%`;
    }
    this.shape.show(store.song?.file ?? null);
  }
}
