// The cues of a song on its waveform: a tap or a key adds one, fingers and arrow keys move it.

import { post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon, iconButton, setText } from '../dom.js';
import { everyTick } from '../player/player.js';
import { bars } from '../player/wave.js';
import { may, on, position, store } from '../store.js';
import { t, time } from '../texts.js';
import { CueChanges } from './cue-changes.js';
import { cueHandle } from './cue-handle.js';
import { CueList } from './cue-list.js';
import { precise } from './cue-time.js';
import { cueMark, cuesOf } from './marks.js';

const zooms = [1, 2, 4, 8, 16];
const points = 1000;
// A double tap: within these milliseconds, and within these pixels of the first one.
const doubleTap = 500;
const reach = 22;

const selector = (number, isEnd) =>
  `.cue-handle${isEnd === undefined ? '' : isEnd ? '.end' : ':not(.end)'}[data-cue="${CSS.escape(number)}"]`;

export class CueEditor {
  // `length` is that of the song in seconds. `chapters` are shown too.
  constructor(file, length, chapters) {
    Object.assign(this, { file, length, chapters });
    this.changes = new CueChanges(file, length);
    this.cues = [];
    this.place = 0;
    this.zoom = 0;
    this.latest = null;             // the mark that a tap has set, and its number
    this.follow = null;             // the mark that gets the focus when it is drawn
    this.build();
    this.setCursor(0);
    this.shape.show(file);
    this.load();
    this.offs = [
      on('stickers', () => this.load()), on('role', () => this.draw()), on('state', () => this.tick()),
      everyTick(() => this.tick()),
    ];
  }

  build() {
    this.area = h('div', {
      class: 'cue-area', role: 'slider', tabindex: '0', 'aria-label': t('cue-place'), 'aria-valuemin': '0',
      'aria-valuemax': String(Math.round(this.length)), 'aria-keyshortcuts': 'Enter', 'data-needs': 'control',
      onclick: (event) => this.tapped(event), onkeydown: (event) => this.pressed(event),
    });
    this.cursor = h('span', { class: 'cue-cursor' });
    this.head = h('span', { class: 'cue-head', hidden: true });
    this.marks = h('div', { class: 'cue-layer' });
    this.bubble = h('output', { class: 'wave-bubble', 'aria-hidden': 'true', hidden: true });
    this.room = h('div', { class: 'wave-room' }, this.area, this.cursor, this.head, this.marks, this.bubble);
    this.scroller = h('div', { class: 'cue-scroller' }, this.room);
    this.shape = bars(this.room, points);
    this.hint = h('p', { class: 'muted' }, t('cue-hint'));
    this.list = new CueList(this.changes);
    this.nodes = [this.scroller, this.tools(), this.hint, this.list.list, this.list.between];
  }

  tools() {
    const step = (icon, name, where) => iconButton(icon, t(name), () => attempt(() => post('cuestep', where)),
      { class: 'icon-button wide-only', 'data-needs': 'player' });
    this.gone = h('span', { class: 'time' });
    this.back = step('previous', 'cue-previous', 'previous');
    this.forth = step('next', 'cue-next', 'next');
    const here = h('button', { type: 'button', class: 'chip', 'data-needs': 'control', onclick: () => this.cueHere() },
      icon('cue'), h('span', {}, t('cue-here')));
    this.smaller = iconButton('minus', t('zoom-out'), () => this.setZoom(-1), { disabled: true });
    this.larger = iconButton('plus', t('zoom-in'), () => this.setZoom(1));
    return h('div', { class: 'cue-tools' }, this.gone, h('span', { class: 'spring' }), this.back, here, this.forth,
      h('span', { class: 'spring' }),
      this.smaller, this.larger);
  }

  isCurrent() {
    return store.song?.file === this.file;
  }

  percent(seconds) {
    return `${seconds / this.length * 100}%`;
  }

  setCursor(wanted) {
    this.place = this.changes.limited(wanted);
    this.cursor.style.left = this.percent(this.place);
    this.area.setAttribute('aria-valuenow', String(Math.round(this.place)));
    this.area.setAttribute('aria-valuetext', precise(this.place));
  }

