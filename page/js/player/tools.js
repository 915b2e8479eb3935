// Sheets of the player: speed, equaliser, loop, sleep timer.

import { post } from '../api.js';
import { attempt, latest, notify } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { ask, dialog, menu } from '../menu.js';
import { barAt, barsOf, cueName, marksOf } from '../song/marks.js';
import { on, position, store } from '../store.js';
import { number, t, time } from '../texts.js';
import { sleepText, times } from './player.js';

export const styles = ['song'];
export const texts = true;

// A sheet that follows the state of the jukebox until it is closed.
function live(title, update, ...content) {
  const box = dialog(title, ...content);
  const off = on('state', update);
  box.addEventListener('close', off);
  update();
  return box;
}

// A slider with a name and its value; `show` writes it, `send` gets it.
function slider(name, { min, max, step, text, send, middle = min }) {
  const value = h('output', { class: 'slider-value' });
  const input = h('input', { type: 'range', min, max, step, class: 'slider', 'aria-label': name });
  const draw = (wanted) => {
    setText(value, text(wanted));
    input.setAttribute('aria-valuetext', text(wanted));
    const part = (place) => `${(place - min) / (max - min) * 100}%`;
    input.style.setProperty('--from', part(Math.min(middle, wanted)));
    input.style.setProperty('--to', part(Math.max(middle, wanted)));
  };
  input.addEventListener('input', () => {
    draw(Number(input.value));
    send(Number(input.value));
  });
  return {
    node: h('label', { class: 'slider-row' }, h('span', { class: 'slider-name', 'aria-hidden': 'true' }, name), value, input),
    value: () => Number(input.value),
    show: (wanted) => {
      input.value = String(wanted);
      draw(Number(wanted));
    },
  };
}

const decibels = (gain) => `${gain > 0 ? '+' : gain < 0 ? '−' : ''}${number(Math.abs(gain))} dB`;

export function speedSheet() {
  const sender = latest((speed) => post('speed', speed));
  const line = slider(t('speed'), { min: 0.25, max: 2, step: 0.05, middle: 1, text: times, send: sender.send });
  const steps = [0.5, 0.75, 0.9, 1, 1.25, 1.5].map((speed) =>
    h('button', { type: 'button', class: 'chip', onclick: () => sender.send(speed) }, times(speed)));
  live(t('speed'), () => {
    if (sender.wanted !== null || sender.sending) return;
    const speed = Number(store.status.speed ?? 1);
    line.show(speed);
    for (const step of steps) step.setAttribute('aria-pressed', String(step.textContent === times(speed)));
  }, line.node, h('div', { class: 'chips sheet-chips' }, ...steps), h('p', { class: 'muted sheet-note' }, t('speed-hint')));
}

export function equaliserSheet() {
  const sender = latest((gains) => (gains.some((gain) => gain) ? post('eq', ...gains) : post('eq', 'off')));
  const bands = ['bass', 'middle', 'treble'].map((name) => slider(t(name), {
    min: -12, max: 12, step: 1, middle: 0, text: decibels, send: () => sender.send(bands.map((band) => band.value())),
  }));
  const off = h('button', { type: 'button', class: 'chip', onclick: () => sender.send([0, 0, 0]) }, t('off'));
  live(t('equaliser'), () => {
    if (sender.wanted !== null || sender.sending) return;
    const gains = (store.status.eq ?? '0 0 0').split(' ').map(Number);
    bands.forEach((band, at) => band.show(gains[at]));
    off.setAttribute('aria-pressed', String(store.status.eq === undefined));
  }, ...bands.map((band) => band.node), h('div', { class: 'chips sheet-chips' }, off));
}

const loopText = ({ loopstart, loopend }) => `${time(loopstart)} – ${time(loopend)}`;

// Whether a loop by hand begins and ends with bars.
let wholeBars = true;

