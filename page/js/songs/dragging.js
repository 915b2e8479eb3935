// Songs and albums that a mouse drags: onto the queue, a playlist or a mix button. Their menus have the same for keys.

import { batches, get, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h, icon } from '../dom.js';
import { into, intoNew } from '../playlists/adding.js';
import { own } from '../playlists/entries.js';
import { may, store } from '../store.js';
import { t } from '../texts.js';
import { mixOf, pressed, slotMark, slots } from './mixes.js';
import { titleOf } from './names.js';
import { enqueue, playNext } from './queueing.js';
import { rowOf, selection } from './selection.js';
import { adding, songsSource } from './sources.js';

// A press that moves so many pixels is a drag; near an edge of the queue it scrolls by so many.
const beginPixels = 6;
const edgePixels = 48;
const scrollPixels = 14;

// The source that is under the mouse: the selected songs, a song, or what a card stands for.
function sourceOf(target) {
  const row = rowOf(target);
  if (!row) return target.closest('.card')?.source;
  const list = row.closest('ul');
  const chosen = selection.list === list && row.classList.contains('chosen') ? [...selection.songs.values()] : [row.song];
  const songs = chosen.filter((song) => !song.absent).sort((a, b) => (a.Pos ?? 0) - (b.Pos ?? 0));
  if (songs.length === 0) return undefined;
  const source = songsSource(songs.length === 1 ? titleOf(songs[0]) : t('songs', { n: songs.length }), songs);
  return { ...source, isQueued: list.list?.place?.kind === 'queue' };
}

// Songs of the queue go to another place of it, in their order.
const move = (songs, place) => attempt(() => {
  const before = songs.filter((song) => song.Pos < place);
  const after = songs.filter((song) => song.Pos >= place);
  return batches([...before.map((song) => ['moveid', song.Id, String(place - 1)]),
    ...after.map((song, at) => ['moveid', song.Id, String(place + at)])]);
});

const insert = (source, place) => attempt(async () => {
  const before = Number(store.status.playlistlength);
  await batches(adding(source, String(place)));
  const count = Number((await get(['status'])).playlistlength) - before;
  offer(t('at-place', { place: place + 1, name: source.name }),
    may('player') && (() => post('delete', `${place}:${place + count}`)));
});

const drop = (mark, name, action) => {
  const node = h('li', { class: 'drop' }, mark, h('bdi', {}, name));
  node.drop = action;
  return node;
};

// Places for what is dragged, over the navigation.
async function fill(tray, source) {
  const list = h('ul', {});
  tray.append(h('h2', {}, t('drop-places')), list);
  if (may('player')) list.append(drop(icon('play-next'), t('play-next'), () => playNext(source)));
  list.append(drop(icon('add'), t('add-to-queue'), () => enqueue(source)));
  if (!may('control') || source.playlist) return;
  list.append(...slots.map((slot) => {
    const mix = mixOf(slot);
    return drop(slotMark(slot, mix?.colour ?? ''), mix?.playlist ?? t('mix-unused', { slot }),
      () => (mix ? into(mix.playlist, source) : pressed('choose', slot, source.songs ?? [])));
  }));
  const playlists = await own().catch(() => []);
  list.append(drop(icon('plus'), t('new-playlist'), () => intoNew(source)), ...playlists.map(({ playlist }) =>
    drop(icon('playlists'), playlist, () => into(playlist, source))));
}

class Drag {
  constructor(source) {
    this.source = source;
    this.ghost = h('div', { class: 'drag-ghost', 'aria-hidden': 'true' }, icon('music'), h('bdi', {}, source.name));
    this.line = h('div', { class: 'drop-line', hidden: true });
    this.tray = h('div', { class: 'drag-tray', 'aria-hidden': 'true' });
    this.goal = null;
    document.body.classList.add('dragging');
    document.body.append(this.tray, this.line, this.ghost);
    fill(this.tray, source);
  }

  move({ clientX, clientY }) {
    this.ghost.style.transform = `translate(${clientX + 14}px, ${clientY + 10}px)`;
    const under = document.elementFromPoint(clientX, clientY);
    this.goal?.node?.classList.remove('over');
    this.line.hidden = true;
    this.goal = this.goalAt(under, clientY);
    this.goal?.node?.classList.add('over');
  }

  // What a release here does: `node` shows it.
  goalAt(under, y) {
    const { source } = this;
    const place = under?.closest('.drop');
    if (place) return { node: place, action: place.drop };
    if (under?.closest('#tabs a[href="#queue"]')) return { node: under.closest('a'), action: () => enqueue(source) };
    const list = this.queueUnder(under);
    if (list) return this.inQueue(list, y);
    const name = under?.closest('.card')?.source?.playlist;
    if (name && !source.playlist && may('control')) {
      return { node: under.closest('.card'), action: () => into(name, source) };
    }
    return null;
  }

  queueUnder(under) {
    const box = under?.closest('#side') ?? under?.closest('#view');
    return [...box?.querySelectorAll('ul.virtual') ?? []].map((element) => element.list)
      .find((list) => list?.place?.kind === 'queue');
  }

  inQueue(list, y) {
    const { source } = this;
    const room = list.scroller.getBoundingClientRect();
    if (y < room.top + edgePixels) list.scroller.scrollTop -= scrollPixels;
    if (y > room.bottom - edgePixels) list.scroller.scrollTop += scrollPixels;
    const { left, top, width } = list.element.getBoundingClientRect();
    const place = list.row ? Math.max(0, Math.min(list.count, Math.round((y - top) / list.row))) : 0;
    this.line.hidden = false;
    Object.assign(this.line.style, { left: `${left}px`, width: `${width}px`, top: `${top + place * (list.row || 0) - 2}px` });
    if (source.isQueued) return may('player') && { action: () => move(source.songs, place) };
    return { action: () => (place === list.count || !may('player') ? enqueue(source) : insert(source, place)) };
  }

  end(isDropped) {
    document.body.classList.remove('dragging');
    [this.ghost, this.line, this.tray].forEach((node) => node.remove());
    this.goal?.node?.classList.remove('over');
    if (isDropped) this.goal?.action?.();
  }
}

// The click after a drag presses nothing.
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

export function watchDrags() {
  let begun = null;
  let drag = null;
  let isGivenUp = false;
  const end = (isDropped) => {
    begun = null;
    drag?.end(isDropped);
    drag = null;
  };
  document.addEventListener('pointerdown', (event) => {
    // The row may be drawn again before the mouse moves.
    const source = event.pointerType === 'mouse' && event.button === 0 && may('add') && sourceOf(event.target);
    begun = source ? { x: event.clientX, y: event.clientY, source } : null;
  });
  document.addEventListener('pointermove', (event) => {
    if (!begun) return;
    if (!drag && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > beginPixels) drag = new Drag(begun.source);
    drag?.move(event);
  });
  document.addEventListener('pointerup', () => {
    if (drag || isGivenUp) swallowClick();
    isGivenUp = false;
    end(true);
  });
  document.addEventListener('pointercancel', () => end(false));
  document.addEventListener('dragstart', (event) => {
    if (event.target.closest?.('.card, .row')) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (drag && event.key === 'Escape') {
      isGivenUp = true;
      event.stopPropagation();
      end(false);
    }
  }, true);
}
