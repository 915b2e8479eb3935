// Transport, the clock of what moves with the song, and the small player under the other views.

import { batch, post } from '../api.js';
import { attempt } from '../bar.js';
import { songCover } from '../cover.js';
import { h, iconButton, label, setIcon, setText } from '../dom.js';
import { byOf, titleOf } from '../songs/names.js';
import { duration, on, playing, position, since, store } from '../store.js';
import { number, t, time } from '../texts.js';

export const toggle = () => attempt(() => {
  if (store.status.state === 'stop') return post('play');
  return post('pause', playing() ? '1' : '0');
});
export const next = () => attempt(() => post('next'));
// A second into the song or more, the song begins again.
export const previous = () => attempt(() => (position() > 3 ? post('seekcur', '0') : post('previous')));
export const seek = (seconds) =>
  attempt(() => post('seekcur', Math.max(0, Math.min(seconds, Math.max(0, duration() - 0.5))).toFixed(3)));
const shuffle = () => attempt(() => post('random', store.status.random === '1' ? '0' : '1'));

// Off, the whole queue, this song.
const repeat = () => attempt(() => {
  const { repeat: all, single } = store.status;
  if (all !== '1') return batch([['repeat', '1'], ['single', '0']]);
  if (single === '0') return post('single', '1');
  return batch([['repeat', '0'], ['single', '0']]);
});

export const times = (speed) => `${number(Number(speed))}×`;

// What is left of the sleep timer; empty without one.
export function sleepText() {
  const { sleep, sleepafter } = store.status;
  if (sleep > 0) return time(Math.max(0, sleep - since()));
  return sleepafter ? t(`sleep-${sleepafter}`) : '';
}

function playButton(large) {
  const button = iconButton('play', t('play'), toggle,
    { class: large ? 'play-button' : 'icon-button', solid: true, 'data-needs': 'player' });
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
  return h('div', { class: 'transport', role: 'group', 'data-needs': 'player', 'aria-label': t('player') }, random, back,
    playButton(true), on_, again);
}

// Ticks only while music plays or the sleep timer runs, the jukebox is there, and the page is seen.
const clocks = new Set();
let clock = 0;

function run() {
  const wanted = store.connection === 'open' && (playing() || store.status.sleep > 0) && !document.hidden && clocks.size > 0;
  if (wanted && !clock) clock = setInterval(() => clocks.forEach((tick) => tick()), 100);
  if (!wanted && clock) clock = clearInterval(clock) ?? 0;
  clocks.forEach((tick) => tick());
}
on('state', run);
document.addEventListener('visibilitychange', run);

// Ten times a second while the song moves on; gives the function that ends it.
export function everyTick(tick) {
  clocks.add(tick);
  run();
  return () => clocks.delete(tick);
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
    setText(artist, byOf(song));
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
