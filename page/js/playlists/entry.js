// An entry of a playlist: its part and its crossfade as handles on the waveform, its gain, its notes.

import { h, icon, setText } from '../dom.js';
import { post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { fieldsOf, find } from './entries.js';
import { dialog } from '../menu.js';
import { on, store } from '../store.js';
import { draw, peaks } from './strip.js';
import { t } from '../texts.js';
import { titleOf } from '../songs/names.js';
import { partOf, precise } from './part.js';

export const styles = ['playlist'];
export const texts = true;

const points = 400;
const shortest = 0.1;
const mostCrossfade = 600;
const mostNotes = 1000;
// Several keys in a row are one change.
const keysMilliseconds = 250;
const round = (seconds) => Math.round(seconds * 10) / 10;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// Each change is stored at once; when the sheet is closed, all of them can be taken back.
export function editEntry({ name, at, entry, before, next }) {
  const { start, end, length } = partOf(entry);
  const now = { start, end, crossfade: entry.Crossfade === undefined ? null : Number(entry.Crossfade), gain: Number(entry.Gain ?? 0) };
  const former = fieldsOf(entry);
  let changed = false;
  let wave = null;

  // The place of the entry; false once it is gone.
  let place = at;
  async function present() {
    const found = place !== false && await find(name, [{ file: entry.file, Pos: place }]);
    place = found ? found[0].at : false;
    if (place === false) {
      notify(t('entry-gone'));
      box.close();
    }
    return place !== false;
  }

  // One change after the other.
  let sent = Promise.resolve();
  const set = (field, ...value) => {
    changed = true;
    sent = sent.then(() => attempt(async () => {
      if (await present()) await post('playlistentryset', name, place, field, ...value);
    }));
  };
  const fade = () => now.crossfade ?? 0;
  const mostFade = () => Math.min(mostCrossfade, round(now.end - now.start));

  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const stage = h('div', { class: 'cut' }, canvas);
  const out = Object.fromEntries(['start', 'end', 'crossfade'].map((key) => [key, h('output', { 'aria-hidden': 'true' })]));

  // A handle: `place` in seconds of the song; `move(seconds)` changes the value by a place, `step` by a difference.
  const handles = {
    start: { value: () => now.start, least: () => 0, most: () => now.end - shortest, place: () => now.start, at: (place) => place },
    end: { value: () => now.end, least: () => now.start + shortest, most: () => length, place: () => now.end, at: (place) => place },
    crossfade: { value: fade, least: () => 0, most: mostFade, place: () => now.end - fade(), at: (place) => now.end - place },
  };
  const words = (key) => (key === 'crossfade' ? t('seconds-of', { n: handles[key].value() }) : precise(handles[key].value()));

  function keep(key) {
    handles[key].timer = 0;
    const value = round(handles[key].value());
    const whole = (key === 'start' && value === 0) || (key === 'end' && value >= round(length));
    set(key, ...whole ? [] : [String(value)]);
  }

  function change(key, value) {
    const { least, most } = handles[key];
    now[key] = round(clamp(value, least(), most()));
    if (key === 'end' && value >= length - 0.05) now.end = length;
    if (key !== 'crossfade' && now.crossfade !== null) now.crossfade = Math.min(now.crossfade, mostFade());
    paint();
  }

  for (const [key, handle] of Object.entries(handles)) {
    const mark = key === 'crossfade' ? icon('flow') : null;
    const node = h('div', { class: `cut-handle ${key}`, role: 'slider', tabindex: '0', 'aria-label': t(`handle-${key}`), 'aria-orientation': 'horizontal' }, h('span', {}, mark ?? ''));
    handle.node = node;
    node.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      event.preventDefault();
      node.focus();
      node.setPointerCapture(event.pointerId);
      const { left, width } = stage.getBoundingClientRect();
      const grip = event.clientX - left - handle.place() / length * width;
      const moved = (move) => change(key, handle.at((move.clientX - left - grip) / width * length));
      const ended = () => {
        node.removeEventListener('pointermove', moved);
        keep(key);
      };
      node.addEventListener('pointermove', moved);
      node.addEventListener('lostpointercapture', ended, { once: true });
    });
    node.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1, PageUp: 5, PageDown: -5, Home: -Infinity, End: Infinity }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      change(key, clamp(handle.value() + step, handle.least(), handle.most()));
      clearTimeout(handle.timer);
      handle.timer = setTimeout(keep, keysMilliseconds, key);
    });
    stage.append(node);
  }

  const general = h('button', {
    type: 'button', class: 'chip', onclick: () => {
      now.crossfade = null;
      paint();
      set('crossfade');
    },
  }, t('crossfade-general', { n: Number(store.status.xfade ?? 0) }));

  const gainText = h('output', {});
  const gain = h('input', {
    type: 'range', min: String(Math.min(-24, now.gain)), max: String(Math.max(12, now.gain)), step: '0.5', value: String(now.gain), 'aria-label': t('gain'),
    oninput: () => {
      now.gain = Number(gain.value);
      paint();
    },
    onchange: () => set('gain', ...now.gain ? [gain.value] : []),
  });
  const notes = h('textarea', {
    class: 'field', rows: '2', maxlength: String(mostNotes), 'aria-label': t('notes'), placeholder: t('entry-notes-hint'), value: [entry.Notes ?? []].flat().join('\n'),
    onchange: () => {
      const lines = notes.value.split('\n').map((line) => line.trim());
      set('notes', ...notes.value.trim() ? lines : []);
    },
  });

  function paint() {
    draw(canvas, wave, { ...partOf(entry, before), start: now.start, end: now.end, fadeOut: fade() });
    for (const [key, { node, value, least, most, place }] of Object.entries(handles)) {
      node.style.left = `${place() / length * 100}%`;
      node.setAttribute('aria-valuemin', least().toFixed(1));
      node.setAttribute('aria-valuemax', most().toFixed(1));
      node.setAttribute('aria-valuenow', value().toFixed(1));
      node.setAttribute('aria-valuetext', words(key));
      setText(out[key], key === 'crossfade' && now.crossfade === null ? t('general') : words(key));
    }
    general.hidden = now.crossfade === null;
    setText(gainText, t('decibels', { value: now.gain }));
    gain.setAttribute('aria-valuetext', t('decibels', { value: now.gain }));
  }

  const value = (key) => h('div', { class: `cut-value ${key}` }, h('span', { class: 'muted' }, t(`handle-${key}`)), out[key]);
  const box = dialog(titleOf(entry), h('div', { class: 'entry-sheet' },
    stage,
    h('div', { class: 'cut-values' }, value('start'), value('crossfade'), value('end')),
    h('p', { class: 'muted entry-next' }, next ? t('goes-into', { name: titleOf(next) }) : t('last-entry')), general,
    h('label', { class: 'line' }, h('span', {}, t('gain')), gain, gainText),
    h('label', { class: 'stack' }, h('span', {}, t('notes')), notes)));
  box.classList.add('wide-sheet');
  const observer = new ResizeObserver(paint);
  observer.observe(stage);
  const off = on('theme', paint);
  peaks(entry.file, points).then((found) => {
    wave = found;
    paint();
  });
  box.addEventListener('close', () => {
    observer.disconnect();
    off();
    for (const [key, handle] of Object.entries(handles)) {
      if (!handle.timer) continue;
      clearTimeout(handle.timer);
      keep(key);
    }
    if (!changed) return;
    const cleared = ['start', '', 'end', '', 'gain', '', 'crossfade', '', 'notes', ''];
    sent.then(() => place !== false && offer(t('entry-changed', { name: titleOf(entry) }), async () => {
      if (!await present()) return;
      await post('playlistentryset', name, place, 'fields', ...cleared);
      if (former.length) await post('playlistentryset', name, place, 'fields', ...former);
    }));
  });
  paint();
}
