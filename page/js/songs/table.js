// Songs in columns, where a desk has room for them: heads that sort and are chosen.

import { batches } from '../api.js';
import { attempt } from '../bar.js';
import { desk, h, iconButton } from '../dom.js';
import { menu } from '../menu.js';
import { collator, t, time } from '../texts.js';
import { artistOf, one, titleOf } from './names.js';

// Songs whose tempo, key and rating are asked by one command, which has at most 128 arguments and 16 KiB.
const atOnce = 40;
const gap = 12;

// `least`: its fewest pixels, `share`: of the room that is left; `tag`: by which the jukebox sorts; `of`: its text.
// What the annotations of a song say has a `value` instead.
const columns = {
  title: { text: 'tag-Title', least: 160, share: 3, tag: 'Title', of: titleOf },
  artist: { text: 'tag-Artist', least: 100, share: 2, tag: 'Artist', of: artistOf },
  album: { text: 'tag-Album', least: 100, share: 2, tag: 'Album', of: (song) => one(song.Album) },
  year: { text: 'tag-Date', least: 56, tag: 'Date', of: (song) => one(song.Date).slice(0, 4) },
  bpm: { text: 'column-bpm', least: 64, value: (known) => Math.round(Number(known.bpm)) },
  key: { text: 'key', least: 64, value: (known) => known.key },
  listened: { text: 'listened', least: 110, of: (song) => song.listened },
  length: { text: 'length', least: 64, of: (song) => Number(song.duration) },
  rating: { text: 'rating', least: 76, value: (known) => Number(known.rating) },
};
// Those that go first where there is no room for all.
const dispensable = ['rating', 'year', 'key', 'bpm', 'album', 'artist'];
const read = (name) => JSON.parse(localStorage[name] ?? 'null');
// What a list is about is always there; in other lists there is no such column.
const isListened = (songs) => Boolean(songs?.some((song) => song.listened));
const chosen = () => read('columns') ?? Object.keys(columns);

async function annotations(songs) {
  const files = songs.map((song) => song.file);
  const commands = [];
  for (let at = 0; at < files.length; at += atOnce) commands.push(['annotations', ...files.slice(at, at + atOnce)]);
  return new Map((await batches(commands)).flat().map((known) => [known.file, known]));
}

// Songs in the order of a column, downwards after a `-`; those without a value are last. `known`: annotations by file.
export function inOrder(songs, order, known) {
  const { of, value } = columns[order.replace('-', '')];
  const valueOf = (song) => (value ? value(known.get(song.file) ?? {}) : of(song)) || '';
  const sign = order.startsWith('-') ? -1 : 1;
  const compare = (a, b) => (typeof a === 'number' ? a - b : collator.compare(a, b));
  return songs.map((song) => [valueOf(song), song])
    .sort(([a], [b]) => (a === '' || b === '' ? Number(a === '') - Number(b === '') : sign * compare(a, b)))
    .map(([, song]) => song);
}

// The columns that have room, of those that are wanted: the title is always there.
export function fitting(wanted, room) {
  const left = [...wanted];
  const need = () => left.reduce((sum, name) => sum + columns[name].least + gap, 0);
  for (const name of dispensable) {
    if (need() <= room) break;
    if (left.includes(name)) left.splice(left.indexOf(name), 1);
  }
  return left;
}

export class SongTable {
  // songs: in their own order, or null where `sort(tag)` asks the jukebox for them in the order of a tag. kind: under which
  // the browser keeps the order; without it there is none. fixed: without an order of its own. omit: columns that would be
  // the same in each row. changed(): draws the rows again.
  constructor({ songs = null, sort, kind, fixed = false, omit = [], changed }) {
    Object.assign(this, { own: songs, songs, sort, kind, fixed, omit, changed });
    this.shown = [];
    this.order = fixed ? '' : (kind && read('songOrders')?.[kind]) ?? '';
    this.heads = h('div', { class: 'heads', role: 'group', 'aria-label': t('columns') });
    this.node = h('div', { class: 'table-top', hidden: true, oncontextmenu: (event) => {
      event.preventDefault();
      this.choose();
    } }, this.heads, iconButton('settings', t('columns'), () => this.choose()));
    if (!columns[this.order.replace('-', '')]) this.order = '';
    // Once the list is there, too.
    if (this.order) Promise.resolve().then(() => this.arrange());
  }

  // `list`: the VirtualList of the rows.
  attach(list) {
    this.list = list;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(list.element);
  }

  end() {
    this.observer?.disconnect();
    cancelAnimationFrame(this.frame);
  }

