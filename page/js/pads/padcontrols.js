// The controls of one pad: all that can be set, its part of the file on its waveform.

import { h, icon, iconButton, label, setIcon, setText } from '../dom.js';
import { bytes, post } from '../api.js';
import { attempt, complain, offer, reason } from '../bar.js';
import { ask } from '../menu.js';
import { t, trouble } from '../texts.js';
import { swatches } from '../swatches.js';

const plain = { folder: '', boost: '1', speed: '1', loops: '0', bass: '0', mid: '0', treble: '0', colour: '', favourite: '0', start: '0', end: '', delay: '0', group: '', duck: '0' };
const figure = (value, digits) => new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

// `close` closes the controls; `move` moves the pad by one place.
export function padControls(id, { close, move }) {
  const title = h('bdi', {});
  const note = h('p', { class: 'pad-note muted', role: 'status' });
  const updates = [];
  const wanted = new Map();
  let pad = { ...plain, id };
  let sending = false;
  let timer = 0;

  // One change is on its way at a time; the last wish of each key wins.
  async function change(values) {
    for (const [key, value] of Object.entries(values)) wanted.set(key, String(value));
    Object.assign(pad, values, 'name' in values && { pad: values.name });
    updates.forEach((update) => update());
    if (sending) return;
    sending = true;
    while (wanted.size) {
      const pairs = [...wanted].flat();
      wanted.clear();
      try {
        await post('padset', id, ...pairs);
        setText(note, '');
      } catch (problem) {
        if (!problem.key) complain(problem);
        setText(note, reason(problem));
      }
      await new Promise((done) => { timer = setTimeout(done, 150); });
    }
    sending = false;
  }

  const row = (name, ...content) => h('div', { class: 'pad-row' }, h('span', { class: 'pad-label' }, t(name)), ...content);

  // A line from `min` to `max`. What plays follows the finger; else the end of the drag counts.
  function line(key, text, { min, max, step, show }) {
    const value = h('output', {});
    const input = h('input', { type: 'range', min, max, step, 'aria-label': t(text), 'data-key': key });
    input.addEventListener('input', () => {
      setText(value, show(Number(input.value)));
      input.setAttribute('aria-valuetext', show(Number(input.value)));
      if (pad.playing) change({ [key]: input.value });
    });
    input.addEventListener('change', () => change({ [key]: input.value }));
    updates.push(() => {
      if (!input.matches(':active')) input.value = pad[key];
      setText(value, show(Number(input.value)));
      input.setAttribute('aria-valuetext', show(Number(input.value)));
    });
    return row(text, input, value);
  }

  function choices(key, text, options) {
    const box = h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': t(text) });
    updates.push(() => {
      const all = options.some(([value]) => value === pad[key]) ? options : [...options, [pad[key], pad[key]]];
      if (box.dataset.value === pad[key]) return;
      box.dataset.value = pad[key];
      const focused = box.contains(document.activeElement);
      box.replaceChildren(...all.map(([value, name, long]) => h('label', {}, h('input', {
        type: 'radio', name: `pad-${key}`, value, checked: value === pad[key], 'data-key': key, 'aria-label': long, onchange: () => change({ [key]: value }),
      }), h('span', {}, name))));
      if (focused) box.querySelector(':checked').focus();
    });
    return h('div', { class: 'pad-row tall' }, h('span', { class: 'pad-label' }, t(text)), box);
  }

  function field(key, text, properties = {}, after) {
    const input = h('input', { type: 'text', class: 'field', maxlength: '120', 'aria-label': t(text), 'data-key': key, ...properties });
    input.addEventListener('change', () => {
      if (key === 'name' && !input.value.trim()) input.value = pad.pad;
      else if (input.checkValidity()) change({ [key]: input.value.trim() });
    });
    updates.push(() => { if (document.activeElement !== input) input.value = (key === 'name' ? pad.pad : pad[key]) ?? ''; });
    return row(text, input, after);
  }

  const folder = h('select', { class: 'select', 'aria-label': t('pad-folder'), 'data-key': 'folder' });
  const groups = h('datalist', { id: 'pad-groups' });
  let folders = [];
  folder.addEventListener('change', async () => {
    if (folder.value !== '\n') return change({ folder: folder.value });
    const name = await ask(t('new-folder'), '', t('save'));
    if (name && !folders.includes(name)) folders = [...folders, name];
    return change({ folder: name || pad.folder });
  });
  updates.push(() => {
    const all = ['', ...folders, ...pad.folder && !folders.includes(pad.folder) ? [pad.folder] : []];
    const key = JSON.stringify(all);
    if (folder.dataset.key0 !== key) {
      folder.dataset.key0 = key;
      folder.replaceChildren(...all.map((name) => h('option', { value: name }, name || t('no-folder'))), h('option', { value: '\n' }, t('new-folder-entry')));
    }
    folder.value = pad.folder;
  });

  const tints = h('div', {});
  updates.push(() => {
    if (tints.dataset.value === pad.colour) return;
    tints.dataset.value = pad.colour;
    const focused = tints.contains(document.activeElement);
    tints.replaceChildren(swatches(t('colour'), pad.colour, (colour) => change({ colour })));
    if (focused) tints.querySelector(':checked')?.focus();
  });
  const own = h('input', { type: 'color', class: 'swatch', 'aria-label': t('own-colour'), title: t('own-colour'), 'data-key': 'colour' });
  own.addEventListener('change', () => change({ colour: own.value.slice(1).toUpperCase() }));
  updates.push(() => { own.value = `#${(pad.colour || '888888').toLowerCase()}`; });

  const star = iconButton('star', t('favourite'), () => change({ favourite: pad.favourite === '1' ? '0' : '1' }), { 'data-key': 'favourite', 'aria-pressed': 'false' });
  updates.push(() => {
    star.setAttribute('aria-pressed', String(pad.favourite === '1'));
    setIcon(star, 'star', pad.favourite === '1');
  });
  const stop = iconButton('stop', t('stop'), () => attempt(() => post('padstop', id)), { solid: true, 'data-needs': 'player' });
  const place = h('span', { class: 'pad-place' });
  const earlier = iconButton('back', t('pad-earlier'), () => move(pad, -1));
  const later = iconButton('forward', t('pad-later'), () => move(pad, 1));

  const trim = part(() => pad, change, id, note);
  updates.push(trim.update);

  const remove = h('button', {
    type: 'button', class: 'chip danger', onclick: () => attempt(async () => {
      const { file, pad: name } = pad;
      await post('padremove', id);
      close();
      offer(t('removed', { name }), () => post('padadd', file));
    }),
  }, icon('trash'), t('remove-pad'));
  const decibels = (value) => t('decibels', { value: figure(value, value % 1 ? 1 : 0) });
  const times = (value) => t('times', { value: figure(value, 2) });
  const gain = { min: -12, max: 12, step: 0.5, show: decibels };

  const node = h('div', { class: 'pad-controls' },
    h('div', { class: 'pad-play' }, h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => attempt(() => post('pad', id)) }, icon('play', true), t('play')),
      stop, h('span', { class: 'spring' }), star),
    note, trim.node,
    line('volume', 'volume', { min: 0, max: 100, step: 1, show: (value) => t('percent', { value }) }),
    line('boost', 'boost', { min: 1, max: 2, step: 0.05, show: times }),
    line('speed', 'speed', { min: 0.25, max: 2, step: 0.05, show: times }),
    line('bass', 'bass', gain), line('mid', 'middle', gain), line('treble', 'treble', gain),
    h('button', { type: 'button', class: 'chip pad-flat', onclick: () => change({ bass: '0', mid: '0', treble: '0' }) }, icon('undo'), t('flat')),
    choices('loops', 'loops', [['0', '0', t('loops-none')], ['1', '1'], ['2', '2'], ['5', '5'], ['-1', '∞', t('loops-endless')]]),
    choices('mode', 'mode', ['once', 'toggle', 'hold', 'layer'].map((mode) => [mode, t(`mode-name-${mode}`)])),
    line('duck', 'duck', { min: 0, max: 60, step: 1, show: decibels }),
    field('delay', 'delay', { type: 'number', min: '0', max: '300', step: '0.1', inputmode: 'decimal' }, h('span', { class: 'muted' }, t('unit-seconds'))),
    field('group', 'pad-group', { list: 'pad-groups', placeholder: t('none') }), groups,
    field('name', 'name'), row('pad-folder', folder),
    h('div', { class: 'pad-tints' }, tints, own),
    h('div', { class: 'pad-row' }, h('span', { class: 'pad-label' }, t('order')), earlier, place, later),
    remove, h('p', { class: 'muted pad-file' }));

  return {
    title, node,
    update(pads) {
      const found = pads.find((one) => one.id === id);
      if (!found) return;
      // What is on its way to the jukebox is newer than its answer.
      pad = { ...plain, ...found, ...Object.fromEntries(wanted) };
      folders = [...new Set(pads.map((one) => one.folder).filter(Boolean))];
      groups.replaceChildren(...[...new Set(pads.map((one) => one.group).filter(Boolean))].map((name) => h('option', { value: name })));
      setText(title, pad.pad);
      const all = pads.filter((one) => one.id.split('-')[0] === id.split('-')[0]);
      setText(place, t('place-of', { place: all.indexOf(found) + 1, n: all.length }));
      setText(node.querySelector('.pad-file'), pad.problem ? `${pad.file}: ${trouble(pad.problem, pad.problem_key)}` : pad.file);
      stop.disabled = !pad.playing;
      updates.forEach((update) => update());
    },
    end: () => clearTimeout(timer),
  };
}

