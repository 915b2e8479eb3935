// The cues of a song on its waveform: a tap or a key adds one, fingers and arrow keys move it.

import { h, icon, iconButton, setText } from './dom.js';
import { batch, post } from './api.js';
import { attempt, offer } from './bar.js';
import { dialog } from './menu.js';
import { may, on, position, store } from './store.js';
import { t, time } from './texts.js';
import { everyTick, seek } from './player.js';
import { cueMark, cueName, cuesOf, typeName, types } from './marks.js';
import { swatches } from './swatches.js';
import { bars } from './wave.js';

const zooms = [1, 2, 4, 8, 16];
// A double tap: within these milliseconds, and within these pixels of the first one.
const doubleTap = 500;
const reach = 22;

// 1:02.5: a place with tenths.
export const precise = (seconds) => `${time(seconds)}.${Math.floor(seconds * 10 + 1e-6) % 10}`;

// Seconds of `1:02.5`, `62.5` or `62,5`; NaN if it is none.
export function seconds(text) {
  const parts = text.trim().replace(',', '.').split(':');
  if (!parts.every((part) => /^\d+(\.\d*)?$/.test(part))) return NaN;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

const valuesOf = (cue) => ['end', 'type', 'name', 'colour'].flatMap((key) => (cue[key] === undefined ? [] : [key, cue[key]]));

// `length` is that of the song in seconds. `chapters` are shown too.
export function cueEditor(file, length, chapters) {
  const area = h('div', {
    class: 'cue-area', role: 'slider', tabindex: '0', 'aria-label': t('cue-place'), 'aria-valuemin': '0', 'aria-valuemax': String(Math.round(length)),
    'aria-keyshortcuts': 'Enter', 'data-needs': 'control',
  });
  const cursor = h('span', { class: 'cue-cursor' });
  const head = h('span', { class: 'cue-head', hidden: true });
  const marks = h('div', { class: 'cue-layer' });
  const bubble = h('output', { class: 'wave-bubble', 'aria-hidden': 'true', hidden: true });
  const room = h('div', { class: 'wave-room' }, area, cursor, head, marks, bubble);
  const scroller = h('div', { class: 'cue-scroller' }, room);
  const list = h('ul', { class: 'cue-list', role: 'list' });
  const shape = bars(room, 1000);
  const isCurrent = () => store.song?.file === file;
  let cues = [];
  let place = 0;
  let zoom = 0;
  let latest = null;              // the mark that a tap has set, and its number
  let follow = null;              // the mark that gets the focus when it is drawn

  const limited = (wanted) => Math.max(0, Math.min(length - 0.01, wanted));
  const at = (event) => {
    const { left, width } = room.getBoundingClientRect();
    return limited((event.clientX - left) / width * length);
  };

  function setCursor(wanted) {
    place = limited(wanted);
    cursor.style.left = `${place / length * 100}%`;
    area.setAttribute('aria-valuenow', String(Math.round(place)));
    area.setAttribute('aria-valuetext', precise(place));
  }

  function tell(wanted) {
    bubble.hidden = false;
    bubble.textContent = precise(wanted);
    const half = bubble.offsetWidth / 2;
    bubble.style.left = `${Math.max(half, Math.min(room.clientWidth - half, wanted / length * room.clientWidth))}px`;
  }

  const edit = (cue, pairs) => attempt(() => post('cueedit', file, cue.cue, ...pairs));
  const remove = (cue) => attempt(async () => {
    await post('cuerm', file, cue.cue);
    offer(t('cue-removed', { name: cueName(cue) }), () => post('cueadd', file, cue.time, ...valuesOf(cue)));
  });
  const add = (wanted) => attempt(async () => {
    const { cue } = await post('cueadd', file, limited(wanted).toFixed(3));
    offer(t('cue-added', { place: precise(wanted) }), () => post('cuerm', file, cue));
    return cue;
  });

  // The second tap of a double tap selects the mark of the first one.
  async function tap(wanted, when) {
    const near = Math.max(0.3, reach / room.clientWidth * length);
    if (latest && when - latest.when < doubleTap && Math.abs(wanted - latest.place) < near) {
      follow = await latest.cue;
      draw();
    } else {
      latest = { place: wanted, when, cue: add(wanted) };
    }
  }

  // Moves a cue with its end, or its end alone.
  function move(cue, wanted, isEnd) {
    const former = isEnd ? ['end', cue.end] : ['time', cue.time, ...cue.end === undefined ? [] : ['end', cue.end]];
    const span = cue.end === undefined ? 0 : cue.end - cue.time;
    const start = Math.max(0, Math.min(length - 0.01 - span, wanted));
    const pairs = isEnd ? ['end', Math.max(cue.time + 0.1, Math.min(length, wanted)).toFixed(3)]
      : ['time', start.toFixed(3), ...span ? ['end', (start + span).toFixed(3)] : []];
    return attempt(async () => {
      await post('cueedit', file, cue.cue, ...pairs);
      offer(t('cue-moved', { name: cueName(cue), place: precise(Number(pairs[1])) }), () => post('cueedit', file, cue.cue, ...former));
    });
  }

  area.addEventListener('click', (event) => {
    setCursor(at(event));
    if (may('control')) tap(place, event.timeStamp);
  });
  area.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 10 : 1;
    const wanted = { ArrowRight: place + step, ArrowLeft: place - step, ArrowUp: place + 0.1, ArrowDown: place - 0.1, Home: 0, End: length }[event.key];
    if (wanted !== undefined) setCursor(wanted);
    else if (event.key === 'Enter') add(place);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // A handle for the start or the end of a cue.
  function handle(cue, isEnd) {
    const origin = isEnd ? cue.end : cue.time;
    const text = t(isEnd ? 'cue-end-at' : 'cue-at', { name: cueName(cue), place: precise(origin) });
    const button = h('button', {
      type: 'button', class: isEnd ? 'cue-handle end' : 'cue-handle', 'aria-label': text, title: text, 'data-needs': 'control',
      'data-type': cue.type, 'data-cue': cue.cue, 'aria-keyshortcuts': 'ArrowLeft ArrowRight Delete',
    });
    button.style.left = `${origin / length * 100}%`;
    if (cue.colour) button.style.setProperty('--cue', `#${cue.colour}`);
    let drag = null;
    button.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      button.setPointerCapture(event.pointerId);
      drag = { x: event.clientX, place: origin, moved: false };
    });
    button.addEventListener('pointermove', (event) => {
      if (!drag) return;
      const distance = event.clientX - drag.x;
      if (!drag.moved && Math.abs(distance) < 4) return;
      drag.moved = true;
      drag.place = limited(origin + distance / room.clientWidth * length);
      button.style.left = `${drag.place / length * 100}%`;
      tell(drag.place);
    });
    button.addEventListener('pointerup', async () => {
      const done = drag;
      drag = null;
      bubble.hidden = true;
      if (done?.moved) await move(cue, done.place, isEnd);
      else if (done) sheet(cue);
      draw();
    });
    button.addEventListener('pointercancel', () => {
      drag = null;
      bubble.hidden = true;
      draw();
    });
    button.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 0.1, ArrowLeft: -0.1, PageUp: 1, PageDown: -1 }[event.key];
      if (step !== undefined) move(cue, origin + (event.shiftKey ? step * 10 : step), isEnd);
      else if (event.key === 'Delete') remove(cue);
      else if (event.key === 'Enter' || event.key === ' ') sheet(cue);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return button;
  }

  // Name, type, places and colour of a cue.
  function sheet(cue) {
    const name = h('input', { class: 'field', value: cue.name ?? '', maxlength: '200', placeholder: typeName(cue.type) });
    const start = h('input', { class: 'field', value: precise(cue.time), inputmode: 'decimal', required: true });
    const end = h('input', { class: 'field', value: cue.end === undefined ? '' : precise(cue.end), inputmode: 'decimal', placeholder: t('cue-no-end') });
    let { colour = '' } = cue;
    const offered = types.includes(cue.type) ? types : [...types, cue.type];
    const kinds = h('fieldset', { class: 'choice kinds' }, h('legend', {}, t('cue-type')), ...offered.map((type) => h('label', {},
      h('input', { type: 'radio', name: 'kind', value: type, checked: type === cue.type }), h('span', {}, h('i', { class: 'cue', 'data-type': type }), typeName(type)))));
    const form = h('form', { class: 'cue-form', method: 'dialog', onsubmit: (event) => {
      const from = seconds(start.value);
      const to = end.value.trim() ? seconds(end.value) : '';
      start.setCustomValidity(from < length ? '' : t('cue-bad-time'));
      end.setCustomValidity(to === '' || (to > from && to <= length + 0.05) ? '' : t('cue-bad-end'));
      if (!form.reportValidity()) {
        event.preventDefault();
        return;
      }
      const type = kinds.querySelector('input:checked').value;
      // A loop needs an end.
      const fits = type === 'loop' && to === '' ? 'marker' : type;
      edit(cue, ['time', from.toFixed(3), 'end', to === '' ? '' : Math.min(length, to).toFixed(3), 'type', fits, 'name', name.value.trim(), 'colour', colour]);
    } },
      h('label', {}, h('span', {}, t('name')), name),
      h('div', { class: 'cue-times' }, h('label', {}, h('span', {}, t('cue-start')), start), h('label', {}, h('span', {}, t('cue-end')), end)),
      kinds, swatches(t('colour'), colour, (value) => { colour = value; }),
      h('div', { class: 'cue-buttons' },
        h('button', { type: 'button', class: 'chip', onclick: () => {
          box.close();
          remove(cue);
        } }, icon('remove'), t('remove')),
        h('button', { type: 'submit', class: 'filled' }, t('save'))));
    for (const one of [start, end]) one.addEventListener('input', () => one.setCustomValidity(''));
    const box = dialog(cueName(cue), form);
    name.focus();
  }

  const play = (cue) => attempt(() => post('cueplay', file, cue.cue));
  const loop = (...numbers) => attempt(() => batch([['cueplay', file, numbers[0]], ['loopcue', ...numbers]]));

  function row(cue) {
    const name = cueName(cue);
    const range = cue.end === undefined ? precise(cue.time) : `${precise(cue.time)} – ${precise(cue.end)}`;
    const shown = h('i', { class: 'cue', 'data-type': cue.type, 'aria-hidden': 'true' });
    if (cue.colour) shown.style.setProperty('--cue', `#${cue.colour}`);
    return h('li', { class: 'row' },
      h('button', { type: 'button', class: 'row-main', disabled: !may('player'), onclick: () => play(cue), 'aria-label': t('cue-play', { name, place: range }) },
        shown, h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name), h('span', { class: 'row-detail' }, range))),
      cue.end !== undefined && iconButton('loop', t('cue-loop-name', { name }), () => loop(cue.cue), { 'data-needs': 'player' }),
      iconButton('pencil', t('cue-edit-name', { name }), () => sheet(cue), { 'data-needs': 'control' }));
  }

  // A loop between any two cues.
  const choice = (label) => h('select', { class: 'select', 'aria-label': label });
  const [first, second] = [choice(t('loop-first')), choice(t('loop-second'))];
  const between = h('div', { class: 'cue-between', 'data-needs': 'player', hidden: true }, h('span', {}, t('loop')), first, h('span', { 'aria-hidden': 'true' }, '→'), second,
    h('button', { type: 'button', class: 'chip', onclick: () => {
      const numbers = [first.value, second.value].sort((one, other) => cues.findIndex((cue) => cue.cue === one) - cues.findIndex((cue) => cue.cue === other));
      if (numbers[0] !== numbers[1]) loop(...numbers);
    } }, icon('loop'), t('loop-start')));

  function draw() {
    const focus = room.contains(document.activeElement) ? [document.activeElement.dataset.cue, document.activeElement.classList.contains('end')] : [];
    const ticks = chapters.filter((chapter) => chapter.time > 0).map((chapter) => {
      const tick = h('span', { class: 'chapter' });
      tick.style.left = `${chapter.time / length * 100}%`;
      return tick;
    });
    marks.replaceChildren(...ticks, ...cues.flatMap((cue) => cueMark(cue, length)),
      ...cues.flatMap((cue) => (cue.end === undefined ? [handle(cue)] : [handle(cue), handle(cue, true)])));
    list.replaceChildren(...cues.map(row));
    hint.hidden = cues.length > 0;
    between.hidden = cues.length < 2;
    [first, second].forEach((select, number) => {
      const { value } = select;
      select.replaceChildren(...cues.map((cue) => h('option', { value: cue.cue }, `${cueName(cue)} ${time(cue.time)}`)));
      select.value = cues.some((cue) => cue.cue === value) ? value : cues[number]?.cue;
    });
    const fresh = follow && marks.querySelector(`.cue-handle[data-cue="${CSS.escape(follow)}"]`);
    if (fresh) {
      follow = null;
      fresh.focus();
    } else if (focus[0]) marks.querySelector(`.cue-handle${focus[1] ? '.end' : ':not(.end)'}[data-cue="${CSS.escape(focus[0])}"]`)?.focus();
  }

  async function load() {
    cues = await cuesOf(file).catch(() => []);
    if (!bubble.hidden) return;         // a finger moves one: it is drawn afterwards
    draw();
  }

  function setZoom(change) {
    const middle = (scroller.scrollLeft + scroller.clientWidth / 2) / room.clientWidth;
    zoom = Math.max(0, Math.min(zooms.length - 1, zoom + change));
    room.style.width = `${zooms[zoom] * 100}%`;
    scroller.scrollLeft = middle * room.clientWidth - scroller.clientWidth / 2;
    smaller.disabled = zoom === 0;
    larger.disabled = zoom === zooms.length - 1;
  }
  const smaller = iconButton('minus', t('zoom-out'), () => setZoom(-1), { disabled: true });
  const larger = iconButton('plus', t('zoom-in'), () => setZoom(1));
  const gone = h('span', { class: 'time' });
  const back = iconButton('previous', t('cue-previous'), () => attempt(() => post('cuestep', 'previous')), { class: 'icon-button wide-only', 'data-needs': 'player' });
  const here = h('button', { type: 'button', class: 'chip', 'data-needs': 'control', onclick: () => add(isCurrent() ? position() : place) }, icon('cue'), h('span', {}, t('cue-here')));
  const forth = iconButton('next', t('cue-next'), () => attempt(() => post('cuestep', 'next')), { class: 'icon-button wide-only', 'data-needs': 'player' });
  const hint = h('p', { class: 'muted' }, t('cue-hint'));

  function tick() {
    const current = isCurrent();
    head.hidden = back.hidden = forth.hidden = !current;
    shape.played(current ? position() / length : 0);
    if (current) head.style.left = `${position() / length * 100}%`;
    setText(gone, current ? precise(position()) : time(length));
  }
  setCursor(0);
  shape.show(file);
  load();
  const offs = [on('stickers', load), on('role', draw), on('state', tick), everyTick(tick)];
  return {
    nodes: [scroller, h('div', { class: 'cue-tools' }, gone, h('span', { class: 'spring' }), back, here, forth, h('span', { class: 'spring' }), smaller, larger), hint, list, between],
    cueHere: () => add(isCurrent() ? position() : place),
    end: () => {
      offs.forEach((off) => off());
      shape.end();
    },
  };
}