  // As many columns as there is room for.
  fit() {
    const { list, list: { element } } = this;
    if (!desk.matches && this.shown.length === 0) return;
    // The first rows tell how much of them is buttons.
    cancelAnimationFrame(this.frame);
    if (list.count && !this.row()) {
      this.frame = requestAnimationFrame(() => this.fit());
      return;
    }
    const all = desk.matches ? Object.keys(columns).filter((name) => this.wants(name)) : [];
    // The mix buttons float over the columns.
    const buttons = [...this.row()?.closest('.row').querySelectorAll(':scope > .icon-button') ?? []]
      .reduce((sum, button) => sum + button.offsetWidth, 0);
    const room = element.clientWidth - buttons - 80;
    const wanted = fitting(all, room);
    const isTable = wanted.length > 1;
    if (String(wanted) !== String(this.shown)) {
      this.shown = wanted;
      this.node.hidden = !isTable;
      element.classList.toggle('table', isTable);
      element.classList.toggle('named', wanted.includes('artist') || this.omit.includes('artist'));
      const tracks = wanted.map((name) => (columns[name].share
        ? `minmax(${columns[name].least}px, ${columns[name].share}fr)` : `minmax(${columns[name].least}px, .5fr)`)).join(' ');
      for (const box of [element, this.heads]) box.style.setProperty('--tracks', tracks);
      this.drawHeads();
      list.refresh(true);
    }
    const row = this.row();
    if (row) this.heads.style.width = `${row.offsetWidth}px`;
  }

  wants(name) {
    if (name === 'listened') return isListened(this.own);
    return name === 'title' || (chosen().includes(name) && !this.omit.includes(name));
  }

  row() {
    return this.list.element.querySelector('.row > .row-main');
  }

  drawHeads() {
    const active = document.activeElement?.dataset?.column;
    this.heads.replaceChildren(h('span', {}), ...this.shown.map((name) => this.head(name)));
    if (active) this.heads.querySelector(`[data-column=${active}]`)?.focus();
  }

  head(name) {
    const text = t(columns[name].text);
    const isSorted = this.order.replace('-', '') === name;
    const isSortable = !this.fixed && name !== 'listened' && (!this.sort || columns[name].tag);
    if (!isSortable) return h('span', { class: 'column-head', 'data-column': name }, text);
    return h('button', {
      type: 'button', class: 'column-head', 'data-column': name, 'aria-pressed': String(isSorted),
      'aria-label': t('sort-by', { name: text }), title: t('sort-by', { name: text }), onclick: () => this.turn(name),
    }, h('span', {}, text), isSorted && h('span', { 'aria-hidden': 'true' }, this.order.startsWith('-') ? '↓' : '↑'));
  }

  // Up, down, the own order of the list.
  turn(name) {
    this.order = { [name]: `-${name}`, [`-${name}`]: '' }[this.order] ?? name;
    if (this.kind) localStorage.songOrders = JSON.stringify({ ...read('songOrders'), [this.kind]: this.order });
    this.drawHeads();
    return this.arrange();
  }

  arrange() {
    return attempt(async () => {
      const { order } = this;
      if (this.sort) {
        const { tag } = columns[order.replace('-', '')] ?? {};
        this.sort(tag && `${order.startsWith('-') ? '-' : ''}${tag}`);
      } else {
        const { value } = columns[order.replace('-', '')] ?? {};
        const songs = order ? inOrder(this.own, order, value && await annotations(this.own)) : this.own;
        if (order !== this.order) return;
        this.songs = songs;
      }
      this.changed();
    });
  }

  choose() {
    const names = Object.keys(columns).filter((name) => !['title', 'listened', ...this.omit].includes(name));
    menu(t('columns'), names.map((name) => ({
      icon: 'check', text: t(columns[name].text), pressed: chosen().includes(name),
      action: () => {
        const left = chosen().filter((other) => other !== name);
        localStorage.columns = JSON.stringify(left.length < chosen().length ? left : [...left, name]);
        this.fit();
      },
    })));
  }

  // What a row has after its title; nothing without columns.
  cells(song) {
    if (this.shown.length < 2) return undefined;
    return this.shown.slice(1).map((name) => {
      const { of, value } = columns[name];
      if (value) return h('span', { class: 'cell', 'data-cell': name });
      if (name === 'length') return h('span', { class: 'cell row-time' }, of(song) ? time(of(song)) : '');
      return h('bdi', { class: 'cell' }, of(song));
    });
  }
}
