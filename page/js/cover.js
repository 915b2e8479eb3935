// Covers, and what stands for them where there is none: rings in colours that follow from the name.

import { coverURL, isStream } from './api.js';
import { h } from './dom.js';
import { on } from './store.js';

// Songs without a picture, until the library changes or the connection was lost.
const missing = new Set();
on('database', () => missing.clear());
on('connection', () => missing.clear());

function hash(text) {
  let value = 7;
  for (const letter of text) value = (value * 31 + letter.codePointAt(0)) >>> 0;
  return value;
}

const initials = (name) => {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 2).map((word) => [...word][0]).join('').toUpperCase();
};

// `find` gives a promise of a file where none is known, `address` that of a picture's address.
// `loaded` is called with the picture once it is there.
export function cover({ file, find, address, name = '', version, size = 320, round = false, loaded }) {
  const number = hash(name);
  const box = h('span', { class: round ? 'cover round' : `cover shape${number % 3}` },
    h('span', { 'aria-hidden': 'true', 'data-initials': initials(name) }));
  box.style.setProperty('--hue', String(number % 360));
  if (!file && !find && !address) return box;
  let url = file && coverURL(file, version, size);
  if (missing.has(url)) return box;
  const picture = h('img', {
    alt: '', decoding: 'async', draggable: 'false',
    onload: () => {
      shown.add(url);
      box.classList.add('loaded');
      loaded?.(picture);
    },
    onerror: () => {
      picture.remove();
      missing.add(url);
    },
  });
  box.append(picture);
  if (shown.has(url)) picture.src = url;
  else want(picture, url ? 0.2 : 1.2, async () => {
    url ??= find ? coverURL(await find(), version, size) : await address();
    if (url && !missing.has(url)) picture.src = url;
    else picture.remove();
  });
  return box;
}

// Pictures are asked at a pace, the latest first: who scrolls quickly sees those of the place where they stop.
const shown = new Set();
const waiting = [];
const atOnce = 24;
const everyMilliseconds = 60;
let credit = atOnce;
let pace = 0;

// `cost`: 1 for a question to the jukebox, which the server counts, and a fifth for a picture.
function want(picture, cost, begin) {
  waiting.push([picture, cost, begin]);
  if (!pace) pace = setTimeout(load, 0);
}

function load() {
  pace = 0;
  while (credit > 0 && waiting.length) {
    const [picture, cost, begin] = waiting.pop();
    if (!picture.isConnected) continue;
    credit -= cost;
    begin().catch(() => picture.remove());
  }
  if (credit < atOnce || waiting.length) {
    pace = setTimeout(() => {
      credit = Math.min(atOnce, credit + 1);
      load();
    }, everyMilliseconds);
  }
}

const streamCover = (song, size) => async () => (await import('./radio/stream-picture.js')).streamPicture(song, size);

export const songCover = (song, size, loaded) => cover({
  ...isStream(song?.file ?? '') ? { address: streamCover(song, size) } : { file: song?.file },
  name: text(song?.Album) || text(song?.Name) || text(song?.Title) || song?.file || '', version: song?.['Last-Modified'],
  size, loaded,
});

const text = (value) => (Array.isArray(value) ? value[0] : value) ?? '';

// The mean colour of a picture, as an RGB text.
export function tint(picture) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 8;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  let weight = 0;
  const sum = [0, 0, 0];
  // Colourful points count more: the mean alone is often grey.
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = data.subarray(at, at + 3);
    const strength = 8 + Math.max(red, green, blue) - Math.min(red, green, blue);
    weight += strength;
    sum[0] += red * strength;
    sum[1] += green * strength;
    sum[2] += blue * strength;
  }
  return `rgb(${sum.map((value) => Math.round(value / weight)).join(' ')})`;
}
