// One playlist: its head, its entries with their parts and crossfades, or its songs under headings.

import { get, post } from '../api.js';
import { attempt, complain, offer } from '../bar.js';
import { onCard } from '../cards/on-card.js';
import { emptyNote, h, icon, iconButton, setText, styled } from '../dom.js';
import { menu } from '../menu.js';
import { chooseButton } from '../radio/buttons.js';
import { drag } from '../reorder.js';
import { playFrom } from '../songs/queueing.js';
import { head } from '../songs/rows.js';
import { playlistSource } from '../songs/sources.js';
import { SongTable } from '../songs/table.js';
import { may, on } from '../store.js';
import { t } from '../texts.js';
import { VirtualList, Windows } from '../virtual.js';
import { deletePlaylist, former } from './changes.js';
import { collage } from './collage.js';
import { EntryChanges } from './entry-changes.js';
import { detailOfEntry, entryRow } from './entry-row.js';
import { grouped, groupedList } from './groups.js';
import { detailOf } from './playlists.js';

export const styles = ['playlist', 'library', 'more'];
export const texts = true;

const entryHeight = 112;
// Tempo and key beside the entries, and headings, are of the whole playlist.
const mostAtOnce = 2000;
const changesMilliseconds = 150;
// What an edit of the entries changes of the playlist: no reason to draw the list anew, whose focus would be gone.
const ofEntries = { songs: 0, playtime: 0, 'Last-Modified': '' };
const isSame = (one, other) => JSON.stringify({ ...one, ...ofEntries }) === JSON.stringify({ ...other, ...ofEntries });
// Playlists in a smooth order whose former order can come back.
const flowing = new Set();

// The jukebox keeps one former order: no second press takes its place while the way back is there.
async function flow(name) {
  if (flowing.has(name)) return;
  flowing.add(name);
  const over = () => flowing.delete(name);
  try {
    const { ordered } = await post('playlistorder', name, 'flow');
    offer(t('flow-done', { n: Number(ordered) }), () => post('playlistorder', name, 'undo').finally(over), over);
  } catch (problem) {
    over();
    complain(problem);
  }
}

const toLibrary = () => h('a', { class: 'filled', href: '#library' }, icon('library'), t('library'));

class PlaylistView {
  constructor(scroller, name) {
    this.scroller = scroller;
    this.name = name;
    this.source = playlistSource(name);
    this.playlist = null;
    this.total = 0;
    this.list = null;
    this.table = null;
    this.doubles = new Map();     // by place, the place where the song is first
    this.isGrouped = false;
    this.timer = 0;
    this.top = h('div', {});
    this.place = h('div', {});
    this.node = h('div', { class: 'page' }, this.top, this.place);
    this.changes = new EntryChanges(name, () => this.changed());
    this.windows = new Windows((from, to) => this.ask(from, to), () => this.list?.refresh());
    this.offs = [on('playlists', () => this.changed()), on('theme', () => this.list?.refresh(true))];
    this.fill();
  }

  ask(from, to) {
    return get(['playlistentries', this.name, `${from}:${to}`]);
  }

  isOwn() {
    return Boolean(this.playlist?.volume) && may('control');
  }

  // The entry is at its new place at once.
  move(from, to, entry = this.windows.at(from)) {
    if (this.windows.at(from)?.file === entry.file) {
      this.windows.move(from, to);
      this.list.refresh();
    }
    return this.changes.move(entry, from, to);
  }

  entryItem(at, node) {
    const entry = this.windows.at(at);
    if (!entry) return null;
    const song = { ...entry, Pos: String(at), of: this.name };
    return [entryRow(song, {
      table: this.table, count: this.total, before: this.windows.at(at - 1)?.Crossfade, double: this.doubles.get(at),
      tap: () => playFrom(this.source, at, song),
      editing: this.isOwn() ? {
        drag: (event, handle) => drag(event, { list: this.list, index: at, node, handle, drop: (target) => this.move(at, target) }),
        edit: () => this.changes.edit(entry, at), remove: () => this.changes.remove([song]), top: () => this.move(at, 0, entry),
      } : null,
    })];
  }

  entryList() {
    return new VirtualList({
      scroller: this.scroller, name: this.name, height: entryHeight, item: (at, node) => this.entryItem(at, node),
      seen: (first, last) => this.windows.want(first, last),
      songs: async (from, to) => (await this.ask(from, to)).map((song, at) => ({ ...song, Pos: String(from + at), of: this.name })),
      key: (at) => {
        const entry = this.windows.at(at);
        return entry && JSON.stringify([entry, this.windows.at(at - 1)?.Crossfade, this.doubles.get(at), this.total]);
      },
    });
  }

  groupedList(items) {
    return groupedList(this.scroller, this.name, items, {
      tap: (song) => playFrom(this.source, Number(song.Pos), song),
      detail: (song) => detailOfEntry(song, this.doubles.get(Number(song.Pos))),
    });
  }

  async build() {
    this.list?.end();
    this.table?.end();
    const groups = this.isGrouped ? grouped(this.name, await get(['playlistgroups', this.name])) : null;
    this.table = new SongTable({ fixed: true, changed: () => this.list.refresh(true) });
    const list = this.list = groups ? this.groupedList(groups) : this.entryList();
    if (!groups) this.table.attach(list);
    list.place = { kind: 'playlist', remove: this.isOwn() && ((entries) => this.changes.remove(entries)) };
    list.element.classList.add('playlist');
    list.element.addEventListener('keydown', (event) => this.pressed(event));
    this.place.replaceChildren(this.table.node, list.element, ...this.total === 0
      ? [emptyNote('music', t('empty-playlist'), this.isOwn() ? t('empty-playlist-hint') : '', toLibrary())] : []);
    list.show(groups ? groups.length : this.total);
  }