// The part of the file that plays, between two handles on its waveform.
function part(pad, change, id, note) {
  const wave = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  wave.setAttribute('class', 'trim-wave');
  wave.setAttribute('preserveAspectRatio', 'none');
  wave.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  wave.append(shape);
  const before = h('span', { class: 'trim-cut' });
  const after = h('span', { class: 'trim-cut' });
  const times = h('span', { class: 'trim-times muted' });
  const room = h('div', { class: 'trim-room' }, wave, before, after);
  const length = () => Number(pad().duration ?? 0);
  const values = { start: 0, end: 0 };
  const handles = {};
  let drag = null;

  const write = h('button', {
    type: 'button', class: 'chip', onclick: async () => {
      write.disabled = true;
      try {
        const { file } = await post('padtrim', id, values.start.toFixed(3), values.end.toFixed(3));
        setText(note, file ? t('trimmed', { name: file.split('/').pop() }) : t('trimmed-file'));
      } catch (problem) {
        if (!problem.key) complain(problem);
        setText(note, reason(problem));
      }
      draw();
    },
  }, icon('scissors'), t('write-part'));
  const whole = h('button', { type: 'button', class: 'chip', onclick: () => change({ start: '0', end: '' }) }, icon('undo'), t('whole-file'));

  function draw() {
    const all = length() || 1;
    before.style.width = `${values.start / all * 100}%`;
    after.style.width = `${(1 - values.end / all) * 100}%`;
    for (const [key, handle] of Object.entries(handles)) {
      handle.style.left = `${values[key] / all * 100}%`;
      handle.setAttribute('aria-valuemax', all);
      handle.setAttribute('aria-valuenow', values[key]);
      handle.setAttribute('aria-valuetext', t('seconds-value', { value: figure(values[key], 3) }));
    }
    setText(times, `${figure(values.start, 3)} – ${figure(values.end, 3)} · ${t('seconds-value', { value: figure(values.end - values.start, 3) })}`);
    const isWhole = values.start === 0 && values.end >= length();
    whole.disabled = write.disabled = isWhole;
  }

  // Steps of 1 ms, and at least 10 ms between the handles.
  function set(key, value) {
    const limits = key === 'start' ? [0, values.end - 0.01] : [values.start + 0.01, length()];
    values[key] = Math.round(Math.min(limits[1], Math.max(limits[0], value)) * 1000) / 1000;
    draw();
  }
  const send = (key) => change(key === 'end' && values.end >= length() ? { end: '' } : { [key]: values[key].toFixed(3) });

  for (const key of ['start', 'end']) {
    const handle = h('div', {
      class: `trim-handle ${key}`, role: 'slider', tabindex: '0', 'aria-label': t(`part-${key}`), 'aria-valuemin': '0', 'data-key': key,
    });
    handles[key] = handle;
    room.append(handle);
    handle.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      drag = { x: event.clientX, value: values[key] };
    });
    handle.addEventListener('pointermove', (event) => {
      if (drag) set(key, drag.value + (event.clientX - drag.x) / room.clientWidth * length());
    });
    for (const name of ['pointerup', 'pointercancel']) {
      handle.addEventListener(name, () => {
        if (drag && drag.value !== values[key]) send(key);
        drag = null;
      });
    }
    handle.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1, Home: -1e6, End: 1e6 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      set(key, values[key] + step * (event.shiftKey ? 0.1 : 1));
      send(key);
    });
  }

  bytes(`/wave/pad/${encodeURIComponent(id)}?n=200`).then((peaks) => {
    wave.setAttribute('viewBox', `0 -100 ${peaks.length} 200`);
    shape.setAttribute('d', [...peaks].map((peak, at) => {
      const height = Math.max(1.5, peak / 255 * 96);
      return `M${at + 0.5} ${-height}V${height}`;
    }).join(''));
  }, () => {});

  return {
    node: h('div', { class: 'trim', role: 'group', 'aria-label': t('part-of-file') }, room, h('div', { class: 'trim-foot' }, times, h('span', { class: 'chips' }, whole, write))),
    update() {
      if (drag) return;
      values.start = Number(pad().start || 0);
      values.end = pad().end === '' ? length() : Math.min(length(), Number(pad().end));
      label(whole, t('whole-file'));
      draw();
    },
  };
}
