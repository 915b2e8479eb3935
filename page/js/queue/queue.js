// The queue: seen through windows, moved by the handle or by keys, with a way back for what is removed.

import { get, post, Refusal } from '../api.js';
import { attempt } from '../bar.js';
import { songCover } from '../cover.js';
import { emptyNote, h, icon, iconButton, setText } from '../dom.js';
import { drag, wipe } from '../reorder.js';
import { annotated } from '../songs/annotations.js';
import { mixButtons } from '../songs/mixes.js';
import { rowMenu } from '../songs/menus.js';
import { byOf, one, stickOf, titleOf } from '../songs/names.js';
import { isOwn, refused, remove, withdraw } from '../songs/queueing.js';
import { may, on, store } from '../store.js';
import { t, time } from '../texts.js';
import { VirtualList, Windows } from '../virtual.js';

const rowHeight = 64;
// Of so many songs, all of which are known, the whole time is shown.
const mostTimed = 100;

// A queue view scrolls in `scroller`; `level` is that of its heading. It may get a `table` for its columns.
export class QueueList {
  constructor(scroller, level) {
    this.scroller = scroller;
    this.version = null;
    this.total = 0;
    this.isShown = false;      // at first the current song is in the middle
    this.moving = 0;           // moves that the jukebox has not answered
    this.count = h('span', { class: 'muted' });
    this.empty = h('div', {});
    this.toCurrent = iconButton('current', t('to-current'), () => this.list.focus(Number(store.status.song ?? 0)));
    const ask = (from, to) => get(['playlistinfo', `${from}:${to}`]);
    this.windows = new Windows(ask, () => this.arrived());
    this.list = new VirtualList({
      scroller, name: t('queue'), height: rowHeight, item: (index, node) => this.row(index, node),
      key: (index) => this.rowKey(index),
      seen: (first, last) => this.windows.want(first, last),
      songs: async (from, to) => (await ask(from, to)).map((song) => ({ ...song, Pos: Number(song.Pos) })),
    });
    this.list.place = { kind: 'queue', remove };
    this.list.element.addEventListener('keydown', (event) => this.pressed(event));
    this.nodes = [h('header', { class: 'queue-top' }, h('div', { class: 'queue-names' },
      h(level, level === 'h1' ? { tabindex: '-1' } : {}, t('queue')), this.count), this.toCurrent,
    iconButton('more', t('more-queue'), () => this.openMenu('queueMenu', this.total), { 'data-needs': 'player' })),
    this.list.element, this.empty];
    this.off = on('state', () => this.update());
    this.update();
  }

  // The menus come with the first tap.
  openMenu(name, what) {
    return attempt(async () => (await import('./queue-menu.js').catch(() => Promise.reject(new Refusal(0, {}))))[name](what));
  }

  arrived() {
    const { list, total, windows } = this;
    list.refresh();
    if (total === 0 || total > mostTimed || windows.items.length < total) return;
    const seconds = windows.items.slice(0, total).reduce((sum, song) => sum + Number(song.duration ?? 0), 0);
    setText(this.count, [t('songs', { n: total }), seconds > 0 && time(seconds)].filter(Boolean).join(' · '));
  }

  rowKey(index) {
    const song = this.windows.at(index);
    return song && `${song.Id} ${song.Id === store.status.songid} ${song.absent} ${this.total} ${song.Prio} ${this.fade(index)}`;
  }

  // The crossfade into the next song: its own, else the general one, which albums do not have inside of them.
  fade(index) {
    const song = this.windows.at(index);
    const next = this.windows.at(index + 1);
    if (!song || index + 1 >= this.total) return 0;
    if (song.Crossfade !== undefined) return Number(song.Crossfade);
    const isJoined = next && one(song.Album) && one(song.Album) === one(next.Album);
    return isJoined ? 0 : Number(store.status.xfade ?? 0);
  }

  row(index, node) {
    const song = this.windows.at(index);
    if (!song) return null;
    const title = titleOf(song);
    const current = song.Id === store.status.songid;
    const away = song.absent === '1';
    node.className = `${current ? 'row current' : 'row'}${away ? ' absent' : ''}`;
    node.dataset.id = song.Id;
    if (current) node.setAttribute('aria-current', 'true');
    const here = node.song = { ...song, Pos: index };
    const mark = h('span', { class: 'wipe', 'aria-hidden': 'true' }, icon('remove'));
    if (may('player')) wipe(node, mark, () => remove([here]));
    const seconds = this.fade(index);
    return [
      this.main(song, title, away ? t('not-here', { name: stickOf(song) }) : byOf(song), current),
      away ? '' : mixButtons(song, 'row-mix'),
      this.handle(song, title, index, node),
      iconButton('more', t('more-of', { name: title }), () => rowMenu(node, here, this.entries(here))), mark,
      seconds > 0 && h('span', { class: 'fade' }, h('span', { class: 'unseen' }, t('crossfade')), t('seconds', { n: seconds })),
    ].filter(Boolean);
  }

