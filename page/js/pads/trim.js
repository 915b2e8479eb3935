// The part of a pad's file that plays, between two handles on its waveform.

import { bytes, post } from '../api.js';
import { h, icon, label, setText } from '../dom.js';
import { t } from '../texts.js';
import { figure } from './figure.js';

const points = 200;
// Steps of 1 ms, and at least 10 ms between the handles.
const least = 0.01;
const keySteps = {
  ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1, Home: -1e6, End: 1e6,
};

function waveform(id) {
  const wave = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  wave.setAttribute('class', 'trim-wave');
  wave.setAttribute('preserveAspectRatio', 'none');
  wave.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  wave.append(shape);
  bytes(`/wave/pad/${encodeURIComponent(id)}?n=${points}`).then((peaks) => {
    wave.setAttribute('viewBox', `0 -100 ${peaks.length} 200`);
    shape.setAttribute('d', [...peaks].map((peak, at) => {
      const height = Math.max(1.5, peak / 255 * 96);
      return `M${at + 0.5} ${-height}V${height}`;
    }).join(''));
  }, () => {});
  return wave;
}

export class Trim {
  constructor(settings) {
    this.settings = settings;
    this.values = { start: 0, end: 0 };
    this.drag = null;
    this.before = h('span', { class: 'trim-cut' });
    this.after = h('span', { class: 'trim-cut' });
    this.times = h('span', { class: 'trim-times muted' });
    this.room = h('div', { class: 'trim-room' }, waveform(settings.id), this.before, this.after);
    this.write = h('button', { type: 'button', class: 'chip', onclick: () => this.writePart() }, icon('scissors'), t('write-part'));
    this.whole = h('button', { type: 'button', class: 'chip', onclick: () => settings.change({ start: '0', end: '' }) },
      icon('undo'), t('whole-file'));
    this.handles = Object.fromEntries(['start', 'end'].map((key) => [key, this.handle(key)]));
    this.room.append(...Object.values(this.handles));
    this.node = h('div', { class: 'trim', role: 'group', 'aria-label': t('part-of-file') }, this.room,
      h('div', { class: 'trim-foot' }, this.times, h('span', { class: 'chips' }, this.whole, this.write)));
    settings.on(() => this.update());
  }

  length() {
    return Number(this.settings.pad.duration ?? 0);
  }

  async writePart() {
    const { settings, values } = this;
    this.write.disabled = true;
    try {
      const { file } = await post('padtrim', settings.id, values.start.toFixed(3), values.end.toFixed(3));
      settings.say(file ? t('trimmed', { name: file.split('/').pop() }) : t('trimmed-file'));
    } catch (problem) {
      settings.fail(problem);
    }
    this.draw();
  }

  handle(key) {
    const ended = () => this.drop(key);
    return h('div', {
      class: `trim-handle ${key}`, role: 'slider', tabindex: '0', 'aria-label': t(`part-${key}`), 'aria-valuemin': '0',
      'data-key': key,
      onpointerdown: (event) => this.grip(event, key), onpointermove: (event) => this.move(event, key),
      onpointerup: ended, onpointercancel: ended, onkeydown: (event) => this.pressed(event, key),
    });
  }

  grip(event, key) {
    const handle = this.handles[key];
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    this.drag = { x: event.clientX, value: this.values[key] };
  }

  move(event, key) {
    const { drag } = this;
    if (drag) this.set(key, drag.value + (event.clientX - drag.x) / this.room.clientWidth * this.length());
  }

  drop(key) {
    if (this.drag && this.drag.value !== this.values[key]) this.send(key);
    this.drag = null;
  }

  pressed(event, key) {
    const step = keySteps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(key, this.values[key] + step * (event.shiftKey ? 0.1 : 1));
    this.send(key);
  }

  set(key, value) {
    const { values } = this;
    const limits = key === 'start' ? [0, values.end - least] : [values.start + least, this.length()];
    values[key] = Math.round(Math.min(limits[1], Math.max(limits[0], value)) * 1000) / 1000;
    this.draw();
  }

  send(key) {
    const value = this.values[key];
    this.settings.change(key === 'end' && value >= this.length() ? { end: '' } : { [key]: value.toFixed(3) });
  }

  draw() {
    const { start, end } = this.values;
    const all = this.length() || 1;
    this.before.style.width = `${start / all * 100}%`;
    this.after.style.width = `${(1 - end / all) * 100}%`;
    for (const [key, handle] of Object.entries(this.handles)) {
      handle.style.left = `${this.values[key] / all * 100}%`;
      handle.setAttribute('aria-valuemax', all);
      handle.setAttribute('aria-valuenow', this.values[key]);
      handle.setAttribute('aria-valuetext', t('seconds-value', { value: figure(this.values[key], 3) }));
    }
    setText(this.times, `${figure(start, 3)} – ${figure(end, 3)} · ${t('seconds-value', { value: figure(end - start, 3) })}`);
    this.whole.disabled = this.write.disabled = start === 0 && end >= this.length();
  }

  update() {
    if (this.drag) return;
    const { start, end } = this.settings.pad;
    this.values.start = Number(start || 0);
    this.values.end = end === '' ? this.length() : Math.min(this.length(), Number(end));
    label(this.whole, t('whole-file'));
    this.draw();
  }
}
