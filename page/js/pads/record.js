// Recording from the microphone of the box: the meter, the take, and what becomes of it.

import { h, icon, iconButton, setText } from '../dom.js';
import { batch, post } from '../api.js';
import { attempt, complain, notify, reason } from '../bar.js';
import { ask } from '../menu.js';
import { on } from '../store.js';
import { number, t, time, trouble } from '../texts.js';
import { confirm, locked } from '../parts.js';
import { allowed, holds } from '../rights.js';
import { goBack } from '../songs/songs.js';

export const styles = ['box'];
export const texts = true;

const lowest = -60;
const bars = 24;
const list = (value) => [value ?? []].flat();
const tenths = (seconds) => `${time(seconds)}.${Math.floor((Number(seconds) || 0) * 10) % 10}`;

// Level in three zones: up to -12 dB, up to -3 dB, and above. The words change every 2 s at most.
function meter() {
  const cells = Array.from({ length: bars }, (_, at) => {
    const level = lowest * (1 - (at + 1) / bars);
    return h('span', { class: level > -3 ? 'red' : level > -12 ? 'amber' : 'green' });
  });
  const words = h('span', { class: 'meter-words' });
  const node = h('div', { class: 'meter' }, h('div', {
    class: 'meter-cells', role: 'meter', 'aria-label': t('level'), 'aria-valuemin': lowest, 'aria-valuemax': '0', 'aria-valuenow': lowest,
  }, ...cells), h('div', { class: 'meter-scale', 'aria-hidden': 'true' }, h('span', {}, '−60'), h('span', {}, '−12'), h('span', {}, '−3'), h('span', {}, '0 dB')), words);
  let spoken = 0;
  return {
    node,
    show(peak = lowest, rms = lowest) {
      const of = (level) => Math.round((Math.max(lowest, level) - lowest) / -lowest * bars);
      const filled = of(rms);
      const top = of(peak) - 1;
      cells.forEach((cell, at) => cell.classList.toggle('on', at < filled || at === top));
      if (performance.now() - spoken < 2000) return;
      spoken = performance.now();
      node.firstChild.setAttribute('aria-valuenow', Math.round(Math.max(lowest, peak)));
      const text = peak <= lowest ? t('level-silent') : t('decibels', { value: number(Math.round(peak)) });
      node.firstChild.setAttribute('aria-valuetext', text);
      setText(words, peak > -1 ? t('level-high') : peak > lowest && peak < -30 ? t('level-low') : '');
    },
  };
}

