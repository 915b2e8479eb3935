// Playlists: the list with its covers, and one of them.

import { h } from './dom.js';
import { get } from './api.js';
import { complain } from './bar.js';
import { on } from './store.js';
import { t, time } from './texts.js';
import * as actions from './actions.js';
import { cover } from './cover.js';
import { VirtualList, Windows } from './virtual.js';
import { emptyNote, head, songRow } from './songs.js';

// Its own picture, else up to four covers of its albums, else rings.
function collage(name) {
  const box = h('span', { class: 'collage' }, cover({ name }));
  get(['playlistcover', name]).then((answer) => {
    const entries = [answer].flat();
    if (entries.some((entry) => entry.source === 'own')) {
      box.replaceChildren(h('img', { src: `/cover/playlist/${encodeURIComponent(name)}`, alt: '' }));
      return;
    }
    const files = entries.flatMap((entry) => entry.file ?? []);
    if (files.length) box.replaceChildren(...(files.length < 4 ? files.slice(0, 1) : files).map((file) => cover({ file, name })));
  }).catch(() => {});
  return box;
}

const detailOf = (playlist) => [
  playlist.songs && t('songs', { n: Number(playlist.songs) }), playlist.playtime > 0 && time(playlist.playtime), playlist.folder,
].filter(Boolean).join(' · ');

export function playlistsView(scroller) {
  const content = h('div', {});
  let list = null;
  async function fill() {
    try {
      const all = (await get(['playlists'])).filter((entry) => entry.playlist !== t('previous-queue'));
      list?.end();
      list = new VirtualList({
        scroller, name: t('playlists'), height: (width) => width + 60, minimum: 148,
        item: (at, node) => {
          const playlist = all[at];
          if (playlist.colour) node.style.setProperty('--colour', `#${playlist.colour}`);
          return h('a', { class: playlist.colour ? 'card coloured' : 'card', href: actions.link('playlist', playlist.playlist) },
            collage(playlist.playlist), h('bdi', { class: 'card-title' }, playlist.playlist),
            h('bdi', { class: 'card-detail' }, detailOf(playlist)));
        },
      });
      content.replaceChildren(...all.length ? [list.element]
        : [emptyNote('playlists', t('no-playlists'), t('no-playlists-hint'))]);
      list.show(all.length);
    } catch (problem) {
      complain(problem);
    }
  }
  const off = on('playlists', fill);
  fill();
  return {
    node: h('div', { class: 'page' }, h('h1', { tabindex: '-1', class: 'page-title' }, t('playlists')), content),
    drawn: () => list?.measure(),
    end: () => {
      off();
      list?.end();
    },
  };
}

export function playlistView(scroller, name = '') {
  const source = actions.playlistSource(name);
  const top = h('div', {});
  const windows = new Windows((from, to) => get(['playlistentries', name, `${from}:${to}`]), () => list.refresh());
  const list = new VirtualList({
    scroller, name, height: 60, seen: (first, last) => windows.want(first, last), key: (at) => windows.at(at)?.file,
    item: (at) => {
      const song = windows.at(at);
      return song && songRow(song, {
        tap: () => actions.playFrom(source, at, song), detail: song.absent ? t('not-here', { name: actions.stickOf(song) }) : undefined,
      });
    },
  });
  async function fill() {
    try {
      const playlist = await get(['playlistget', name]);
      top.replaceChildren(head({
        picture: collage(name), title: name, source, parent: '#playlists', detail: detailOf(playlist),
      }), ...[playlist.notes ?? []].flat().map((line) => h('p', { class: 'notes' }, line)));
      windows.stale();
      windows.items.length = Math.min(windows.items.length, Number(playlist.songs));
      list.show(Number(playlist.songs));
    } catch (problem) {
      complain(problem);
      top.replaceChildren(head({ title: name, detail: '', parent: '#playlists' }));
    }
  }
  const off = on('playlists', fill);
  fill();
  return {
    node: h('div', { class: 'page' }, top, list.element),
    drawn: () => list.measure(),
    end: () => {
      off();
      list.end();
    },
  };
}