  tapped(event) {
    const { left, width } = this.room.getBoundingClientRect();
    this.setCursor((event.clientX - left) / width * this.length);
    if (may('control')) this.tap(this.place, event.timeStamp);
  }

  // The second tap of a double tap selects the mark of the first one.
  async tap(wanted, when) {
    const { latest } = this;
    const near = Math.max(0.3, reach / this.room.clientWidth * this.length);
    if (latest && when - latest.when < doubleTap && Math.abs(wanted - latest.place) < near) {
      this.follow = await latest.cue;
      this.draw();
    } else {
      this.latest = { place: wanted, when, cue: this.changes.add(wanted) };
    }
  }

  pressed(event) {
    const { place } = this;
    const step = event.shiftKey ? 10 : 1;
    const wanted = {
      ArrowRight: place + step, ArrowLeft: place - step, ArrowUp: place + 0.1, ArrowDown: place - 0.1, Home: 0, End: this.length,
    }[event.key];
    if (wanted !== undefined) this.setCursor(wanted);
    else if (event.key === 'Enter') this.changes.add(place);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  cueHere() {
    this.changes.add(this.isCurrent() ? position() : this.place);
  }

  // Where a finger is; null: it is gone.
  tell(wanted) {
    this.bubble.hidden = wanted === null;
    if (wanted === null) return;
    this.bubble.textContent = precise(wanted);
    const half = this.bubble.offsetWidth / 2;
    const width = this.room.clientWidth;
    this.bubble.style.left = `${Math.max(half, Math.min(width - half, wanted / this.length * width))}px`;
  }

  handle(cue, isEnd) {
    return cueHandle(cue, isEnd, {
      changes: this.changes, room: this.room, show: (seconds) => this.tell(seconds), drop: () => this.draw(),
    });
  }

  draw() {
    const { cues, marks } = this;
    const { cue: focused, isEnd } = this.focus();
    const ticks = this.chapters.filter((chapter) => chapter.time > 0).map((chapter) => {
      const tick = h('span', { class: 'chapter' });
      tick.style.left = this.percent(chapter.time);
      return tick;
    });
    marks.replaceChildren(...ticks, ...cues.flatMap((cue) => cueMark(cue, this.length)),
      ...cues.flatMap((cue) => (cue.end === undefined ? [this.handle(cue)] : [this.handle(cue), this.handle(cue, true)])));
    this.list.show(cues);
    this.hint.hidden = cues.length > 0;
    const fresh = this.follow && marks.querySelector(selector(this.follow));
    if (fresh) {
      this.follow = null;
      fresh.focus();
    } else if (focused) {
      marks.querySelector(selector(focused, isEnd))?.focus();
    }
  }

  // The handle that has the focus.
  focus() {
    const active = document.activeElement;
    return this.room.contains(active) ? { cue: active.dataset.cue, isEnd: active.classList.contains('end') } : {};
  }

  async load() {
    this.cues = await cuesOf(this.file).catch(() => []);
    // A finger moves one: it is drawn afterwards.
    if (this.bubble.hidden) this.draw();
  }

  setZoom(change) {
    const { room, scroller } = this;
    const middle = (scroller.scrollLeft + scroller.clientWidth / 2) / room.clientWidth;
    this.zoom = Math.max(0, Math.min(zooms.length - 1, this.zoom + change));
    room.style.width = `${zooms[this.zoom] * 100}%`;
    scroller.scrollLeft = middle * room.clientWidth - scroller.clientWidth / 2;
    this.smaller.disabled = this.zoom === 0;
    this.larger.disabled = this.zoom === zooms.length - 1;
  }

  tick() {
    const current = this.isCurrent();
    this.head.hidden = this.back.hidden = this.forth.hidden = !current;
    this.shape.played(current ? position() / this.length : 0);
    if (current) this.head.style.left = this.percent(position());
    setText(this.gone, current ? precise(position()) : time(this.length));
  }

  end() {
    this.offs.forEach((off) => off());
    this.shape.end();
  }
}
