// The soundboard: a press when the finger comes down, several at once; keys 1 to 9. In edit mode a tap opens the controls
// of a pad, and its handle moves it.

import { batch, post } from '../api.js';
import { attempt, complain } from '../bar.js';
import { emptyNote, h, icon, iconButton } from '../dom.js';
import { fold } from '../letters.js';
import { menu } from '../menu.js';
import { may, on, store } from '../store.js';
import { t } from '../texts.js';
import { HeldPads } from './held-pads.js';
import { dragPad } from './pad-drag.js';
import { PadFolders } from './pad-folders.js';
import { isPlayable, padItem, PadRings } from './pad-item.js';
import { PadPanel } from './pad-panel.js';

export const styles = ['pads', 'song'];
export const texts = true;

// From so many pads on they can be searched.
const fewestToFind = 20;
const stickOf = (pad) => pad.id.split('-')[0];
const files = () => { location.hash = '#add/pads'; };

function newPad() {
  menu(t('new-pad'), [
    { icon: 'mic', text: t('record-sound'), action: () => { location.hash = '#record'; } },
    { icon: 'upload', text: t('files-of-device'), action: files },
    { icon: 'library', text: t('pad-of-library'), action: () => { location.hash = '#library'; } },
  ]);
}

const noPads = () => emptyNote('pads', t('no-pads'), t('no-pads-hint'), may('control') && h('div', { class: 'chips' },
  h('button', { type: 'button', class: 'filled', onclick: files }, icon('upload'), t('add-files')),
  h('a', { class: 'chip', href: '#record' }, icon('mic'), t('record'))));

const edged = (name, text, action, more) => iconButton(name, text, action, { class: 'icon-button edged', ...more });

class PadsView {
  constructor() {
    this.pads = [];
    this.drawnKey = '';                // what the grid shows
    this.editing = false;
    this.dragging = false;          // nothing is drawn again under the finger
    this.follow = null;             // the id of a pad that was moved by keys: the focus goes with it
    this.ended = false;
    this.stale = false;
    this.filling = false;
    this.held = new HeldPads();
    this.rings = new PadRings();
    this.folders = new PadFolders({ chosen: () => this.show(), renamed: () => this.fill() });
    this.panel = new PadPanel({
      move: (pad, step) => this.step(pad, step), closed: (id) => this.grid.querySelector(`[data-id="${id}"] .pad`)?.focus(),
    });
    this.build();
    this.offs = [
      on('pads', () => this.fill()), on('role', () => {
        this.drawnKey = '';
        this.fill();
      }),
      on('connection', () => this.connection()),
    ];
    this.fill();
  }

  build() {
    this.grid = h('ul', { class: 'pads', role: 'list', 'aria-label': t('pads') });
    this.grid.addEventListener('keydown', (event) => this.walk(event));
    this.edit = edged('pencil', t('edit-pads'), () => this.toggle(), { 'data-needs': 'control', 'aria-pressed': 'false' });
    this.pause = edged('pause', t('pause-all'), () => attempt(() => post('padpause')),
      { solid: true, 'data-needs': 'player', 'aria-pressed': 'false' });
    this.stop = edged('stop', t('stop-all'), () => attempt(() => post('padstop', 'all')), { solid: true, 'data-needs': 'player' });
    this.find = h('input', {
      type: 'search', class: 'field pads-find', placeholder: t('search'), 'aria-label': t('search-pads'), hidden: true,
      oninput: () => this.show(),
    });
    this.more = h('button', { type: 'button', class: 'pad-new', onclick: newPad }, icon('plus'), h('span', {}, t('new-pad')));
    this.note = h('div', {});
    this.node = h('div', { class: 'page' }, h('header', { class: 'pads-top' },
      h('h1', { tabindex: '-1', class: 'page-title' }, t('pads')), h('span', { class: 'spring' }), this.edit, this.pause,
      this.stop),
    this.find, this.folders.node, this.grid, this.note);
  }

  shown() {
    return this.pads.filter((pad) => this.folders.has(pad)
      && fold(`${pad.folder ?? ''} ${pad.pad}`).includes(fold(this.find.value.trim())));
  }

  toggle() {
    this.editing = !this.editing;
    this.edit.setAttribute('aria-pressed', String(this.editing));
    if (!this.editing) this.panel.close();
    this.show();
  }

  // The pad goes to the place of another one of its stick; both are places of those that are shown.
  move(from, to) {
    const list = this.shown();
    const { pads } = this;
    const own = pads.filter((pad) => stickOf(pad) === stickOf(list[from]));
    const place = own.indexOf(list[to]);
    if (place < 0 || from === to) return this.show();
    const [pad] = pads.splice(pads.indexOf(list[from]), 1);
    const others = own.filter((one) => one !== pad);
    const before = others[place];
    pads.splice(before ? pads.indexOf(before) : pads.lastIndexOf(others.at(-1)) + 1, 0, pad);
    this.show();
    return attempt(() => post('padmove', pad.id, place + 1)).then((answer) => answer ?? this.fill());
  }

