// The queue: seen through windows, moved by the handle or by keys, with a way back for what is removed.

import { h, icon, iconButton, setText } from './dom.js';
import { get, post } from './api.js';
import { attempt, notify } from './bar.js';
import { menu } from './menu.js';
import { may, on, store } from './store.js';
import { t, time } from './texts.js';
import { artistOf, clear, remove, saveQueue, songMenu, stickOf, titleOf } from './actions.js';
import { songCover } from './cover.js';
import { VirtualList, Windows } from './virtual.js';
import { emptyNote } from './songs.js';

const rowHeight = 64;

// A queue view scrolls in `scroller`; `level` is that of its heading.
export function queueList(scroller, level) {
  const count = h('span', { class: 'muted' });
  const empty = h('div', {});
  const heading = h(level, level === 'h1' ? { tabindex: '-1' } : {}, t('queue'));
  const toCurrent = iconButton('current', t('to-current'), () => list.focus(Number(store.status.song ?? 0)));
  const more = iconButton('more', t('more-queue'), options, { 'data-needs': 'player' });
  const top = h('header', { class: 'queue-top' }, h('div', { class: 'queue-names' }, heading, count), toCurrent, more);
  const windows = new Windows((from, to) => get(['playlistinfo', `${from}:${to}`]), arrived);
  const list = new VirtualList({
    scroller, name: t('queue'), height: rowHeight, item: row, key, seen: (first, last) => windows.want(first, last),
  });
  let version = null;
  let total = 0;
  let isShown = false;      // at first the current song is in the middle
  let follow = null;        // the id of a song that was moved by keys: the focus goes with it

  function arrived() {
    list.refresh();
    if (total > 0 && total <= 100 && windows.items.length >= total) {
      const seconds = windows.items.slice(0, total).reduce((sum, song) => sum + Number(song.duration ?? 0), 0);
      setText(count, `${t('songs', { n: total })} · ${time(seconds)}`);
    }
    if (follow) {
      const at = windows.items.findIndex((song) => song?.Id === follow.id);
      if (at >= 0) list.focus(at, follow.control);
      follow = null;
    }
  }

  function key(index) {
    const song = windows.at(index);
    return song && `${song.Id} ${song.Id === store.status.songid} ${song.absent} ${total}`;
  }

  function row(index, node) {
    const song = windows.at(index);
    if (!song) return null;
    const title = titleOf(song);
    const current = song.Id === store.status.songid;
    const away = song.absent === '1';
    node.className = `${current ? 'row current' : 'row'}${away ? ' absent' : ''}`;
    node.dataset.id = song.Id;
    if (current) node.setAttribute('aria-current', 'true');
    const detail = away ? t('not-here', { name: stickOf(song) }) : artistOf(song);
    const handle = iconButton('handle', t('move-name', { name: title, place: index + 1, n: total }), () => {},
      { class: 'icon-button handle', 'data-needs': 'player', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' });
    handle.addEventListener('pointerdown', (event) => drag(event, index, node, handle));
    return [
      h('button', { type: 'button', class: 'row-main', onclick: () => may('player') && attempt(() => post('playid', song.Id)), 'aria-label': t('play-name', { name: `${title}, ${detail}` }) },
        h('span', { class: 'row-cover' }, songCover(song, 96), current && h('span', { class: 'row-playing' }, icon('volume'))),
        h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, title), h('bdi', { class: 'row-detail' }, detail)),
        h('span', { class: 'row-time' }, song.duration ? time(song.duration) : '')),
      handle,
      iconButton('more', t('more-of', { name: title }), () => songMenu(song, [
        may('player') && { icon: 'remove', text: t('remove'), action: () => remove({ ...song, Pos: index }) },
        may('player') && index > 0 && { icon: 'top', text: t('to-top'), action: () => move(song.Id, 0) },
        may('player') && { icon: 'play-next', text: t('after-current'), action: () => attempt(() => post('moveid', song.Id, '+0')) },
      ])),
    ];
  }

  const move = (id, place) => attempt(() => post('moveid', id, place));

  // The row floats with the finger; the others make room. The list scrolls near its edges.
  function drag(event, index, node, handle) {
    if (event.button > 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const song = windows.at(index);
    const begin = event.clientY;
    const beginScroll = scroller.scrollTop;
    let target = index;
    let y = begin;
    let frame = 0;
    node.classList.add('dragged');
    node.dataset.held = '1';

    const place = () => {
      const box = scroller.getBoundingClientRect();
      if (y < box.top + 60) scroller.scrollTop -= 8;
      if (y > box.bottom - 60) scroller.scrollTop += 8;
      const shift = y - begin + scroller.scrollTop - beginScroll;
      target = Math.max(0, Math.min(total - 1, Math.round((index * rowHeight + shift) / rowHeight)));
      node.style.transform = `translateY(${index * rowHeight + shift}px)`;
      for (const [at, other] of list.items) {
        if (at === index) continue;
        const aside = at > index && at <= target ? -1 : at < index && at >= target ? 1 : 0;
        other.style.transform = `translateY(${(at + aside) * rowHeight}px)`;
      }
      frame = requestAnimationFrame(place);
    };
    frame = requestAnimationFrame(place);
    const moved = (next) => { y = next.clientY; };
    const end = (last) => {
      cancelAnimationFrame(frame);
      handle.removeEventListener('pointermove', moved);
      node.classList.remove('dragged');
      delete node.dataset.held;
      if (last.type === 'pointerup' && target !== index && song) {
        const [taken] = windows.items.splice(index, 1);
        windows.items.splice(target, 0, taken);
        move(song.Id, target);
      }
      list.refresh();
    };
    handle.addEventListener('pointermove', moved);
    for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, end, { once: true });
  }

  list.element.addEventListener('keydown', (event) => {
    const index = list.indexOf(document.activeElement);
    const song = windows.at(index);
    if (!song || !may('player')) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const target = index + (event.key === 'ArrowUp' ? -1 : 1);
      if (target < 0 || target >= total) return;
      follow = { id: song.Id, control: [...list.items.get(index).querySelectorAll('a, button')].indexOf(document.activeElement) };
      move(song.Id, target);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      remove({ ...song, Pos: index });
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
  function update() {
    const { playlist, playlistlength, songid } = store.status;
    if (playlist === undefined) return;
    if (version !== playlist) {
      version = playlist;
      total = Number(playlistlength);
      windows.items.length = Math.min(windows.items.length, total);
      windows.stale();
      setText(count, total > 0 ? t('songs', { n: total }) : '');
      empty.replaceChildren(...total === 0 ? [emptyNote('queue', t('queue-empty'), t('queue-empty-hint'))] : []);
      toCurrent.hidden = total === 0;
      list.show(total);
      begin();
    } else if (current !== songid) {
      list.refresh();
    }
    current = songid;
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