export async function loopSheet() {
  const file = store.song?.file;
  const { cues, chapters } = file ? await marksOf(file).catch(() => ({ cues: [], chapters: [] })) : { cues: [], chapters: [] };
  const bars = file ? await barsOf(file).catch(() => []) : [];
  const said = h('p', { class: 'muted sheet-note', role: 'status' });
  const off = h('button', { type: 'button', class: 'chip', onclick: () => attempt(() => post('loop', 'off')) }, icon('close'),
    t('loop-off'));
  const whole = h('button', { type: 'button', class: 'chip', hidden: !bars.length, onclick: () => {
    wholeBars = !wholeBars;
    update();
  } }, t('loop-bars'));
  const place = (after) => (wholeBars ? barAt(bars, position(), after) : position());
  let from = null;
  const begin = h('button', { type: 'button', class: 'chip', onclick: () => {
    from = place();
    update();
  } }, t('loop-from'));
  const end = h('button', { type: 'button', class: 'chip', onclick: () => attempt(async () => {
    const start = from ?? 0;
    await post('loop', start.toFixed(3), Math.max(start + 0.1, place(start)).toFixed(3));
    from = null;
  }) }, t('loop-to'));
  const update = () => {
    // Places of one song are none of the next.
    if (store.song?.file !== file) return end.closest('dialog')?.close();
    const looping = store.status.loopend !== undefined;
    off.hidden = !looping;
    begin.setAttribute('aria-pressed', String(from !== null));
    whole.setAttribute('aria-pressed', String(wholeBars));
    end.disabled = from === null;
    setText(said, from !== null ? t('loop-begins', { place: time(from) }) : looping
      ? t('loop-is', { part: loopText(store.status) }) : t('loop-hint'));
  };
  const choose = (words) => attempt(async () => {
    await post(...words);
    from = null;
  });
  const entry = (text, range, words) => h('li', {}, h('button', { type: 'button', onclick: () => choose(words) },
    icon('loop'), h('bdi', {}, text), h('span', { class: 'muted' }, range)));
  const range = (start, stop) => `${time(start)} – ${time(stop)}`;
  const between = cues.slice(0, -1).map((cue, at) => [cue, cues[at + 1]]).filter(([cue, after]) => after.time - cue.time >= 0.1);
  const entries = [
    ...cues.filter((cue) => cue.end !== undefined).map((cue) =>
      entry(cueName(cue), range(cue.time, cue.end), ['loopcue', cue.cue])),
    ...between.map(([cue, after]) => entry(`${cueName(cue)} → ${cueName(after)}`, range(cue.time, after.time),
      ['loopcue', cue.cue, after.cue])),
    ...chapters.filter((chapter) => chapter.end > chapter.time + 0.1).map((chapter) =>
      entry(chapter.title || t('chapter-n', { n: Number(chapter.chapter) }), range(chapter.time, chapter.end),
        ['loop', chapter.time, chapter.end])),
  ];
  live(t('loop'), update, h('div', { class: 'chips sheet-chips' }, begin, end, off, whole), said,
    entries.length > 0 && h('ul', { class: 'menu' }, ...entries));
}

export function sleepSheet() {
  const set = (words, text) => attempt(async () => {
    await post('sleep', words);
    notify(text);
  });
  const minutes = (n) => set(n, t('sleeps-in', { text: t('minutes', { n }) }));
  const left = sleepText();
  menu(left ? `${t('sleep-timer')} · ${left}` : t('sleep-timer'), [
    left && { icon: 'close', text: t('sleep-off'), action: () => set('off', t('sleeps-off')) },
    ...[15, 30, 45, 60, 90].map((n) => ({ icon: 'sleep', text: t('minutes', { n }), action: () => minutes(n) })),
    { icon: 'pencil', text: t('sleep-other'), action: async () => {
      const wanted = Math.round(Number(await ask(t('sleep-minutes'), '20', t('enter'), 'number')));
      if (wanted > 0) minutes(Math.min(1440, wanted));
    } },
    { icon: 'music', text: t('sleep-track'), action: () => set('track', t('sleeps-track')) },
    { icon: 'now', text: t('sleep-album'), action: () => set('album', t('sleeps-album')) },
  ]);
}