  step(pad, step) {
    const list = this.shown();
    const from = list.findIndex((one) => one.id === pad.id);
    if (from >= 0 && list[from + step]) this.move(from, from + step);
  }

  drag(event, from, item, handle) {
    if (event.button > 0 || this.dragging) return;
    const list = this.shown();
    this.dragging = true;
    dragPad(event, {
      from, item, handle, items: [...this.grid.children].slice(0, list.length),
      isGoal: (at) => stickOf(list[at]) === stickOf(list[from]),
      done: (to) => {
        this.dragging = false;
        // Others may have moved or removed pads meanwhile.
        const [pad, target] = [from, to].map((at) => this.shown().findIndex(({ id }) => id === list[at]?.id));
        if (pad >= 0 && target >= 0) this.move(pad, target);
        else this.show();
      },
    });
  }

  walk(event) {
    const items = [...this.grid.querySelectorAll('[data-id]')];
    const from = items.findIndex((item) => item.contains(document.activeElement));
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (from < 0 || !step || (event.altKey && !this.editing)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = from + step;
    if (to < 0 || to >= items.length) return;
    if (event.altKey) {
      this.follow = items[from].dataset.id;
      this.move(from, to);
    } else {
      items[to].querySelector('button').focus();
    }
  }

  show() {
    if (this.dragging) return undefined;
    const { folders, pads } = this;
    const list = this.shown();
    const choices = folders.choices(pads);
    if (folders.chosen && !choices.some(([value]) => value === folders.chosen)) {
      folders.chosen = '';
      return this.show();
    }
    const key = JSON.stringify([list.map(({ id, pad, number, colour, mode, problem, absent, favourite }) =>
      [id, pad, number, colour, mode, problem, absent, favourite]), choices, folders.chosen, this.editing]);
    if (key !== this.drawnKey) {
      this.drawnKey = key;
      this.draw(list, choices);
    }
    list.forEach((pad, at) => this.rings.show(this.grid.children[at].firstChild, pad));
    this.find.hidden = pads.length <= fewestToFind;
    this.edit.hidden = pads.length === 0;
    this.pause.disabled = this.stop.disabled = !pads.some((pad) => pad.playing);
    this.pause.setAttribute('aria-pressed', String(pads.some((pad) => pad.held === '1')));
    this.panel.update(pads);
    return undefined;
  }

  // Draws all of them; the focus stays at its pad.
  draw(list, choices) {
    const { grid, editing, follow } = this;
    const active = follow ?? document.activeElement?.closest('[data-id]')?.dataset.id;
    const handled = document.activeElement?.matches('.pad-handle');
    this.folders.draw(choices, editing, this.pads);
    grid.replaceChildren(...list.map((pad, at) => padItem(pad, at, {
      editing, count: list.length, down: (pointer) => this.held.down(pointer, pad),
      open: () => this.panel.open(pad.id, () => this.present()),
      drag: (event, item, handle) => this.drag(event, at, item, handle),
    })), ...may('control') && this.pads.length ? [h('li', {}, this.more)] : []);
    this.note.replaceChildren(...this.pads.length ? [] : [noPads()]);
    grid.classList.toggle('editing', editing);
    grid.querySelector(active && `[data-id="${active}"] ${handled || follow ? '.pad-handle' : '.pad'}`)?.focus();
    this.follow = null;
  }

  // Those of a view that is still there.
  present() {
    return this.ended ? [] : this.pads;
  }

  // Many changes in a moment are one question.
  async fill() {
    this.stale = true;
    if (this.filling) return;
    this.filling = true;
    while (this.stale && !this.ended) {
      this.stale = false;
      try {
        [this.pads, this.folders.all] = await batch([['pads'], ['padfolders']]);
        this.show();
      } catch (problem) {
        complain(problem);
      }
      await new Promise((done) => { setTimeout(done, 100); });
    }
    this.filling = false;
  }

  // What the jukebox does while it is away nobody knows.
  connection() {
    if (store.connection === 'open') return;
    for (const rest of this.grid.querySelectorAll('.rest')) rest.getAnimations().forEach((animation) => animation.pause());
  }

  key(number) {
    const pad = this.shown()[number - 1];
    if (pad && isPlayable(pad)) this.held.down(String(number), pad);
    return Boolean(pad);
  }

  end() {
    this.ended = true;
    this.held.end();
    this.panel.close();
    this.offs.forEach((off) => off());
  }
}

export const padsView = () => new PadsView();