export function recordView() {
  const content = h('div', { class: 'record' });
  const page = h('div', { class: 'page' }, h('header', { class: 'title-row' }, iconButton('back', t('back'), () => goBack('#pads')), h('h1', { tabindex: '-1', class: 'page-title' }, t('record'))), content);
  const level = meter();
  const clock = h('p', { class: 'record-clock', role: 'timer' });
  const state = h('p', { class: 'record-state muted', role: 'status' });
  const message = h('p', { class: 'danger', role: 'alert', hidden: true });
  const main = h('button', { type: 'button', class: 'record-button', 'aria-label': t('record-start'), onclick: toggle }, h('span', {}));
  const limit = h('select', { class: 'select', 'aria-label': t('record-limit') }, ...[30, 60, 300, 600].map((seconds) => h('option', { value: seconds }, t('at-most', { text: time(seconds) }))));
  const name = h('input', { type: 'text', class: 'field', maxlength: '120', 'aria-label': t('name'), placeholder: t('name-of-recording') });
  const folder = h('select', { class: 'select', 'aria-label': t('pad-folder') });
  const chords = h('div', { class: 'take-chords' });
  const listen = h('button', { type: 'button', class: 'chip', onclick: () => attempt(() => post('record', 'play')) }, icon('play', true), t('listen'));
  const find = h('button', { type: 'button', class: 'chip', onclick: analyse }, icon('music'), t('find-chords'));
  const keep = h('button', { type: 'button', class: 'filled', onclick: keepTake }, icon('save'), t('keep'));
  const discard = h('button', { type: 'button', class: 'chip danger', onclick: drop }, icon('trash'), t('discard'));
  const take = h('section', { class: 'take', 'aria-label': t('take'), hidden: true }, h('div', { class: 'chips' }, listen, find), chords,
    h('div', { class: 'take-keep' }, name, folder), h('div', { class: 'chips' }, keep, discard));
  let status = {};
  let folders = [];
  let timer = 0;
  let stream = null;
  let ended = false;
  let taken = null;

  function draw() {
    const recording = status.state === 'recording';
    main.classList.toggle('recording', recording);
    main.setAttribute('aria-label', t(recording ? 'record-stop' : 'record-start'));
    main.title = main.getAttribute('aria-label');
    setText(clock, recording ? t('position-of', { place: tenths(status.elapsed), length: time(status.limit) }) : status.state === 'take' ? tenths(status.elapsed) : tenths(0));
    setText(state, t(`record-${status.state ?? 'none'}`));
    if (recording) level.show(Number(status.peak ?? lowest), Number(status.rms ?? lowest));
    else level.show();
    message.hidden = !status.message;
    setText(message, trouble(status.message, status.message_key) ?? '');
    limit.hidden = recording;
    take.hidden = status.state !== 'take';
    const key = status.state === 'take' ? `${status.name} ${status.elapsed}` : null;
    if (key !== taken) {
      taken = key;
      chords.replaceChildren();
      name.value = status.name ?? '';
    }
  }

  // Levels come ten times a second, so only this view asks for them.
  function follow() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    if (document.hidden || ended) return;
    stream = new EventSource('/events?record');
    stream.addEventListener('record', ({ data }) => {
      status = JSON.parse(data);
      draw();
    });
    // A lost connection comes back by itself, a refused one does not.
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(follow, 2000);
    };
  }

  async function toggle() {
    if (status.state === 'recording') {
      await attempt(() => post('record', 'stop'));
    } else {
      if (status.state === 'take' && !await confirm(t('replace-question'), t('replace-hint'), t('record-start'))) return;
      main.disabled = true;
      const words = name.value.trim() && status.state !== 'take' ? [name.value.trim()] : [];
      await attempt(() => post('record', 'start', ...words, 'seconds', limit.value));
      main.disabled = false;
    }
  }

  async function analyse() {
    find.disabled = true;
    chords.replaceChildren(h('p', { class: 'muted' }, t('finding-chords')));
    let answer;
    try {
      answer = await post('record', 'analyze');
    } catch (problem) {
      if (!problem.key) complain(problem);
      return chords.replaceChildren(h('p', {}, problem.key === 'no-analysis' ? t('no-chords-found') : reason(problem)));
    } finally {
      find.disabled = false;
    }
    const starts = list(answer.start);
    const found = list(answer.chord).map((chord, at) => ({ chord, start: starts[at] })).filter(({ chord }) => chord !== 'N');
    const facts = [answer.bpm && t('bpm-value', { value: number(Math.round(Number(answer.bpm))) }), answer.key, answer.loudness && t('loudness-value', { value: number(Math.round(Number(answer.loudness))) })].filter(Boolean);
    return chords.replaceChildren(h('p', { class: 'muted' }, facts.join(' · ')), found.length
      ? h('ol', { class: 'chips', 'aria-label': t('chords-of-take') }, ...found.map(({ chord, start }) => h('li', { class: 'take-chord' }, h('strong', {}, chord), h('span', { class: 'muted' }, time(start)))))
      : h('p', {}, t('no-chords-found')));
  }

  function keepTake() {
    return attempt(async () => {
      const words = [...name.value.trim() ? [name.value.trim()] : [], ...folder.value ? ['folder', folder.value] : []];
      const { file } = await post('record', 'keep', ...words);
      location.hash = '#pads';
      notify(t('kept', { name: (file ?? name.value).split('/').pop() }));
    });
  }

  async function drop() {
    if (!await confirm(t('discard-question'), t('discard-hint'), t('discard'))) return;
    await attempt(() => post('record', 'discard'));
    name.value = '';
  }

  function options() {
    folder.replaceChildren(...['', ...folders].map((one) => h('option', { value: one }, one || t('no-folder'))), h('option', { value: '\n' }, t('new-folder-entry')));
  }
  folder.addEventListener('change', async () => {
    if (folder.value !== '\n') return;
    const wanted = await ask(t('new-folder'), '', t('save'));
    if (wanted && !folders.includes(wanted)) folders.push(wanted);
    options();
    folder.value = wanted;
  });

  async function build() {
    try {
      const may = await allowed();
      if (ended) return;
      if (!holds(may, 'admin')) {
        content.replaceChildren(locked(t('record-needs')));
        return;
      }
      [folders] = [(await batch([['padfolders']]))[0].map((row) => row.folder)];
      options();
      content.replaceChildren(h('p', { class: 'muted' }, t('record-hint')), level.node, clock, state, message, h('div', { class: 'record-row' }, main), h('div', { class: 'record-row' }, limit), take);
      follow();
    } catch (problem) {
      complain(problem);
    }
  }
  const off = on('role', build);
  const seen = () => {
    if (main.isConnected) follow();
  };
  document.addEventListener('visibilitychange', seen);
  build();
  return {
    node: page,
    end: () => {
      ended = true;
      document.removeEventListener('visibilitychange', seen);
      follow();
      off();
    },
  };
}