  main(song, title, detail, current) {
    const cells = this.table?.cells(song);
    return h('button', {
      type: 'button', class: 'row-main',
      'aria-label': t('play-name', { name: [title, detail, song.guest].filter(Boolean).join(', ') }),
      onclick: () => (may('player') ? attempt(() => post('playid', song.Id)) : refused()),
    }, h('span', { class: 'row-cover' }, songCover(song, 96), current && h('span', { class: 'row-playing' }, icon('volume'))),
    h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, title), h('bdi', { class: 'row-detail' }, detail),
      cells && annotated(song)),
    song.guest && h('bdi', { class: 'row-guest' }, song.guest),
    song.Prio > 0 && h('span', { class: 'row-priority' }, icon('priority'), h('span', { class: 'unseen' }, t('priority')),
      song.Prio),
    ...cells ?? [h('span', { class: 'row-time' }, song.duration ? time(song.duration) : '')]);
  }

  handle(song, title, index, node) {
    const handle = iconButton('handle', t('move-name', { name: title, place: index + 1, n: this.total }), () => {}, {
      class: 'icon-button handle', 'data-needs': 'player', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
      onpointerdown: (event) => drag(event, { list: this.list, index, node, handle, drop: (target) => this.move(song.Id, target) }),
    });
    return handle;
  }

  // What the menu of a song has here.
  entries(song) {
    return may('player') ? [
      { icon: 'remove', text: t('remove'), action: () => remove([song]) },
      song.Pos > 0 && { icon: 'top', text: t('to-top'), action: () => this.move(song.Id, 0) },
      { icon: 'play-next', text: t('after-current'), action: () => attempt(() => post('moveid', song.Id, '+0')) },
      { icon: 'priority', text: t('priority'), action: () => this.openMenu('priorityMenu', song) },
    ] : isOwn(song) ? [{ icon: 'remove', text: t('remove'), action: () => withdraw(song) }] : [];
  }

  // The song goes there at once. Until the jukebox has moved it, what it says of the queue is of the time before.
  async move(id, place) {
    const from = this.windows.items.findIndex((song) => song?.Id === id);
    if (from >= 0) {
      this.windows.move(from, place);
      this.list.refresh();
    }
    this.moving += 1;
    await attempt(() => post('moveid', id, place));
    this.moving -= 1;
    if (this.moving) return;
    this.version = null;
    this.update();
  }

  pressed(event) {
    const { list } = this;
    const index = list.indexOf(document.activeElement);
    const song = this.windows.at(index);
    if (!song || !may('player')) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const target = index + (event.key === 'ArrowUp' ? -1 : 1);
      if (target < 0 || target >= this.total) return;
      const control = [...list.items.get(index).querySelectorAll('a, button')].indexOf(document.activeElement);
      this.move(song.Id, target);
      list.focus(target, control);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      remove([{ ...song, Pos: index }]);
    }
  }

  // The first time that the list has a size.
  begin() {
    if (this.isShown || this.total === 0 || !this.list.row) return;
    this.isShown = true;
    const place = Number(store.status.song ?? 0);
    if ((place + 2) * rowHeight > this.scroller.clientHeight) this.list.scrollTo(place, 'center');
  }

  update() {
    const { playlist, playlistlength, songid, xfade } = store.status;
    if (playlist === undefined) return;
    if (this.version !== playlist && !this.moving) {
      this.version = playlist;
      this.renew(Number(playlistlength));
    } else if (this.current !== songid || this.xfade !== xfade) {
      this.list.refresh();
    }
    this.current = songid;
    this.xfade = xfade;
  }

  // Its songs are asked again.
  renew(total) {
    this.total = total;
    this.windows.items.length = Math.min(this.windows.items.length, total);
    this.windows.stale();
    setText(this.count, total > 0 ? t('songs', { n: total }) : '');
    this.empty.replaceChildren(...total === 0 ? [emptyNote('queue', t('queue-empty'), t('queue-empty-hint'),
      h('a', { class: 'filled', href: '#library' }, icon('library'), t('open-library')))] : []);
    this.toCurrent.hidden = total === 0;
    this.list.show(total);
    this.begin();
  }

  drawn() {
    this.list.measure();
    this.begin();
  }

  end() {
    this.off();
    this.list.end();
  }
}
