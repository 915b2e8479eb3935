// The waveform of the song that plays: scrubbed by finger, with its marks, its chords, its loop, the time gone and left.

import { h, setText } from '../dom.js';
import { waveform } from '../api.js';
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

// `between` stands between the two times. `marks` holds what is drawn over the wave, `strip` the chords under it,
// `nameAt` gives the name of the part at a place.
export function wave(between) {
  const bubble = h('output', { class: 'wave-bubble', 'aria-hidden': 'true', hidden: true });
  const input = h('input', { type: 'range', min: '0', max: '1', step: '0.1', value: '0', 'aria-label': t('position') });
  const loop = h('span', { class: 'wave-loop', hidden: true });
  const marks = h('div', { class: 'wave-marks', 'aria-hidden': 'true' });
  const strip = h('canvas', { class: 'wave-chords', 'aria-hidden': 'true', hidden: true });
  const gone = h('span', { class: 'time' });
  const left = h('span', { class: 'time' });
  const room = h('div', { class: 'wave-room' }, loop, marks, bubble, input);
  const box = h('div', { class: 'wave' }, room, strip, h('div', { class: 'wave-times' }, gone, between, left));
  const shape = bars(room);
  const self = { node: box, marks, strip, nameAt: () => '' };
  let scrubbing = false;

  function place(seconds) {
    const length = duration();
    shape.played(length ? Math.min(1, seconds / length) : 0);
    setText(gone, time(seconds));
    setText(left, length ? `−${time(length - seconds)}` : '');
    const words = t('position-of', { place: time(seconds), length: time(length) });
    if (input.getAttribute('aria-valuetext') !== words) input.setAttribute('aria-valuetext', words);
    if (!scrubbing) input.value = String(seconds);
  }
  everyTick(() => {
    if (!scrubbing) place(position());
  });

  input.addEventListener('input', () => {
    scrubbing = true;
    const value = Number(input.value);
    bubble.hidden = false;
    bubble.textContent = [time(value), self.nameAt(value)].filter(Boolean).join(' · ');
    // Above the finger, but never over the edge.
    const half = bubble.offsetWidth / 2;
    bubble.style.left = `${Math.min(room.clientWidth - half, Math.max(half, value / Number(input.max) * room.clientWidth))}px`;
    place(value);
  });
  input.addEventListener('change', async () => {
    await seek(Number(input.value));
    scrubbing = false;
    bubble.hidden = true;
    place(position());
  });
  input.addEventListener('keydown', (event) => {
    const steps = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 30, PageDown: -30 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    seek(position() + steps[event.key]);
  });

  function update() {
    const length = duration();
    const { loopstart, loopend } = store.status;
    input.max = String(length || 1);
    input.disabled = !length || !may('player');
    loop.hidden = loopend === undefined || !length;
    if (!loop.hidden) {
      loop.style.left = `${loopstart / length * 100}%`;
      loop.style.width = `${(loopend - loopstart) / length * 100}%`;
    }
    shape.show(store.song?.file ?? null);
  }
  on('state', update);
  update();
  return self;
}
