// The queue: seen through windows, moved by the handle or by keys, with a way back for what is removed.

import { h, icon, iconButton, setText } from './dom.js';
import { get, post } from './api.js';
import { attempt, notify } from './bar.js';
import { menu } from './menu.js';
import { may, on, store } from './store.js';
import { t, time } from './texts.js';
import { byOf, clear, one, refused, remove, saveQueue, stickOf, titleOf } from './actions.js';
import { songCover } from './cover.js';
import { mixButtons } from './mixes.js';
import { drag, wipe } from './reorder.js';
import { VirtualList, Windows } from './virtual.js';
import { emptyNote, rowMenu } from './songs.js';

const rowHeight = 64;

// A queue view scrolls in `scroller`; `level` is that of its heading.
export function queueList(scroller, level) {
  const count = h('span', { class: 'muted' });
  const empty = h('div', {});
  const heading = h(level, level === 'h1' ? { tabindex: '-1' } : {}, t('queue'));
  const toCurrent = iconButton('current', t('to-current'), () => list.focus(Number(store.status.song ?? 0)));
  const more = iconButton('more', t('more-queue'), options, { 'data-needs': 'player' });
  const top = h('header', { class: 'queue-top' }, h('div', { class: 'queue-names' }, heading, count), toCurrent, more);
  const ask = (from, to) => get(['playlistinfo', `${from}:${to}`]);
  const windows = new Windows(ask, arrived);
  const list = new VirtualList({
    scroller, name: t('queue'), height: rowHeight, item: row, key, seen: (first, last) => windows.want(first, last), songs: async (from, to) =>
      (await ask(from, to)).map((song) => ({ ...song, Pos: Number(song.Pos) })),
  });
  list.place = { kind: 'queue', remove };
  let version = null;
  let total = 0;
  let isShown = false;      // at first the current song is in the middle
  let moving = 0;           // moves that the jukebox has not answered

  function arrived() {
    list.refresh();
    if (total > 0 && total <= 100 && windows.items.length >= total) {
      const seconds = windows.items.slice(0, total).reduce((sum, song) => sum + Number(song.duration ?? 0), 0);
      setText(count, `${t('songs', { n: total })} · ${time(seconds)}`);
    }
  }

  function key(index) {
    const song = windows.at(index);
    return song && `${song.Id} ${song.Id === store.status.songid} ${song.absent} ${total} ${song.Prio} ${fade(index)}`;
  }

  // The crossfade into the next song: its own, else the general one, which albums do not have inside of them.
  function fade(index) {
    const song = windows.at(index);
    const next = windows.at(index + 1);
    if (!song || index + 1 >= total) return 0;
    if (song.Crossfade !== undefined) return Number(song.Crossfade);
    const isJoined = next && one(song.Album) && one(song.Album) === one(next.Album);
    return isJoined ? 0 : Number(store.status.xfade ?? 0);
  }

  function row(index, node) {
    const song = windows.at(index);
    if (!song) return null;
    const title = titleOf(song);
    const current = song.Id === store.status.songid;
    const away = song.absent === '1';
    node.className = `${current ? 'row current' : 'row'}${away ? ' absent' : ''}`;
    node.dataset.id = song.Id;
    const here = { ...song, Pos: index };
    if (current) node.setAttribute('aria-current', 'true');
    const detail = away ? t('not-here', { name: stickOf(song) }) : byOf(song);
    const handle = iconButton('handle', t('move-name', { name: title, place: index + 1, n: total }), () => {},
      { class: 'icon-button handle', 'data-needs': 'player', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' });
    handle.addEventListener('pointerdown', (event) => drag(event, {
      list, index, node, handle, drop: (target) => move(song.Id, target),
    }));
    const mark = h('span', { class: 'wipe', 'aria-hidden': 'true' }, icon('remove'));
    if (may('player')) wipe(node, mark, () => remove([here]));
    const seconds = fade(index);
    const more = [
      may('player') && { icon: 'remove', text: t('remove'), action: () => remove([here]) },
      may('player') && index > 0 && { icon: 'top', text: t('to-top'), action: () => move(song.Id, 0) },
      may('player') && { icon: 'play-next', text: t('after-current'), action: () => attempt(() => post('moveid', song.Id, '+0')) },
      may('player') && { icon: 'priority', text: t('priority'), action: () => choosePriority(here) },
    ];
    node.song = here;
    return [
      h('button', { type: 'button', class: 'row-main', onclick: () => (may('player') ? attempt(() => post('playid', song.Id)) : refused()), 'aria-label': t('play-name', { name: `${title}, ${detail}` }) },
        h('span', { class: 'row-cover' }, songCover(song, 96), current && h('span', { class: 'row-playing' }, icon('volume'))),
        h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, title), h('bdi', { class: 'row-detail' }, detail)),
        song.Prio > 0 && h('span', { class: 'row-priority' }, icon('priority'), h('span', { class: 'unseen' }, t('priority')), song.Prio),
        h('span', { class: 'row-time' }, song.duration ? time(song.duration) : '')),
      away ? '' : mixButtons(song, 'row-mix'),
      handle,
      iconButton('more', t('more-of', { name: title }), () => rowMenu(node, here, more)),
      mark,
      seconds > 0 && h('span', { class: 'fade' }, h('span', { class: 'unseen' }, t('crossfade')), t('seconds', { n: seconds })),
    ].filter(Boolean);
  }

  // The song goes there at once. Until the jukebox has moved it, what it says of the queue is of the time before.
  async function move(id, place) {
    const from = windows.items.findIndex((song) => song?.Id === id);
    if (from >= 0) {
      windows.move(from, place);
      list.refresh();
    }
    moving += 1;
    await attempt(() => post('moveid', id, place));
    moving -= 1;
    if (moving) return;
    version = null;
    update();
  }

  // In random order songs of a higher priority come first.
  function choosePriority(song) {
    menu(t('priority-of', { name: titleOf(song) }), [0, 1, 10, 100, 255].map((value) => ({
      icon: 'priority', text: value ? t(`priority-${value}`) : t('none'), pressed: Number(song.Prio ?? 0) === value, action: () => attempt(async () => {
        await post('prioid', value, song.Id);
        if (value && store.status.random !== '1') notify(t('priority-hint'));
      }),
    })));
  }

  list.element.addEventListener('keydown', (event) => {
    const index = list.indexOf(document.activeElement);
    const song = windows.at(index);
    if (!song || !may('player')) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const target = index + (event.key === 'ArrowUp' ? -1 : 1);
      if (target < 0 || target >= total) return;
      const control = [...list.items.get(index).querySelectorAll('a, button')].indexOf(document.activeElement);
      move(song.Id, target);
      list.focus(target, control);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      remove([{ ...song, Pos: index }]);
    }
  });

  function options() {
    const { status } = store;
    const flag = (name) => ({
      icon: name === 'consume' ? 'remove' : 'stop', text: t(name), pressed: status[name] === '1',
      action: () => attempt(() => post(name, status[name] === '1' ? '0' : '1')),
    });
    menu(t('queue'), [
      total > 0 && { icon: 'save', text: t('save-as'), action: saveQueue },
      total > 1 && {
        icon: 'shuffle', text: t('mix-order'), action: () => attempt(async () => {
          await post('shuffle');
          notify(t('mixed'));
        }),
      },
      { icon: 'shuffle', text: t('albums-by-chance'), pressed: status.randomalbums === '1', action: () => attempt(() => post('random', status.randomalbums === '1' ? '0' : 'albums')) },
      flag('consume'),
      { icon: 'stop', text: t('stop'), action: () => attempt(() => post('stop')) },
      total > 0 && { icon: 'close', text: t('clear'), action: clear },
    ]);
  }

  // The first time that the list has a size.
  function begin() {
    if (isShown || total === 0 || !list.row) return;
    isShown = true;
    const place = Number(store.status.song ?? 0);
    if ((place + 2) * rowHeight > scroller.clientHeight) list.scrollTo(place, 'center');
  }

  let current;
  let xfade;
  function update() {
    const { playlist, playlistlength, songid } = store.status;
    if (playlist === undefined) return;
    if (version !== playlist && !moving) {
      version = playlist;
      total = Number(playlistlength);
      windows.items.length = Math.min(windows.items.length, total);
      windows.stale();
      setText(count, total > 0 ? t('songs', { n: total }) : '');
      empty.replaceChildren(...total === 0 ? [emptyNote('queue', t('queue-empty'), t('queue-empty-hint'))] : []);
      toCurrent.hidden = total === 0;
      list.show(total);
      begin();
    } else if (current !== songid || xfade !== store.status.xfade) {
      list.refresh();
    }
    current = songid;
    xfade = store.status.xfade;
  }
  const off = on('state', update);
  update();
  return {
    nodes: [top, list.element, empty],
    drawn: () => {
      list.measure();
      begin();
    },
    end: () => {
      off();
      list.end();
    },
  };
}

export function queueView(scroller) {
  const { nodes, drawn, end } = queueList(scroller, 'h1');
  return { node: h('div', { class: 'page' }, ...nodes), drawn, end };
}
