// Transport, waveform with the position, and the small player under the other views.

import { h, iconButton, label, setIcon, setText } from './dom.js';
import { bytes, post, batch, waveURL } from './api.js';
import { attempt } from './bar.js';
import { duration, may, on, position, store } from './store.js';
import { t, time } from './texts.js';
import { titleOf, artistOf } from './actions.js';
import { songCover } from './cover.js';

export const playing = () => store.status.state === 'play';

export const toggle = () => attempt(() => {
  if (store.status.state === 'stop') return post('play');
  return post('pause', playing() ? '1' : '0');
});
export const next = () => attempt(() => post('next'));
// A second into the song or more, the song begins again.
export const previous = () => attempt(() => (position() > 3 ? post('seekcur', '0') : post('previous')));
export const seek = (seconds) => attempt(() => post('seekcur', Math.max(0, Math.min(seconds, Math.max(0, duration() - 0.5))).toFixed(3)));
export const shuffle = () => attempt(() => post('random', store.status.random === '1' ? '0' : '1'));

// Off, the whole queue, this song.
export const repeat = () => attempt(() => {
  const { repeat: all, single } = store.status;
  if (all !== '1') return batch([['repeat', '1'], ['single', '0']]);
  if (single === '0') return post('single', '1');
  return batch([['repeat', '0'], ['single', '0']]);
});

function playButton(large) {
  const button = iconButton('play', t('play'), toggle, { class: large ? 'play-button' : 'icon-button', solid: true, 'data-needs': 'player' });
  const update = () => {
    setIcon(button, playing() ? 'pause' : 'play', true);
    label(button, playing() ? t('pause') : t('play'));
    button.disabled = store.status.playlistlength === '0';
  };
  on('state', update);
  update();
  return button;
}

export function transport() {
  const random = iconButton('shuffle', t('shuffle'), shuffle, { 'aria-pressed': 'false' });
  const again = iconButton('repeat', t('repeat'), repeat);
  const back = iconButton('previous', t('previous'), previous, { solid: true });
  const on_ = iconButton('next', t('next'), next, { solid: true });
  const update = () => {
    const { status } = store;
    random.setAttribute('aria-pressed', String(status.random === '1'));
    const single = status.repeat === '1' && status.single !== '0';
    setIcon(again, single ? 'repeat-one' : 'repeat');
    again.classList.toggle('on', status.repeat === '1');
    label(again, single ? t('repeat-song') : status.repeat === '1' ? t('repeat-queue') : t('repeat-off'));
    back.disabled = on_.disabled = status.song === undefined;
  };
  on('state', update);
  update();
  return h('div', { class: 'transport', role: 'group', 'data-needs': 'player', 'aria-label': t('player') }, random, back, playButton(true), on_, again);
}

// Ticks only while music plays and the page is seen.
const clocks = new Set();
let clock = 0;

function run() {
  const wanted = playing() && !document.hidden && clocks.size > 0;
  if (wanted && !clock) clock = setInterval(() => clocks.forEach((tick) => tick()), 100);
  if (!wanted && clock) clock = clearInterval(clock) ?? 0;
  clocks.forEach((tick) => tick());
}
on('state', run);
document.addEventListener('visibilitychange', run);

function everyTick(tick) {
  clocks.add(tick);
  tick();
}

const points = 160;

// Bars of bass, middle and treble, one on the other. `data`: for each point the peaks and loudnesses of the three.
function draw(canvas, data, colours) {
  const scale = Math.min(2, devicePixelRatio || 1);
  const { clientWidth, clientHeight } = canvas;
  if (!clientWidth) return;
  canvas.width = Math.round(clientWidth * scale);
  canvas.height = Math.round(clientHeight * scale);
  const context = canvas.getContext('2d');
  const bars = Math.max(20, Math.min(points, Math.floor(clientWidth / 4)));
  const pitch = canvas.width / bars;
  const thick = Math.max(1, pitch * 0.62);
  const middle = canvas.height / 2;
  const most = data ? Math.max(1, ...data.map((value, at) => (at % 6 < 3 ? value : 0))) : 1;
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

export function wave() {
  const rest = h('canvas', { class: 'wave-rest', 'aria-hidden': 'true' });
  const done = h('canvas', { class: 'wave-done', 'aria-hidden': 'true' });
  const bubble = h('output', { class: 'wave-bubble', 'aria-hidden': 'true', hidden: true });
  const input = h('input', { type: 'range', min: '0', max: '1', step: '0.1', value: '0', 'aria-label': t('position') });
  const gone = h('span', { class: 'time' });
  const left = h('span', { class: 'time' });
  const box = h('div', { class: 'wave' },
    h('div', { class: 'wave-room' }, rest, done, bubble, input), h('div', { class: 'wave-times' }, gone, left));
  let data = null;
  let shown = null;
  let scrubbing = false;

  const style = getComputedStyle(document.documentElement);
  const colours = (kind) => ['bass', 'middle', 'treble'].map((band) => style.getPropertyValue(`--${kind}-${band}`));
  const paint = () => {
    draw(rest, data, colours('wave'));
    draw(done, data, colours('played'));
  };

  function place(seconds) {
    const length = duration();
    const part = length ? Math.min(1, seconds / length) : 0;
    done.style.clipPath = `inset(0 ${(1 - part) * 100}% 0 0)`;
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
    bubble.textContent = time(value);
    bubble.style.left = `${Math.min(94, Math.max(6, value / Number(input.max) * 100))}%`;
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

  async function load() {
    const file = store.song?.file;
    shown = file;
    const answer = file ? await bytes(waveURL(file, points)).catch(() => null) : null;
    if (shown !== file) return;
    data = answer?.length === points * 6 ? answer : null;
    paint();
  }
  const update = () => {
    input.max = String(duration() || 1);
    input.disabled = !duration() || !may('player');
    if (shown !== store.song?.file) {
      data = null;
      paint();
      load();
    }
  };
  on('state', update);
  on('analysis', () => { if (!data) load(); });
  on('theme', paint);
  new ResizeObserver(paint).observe(box);
  update();
  return box;
}

// The small player: cover and title lead to the song, play and next.
export function mini() {
  const picture = h('span', { class: 'mini-cover' });
  const title = h('bdi', { class: 'mini-title' });
  const artist = h('bdi', { class: 'mini-detail' });
  const line = h('span', { class: 'mini-line', 'aria-hidden': 'true' });
  const box = h('div', { class: 'mini', role: 'region', 'aria-label': t('player') }, line,
    h('a', { href: '#now', class: 'mini-song' }, picture, h('span', { class: 'mini-text' }, title, artist)),
    iconButton('previous', t('previous'), previous, { class: 'icon-button wide-only', solid: true, 'data-needs': 'player' }),
    playButton(false), iconButton('next', t('next'), next, { solid: true, 'data-needs': 'player' }));
  const update = () => {
    const { song } = store;
    box.hidden = !song;
    if (!song) return;
    setText(title, titleOf(song));
    setText(artist, artistOf(song));
    if (picture.dataset.file !== song.file) {
      picture.dataset.file = song.file;
      picture.replaceChildren(songCover(song, 96));
    }
  };
  on('state', update);
  everyTick(() => { line.style.transform = `scaleX(${duration() ? position() / duration() : 0})`; });
  update();
  return box;
}