  pressed(event) {
    const { list } = this;
    const at = list.indexOf(document.activeElement);
    const entry = this.windows.at(at);
    if (!entry || this.isGrouped || !this.isOwn()) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const target = at + (event.key === 'ArrowUp' ? -1 : 1);
      if (target < 0 || target >= this.total) return;
      const control = [...list.items.get(at).querySelectorAll('a, button')].indexOf(document.activeElement);
      this.move(at, target);
      list.focus(target, control);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      this.changes.remove([{ ...entry, Pos: String(at) }]);
    }
  }

  properties() {
    return attempt(async () => (await import('./playlist-edit.js').then(styled)).editPlaylist(this.playlist));
  }

  options() {
    const { name, total } = this;
    const exchange = (what) => () => attempt(async () => (await import('./exchange.js'))[what](name));
    const own = this.isOwn();
    menu(name, [
      own && { icon: 'pencil', text: t('edit-playlist'), action: () => this.properties() },
      own && total > 2 && { icon: 'flow', text: t('flow'), action: () => flow(name) },
      total > 0 && may('control') && { icon: 'render', text: t('render'), action: exchange('render') },
      may('control') && { icon: 'button', text: t('on-button'), action: () => chooseButton(name) },
      onCard('playlist', name),
      total > 0 && { icon: 'download', text: t('export'), action: exchange('exportPlaylist') },
      own && { icon: 'trash', text: t('delete-playlist'), action: () => deletePlaylist(name) },
    ]);
  }

  orderChip(grouped) {
    return h('button', {
      type: 'button', class: 'chip', 'aria-pressed': String(this.isGrouped === grouped), onclick: () => {
        this.isGrouped = grouped;
        this.show();
        this.top.querySelector('[aria-pressed=true]')?.focus();
      },
    }, icon(grouped ? 'groups' : 'queue'), h('bdi', {}, grouped ? this.playlist.template : t('in-order')));
  }

  chips() {
    const own = this.isOwn();
    return h('div', { class: 'chips playlist-chips' },
      ...this.playlist.template ? [this.orderChip(false), this.orderChip(true)] : [],
      own && this.total > 2 && h('button', { type: 'button', class: 'chip', onclick: () => flow(this.name) }, icon('flow'),
        t('flow')),
      own && h('button', { type: 'button', class: 'chip', onclick: () => this.properties() }, icon('pencil'), t('edit')),
      this.doubles.size > 0 && h('span', { class: 'chip note' }, icon('double'), t('doubles', { n: this.doubles.size })));
  }

  show() {
    const { name, playlist, top } = this;
    const picture = this.isOwn() ? h('button', {
      type: 'button', class: 'cover-button', 'aria-label': t('edit-picture'), onclick: () => this.properties(),
    }, collage(name)) : collage(name);
    top.replaceChildren(head({
      picture, title: name, source: this.total > 0 && this.source, parent: '#playlists', detail: detailOf(playlist),
      buttons: [iconButton('more', t('more-of', { name }), () => this.options(), { class: 'icon-button edged' })],
    }), h('div', { class: 'notes' }, ...[playlist.notes ?? []].flat().map((line) => h('p', {}, line))), this.chips());
    if (playlist.colour) top.style.setProperty('--colour', `#${playlist.colour}`);
    top.className = playlist.colour ? 'playlist-top coloured' : 'playlist-top';
    attempt(() => this.build());
  }

  async fill() {
    const { name, windows } = this;
    if (former.has(name) || this.changes.moving) return;
    try {
      const [answer, same] = await Promise.all([get(['playlistget', name]), get(['playlistduplicates', name]).catch(() => [])]);
      if (this.changes.moving) return;
      const before = this.playlist;
      this.playlist = answer;
      this.total = Number(answer.songs);
      if (before?.template !== answer.template) this.isGrouped = Boolean(answer.template) && this.total <= mostAtOnce;
      this.doubles = new Map(same.map((entry) => [Number(entry.Pos), Number(entry.First)]));
      windows.stale();
      windows.items.length = Math.min(windows.items.length, this.total);
      if (!before || !isSame(before, answer) || this.isGrouped || !this.list) {
        this.show();
      } else {
        this.top.querySelector('.playlist-chips').replaceWith(this.chips());
        setText(this.top.querySelector('.head-text p'), detailOf(answer));
        this.list.show(this.total);
      }
    } catch (problem) {
      this.clear(problem);
    }
  }

  clear(problem) {
    this.list?.end();
    this.table?.end();
    this.list = this.playlist = null;
    this.top.className = '';
    this.top.replaceChildren(head({ title: this.name, detail: '', parent: '#playlists' }));
    if (problem.key === 'no-such-playlist') {
      this.place.replaceChildren(emptyNote('playlists', t('playlist-gone'), t('playlist-gone-hint'),
        h('a', { class: 'filled', href: '#playlists' }, t('playlists'))));
    } else {
      this.place.replaceChildren();
      complain(problem);
    }
  }

  // Several changes in a row are one.
  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fill(), changesMilliseconds);
  }

  drawn() {
    this.list?.measure();
  }

  end() {
    clearTimeout(this.timer);
    this.offs.forEach((off) => off());
    this.table?.end();
    this.list?.end();
  }
}

export const playlistView = (scroller, name = '') => new PlaylistView(scroller, name);
