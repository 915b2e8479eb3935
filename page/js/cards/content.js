// What a card may play: a list with a search, of playlists, radio, albums, folders and songs; and actions, for those who may.

import { get } from '../api.js';
import { albumSource } from '../songs/sources.js';
import { attempt, complain, notify } from '../bar.js';
import { choice } from '../box/card.js';
import { cover } from '../cover.js';
import { h, icon } from '../dom.js';
import { foldedOf, matcher } from '../library/search.js';
import { dialog } from '../menu.js';
import { artistOf, titleOf } from '../songs/names.js';
import { rows, store } from '../store.js';
import { has, t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { sharedFolder } from './card.js';
import { contentPicture } from './picture.js';

const pause = 120;
const mostSongs = 50;
const rowHeight = 60;

// Actions with a text, as those of buttons; any other is typed.
const actions = ['toggle', 'next', 'previous', 'volume +5', 'volume -5', 'shuffle', 'favourite', 'sleep 30', 'sleep track',
  'alarm-snooze', 'alarm-stop', 'allow 30', 'lock', 'shutdown', 'hotspot'];
export function actionName(action) {
  const key = `action-${action.replaceAll(' ', '-')}`;
  if (has(key)) return t(key);
  return action.startsWith('pad ') ? action.slice(4) : action;
}

// An album is the folder of its songs.
async function folderOf(album) {
  const { name, filter } = albumSource(album);
  const songs = (await get(['browse', 'songs', filter])).flatMap(({ file }) => file ?? []);
  const folder = sharedFolder(songs);
  if (!folder) notify(t('several-folders', { name }));
  return folder;
}

// All that has a name, each with its kind, target and name.
async function named() {
  const [playlists, podcasts, stations, albums, folders] = await Promise.all([
    get(['playlists']), get(['podcasts']).catch(() => []), get(['stations']).catch(() => []), rows('albums').catch(() => []),
    rows('folders').catch(() => []),
  ]);
  const feeds = new Set(podcasts.map(({ playlist }) => playlist));
  return [
    ...playlists.map(({ playlist }) => ({ kind: 'playlist', target: playlist, name: playlist,
      detail: t(feeds.has(playlist) ? 'card-podcast' : 'card-playlist') })),
    ...stations.map(({ station }) => ({ kind: 'stream', target: station, name: station, detail: t('card-stream') })),
    ...albums.filter(({ Album }) => Album).map((album) => ({ kind: 'folder', album, name: album.Album, picture: album.file,
      detail: [t('card-album'), album.AlbumArtist].filter(Boolean).join(' · ') })),
    ...folders.map(({ directory }) => ({ kind: 'folder', target: directory, name: directory.split('/').pop(),
      detail: t('card-folder') })),
  ];
}

async function doings() {
  const pads = await get(['pads']).catch(() => []);
  return [...actions.map((action) => ({ kind: 'action', target: action, name: actionName(action), detail: action })),
    ...pads.map(({ pad }) => ({ kind: 'pad', target: pad, name: pad, detail: t('card-pad') }))];
}

const songs = async (words) => (await get(['lookup', ...words.split(/\s+/), 'window', `0:${mostSongs}`]))
  .filter(({ file }) => file).map((song) => ({ kind: 'song', target: song.file, name: titleOf(song), picture: song.file,
    detail: [t('card-song'), artistOf(song)].filter(Boolean).join(' · ') }));

class Chooser {
  constructor(chosen) {
    this.chosen = chosen;
    this.found = [];
    this.turn = 0;
    this.lists = {};
    this.mode = 'music';
    this.input = h('input', { type: 'search', class: 'search-field', placeholder: t('search'), 'aria-label': t('search'),
      autocomplete: 'off', spellcheck: 'false', oninput: () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.fill(), pause);
      } });
    this.scroller = h('div', { class: 'card-contents', tabindex: '-1' });
    this.list = new VirtualList({ scroller: this.scroller, name: t('card-choose'), height: rowHeight,
      key: (at) => this.found[at], item: (at) => this.row(this.found[at]) });
    this.nothing = h('p', { class: 'muted sheet-hint', role: 'status', hidden: true }, t('nothing-found'));
    this.scroller.append(this.nothing, this.list.element);
  }

  // What is found by the words, in the order of the kinds; songs only where somebody looks for them.
  async fill() {
    const turn = this.turn += 1;
    const words = this.input.value.trim();
    const isMusic = this.mode === 'music';
    const fits = matcher(words);
    try {
      const all = await (this.lists[this.mode] ??= isMusic ? named() : doings());
      const found = words ? all.filter((item) => fits(foldedOf(item, 'name', 'detail'))) : all;
      const further = !words ? [] : isMusic ? await songs(words)
        : [{ kind: 'action', target: words, name: t('card-own-action', { text: words }), detail: words }];
      if (turn !== this.turn) return;
      this.found = [...found, ...further];
      this.nothing.hidden = this.found.length > 0;
      this.scroller.scrollTop = 0;
      this.list.show(this.found.length);
    } catch (problem) {
      delete this.lists[this.mode];
      complain(problem);
    }
  }

  row(item) {
    const { kind, target, album, name, detail, picture } = item;
    return h('button', { type: 'button', class: 'row-main', onclick: () => attempt(async () => {
      const place = album ? await folderOf(album) : target;
      if (place) this.chosen({ kind, target: place, title: name });
    }) }, h('span', { class: 'row-cover' }, picture ? cover({ file: picture, name, size: 96 }) : contentPicture(kind, target)),
    h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name), h('bdi', { class: 'row-detail' }, detail)));
  }
}

// Asks for the content of a card or alarm; `chosen` gets its kind, its target and what people call it.
export function chooseContent(hint, chosen, isMusicOnly = false) {
  const chooser = new Chooser((content) => {
    box.close();
    chosen(content);
  });
  const modes = store.role === 'all' && !isMusicOnly && choice(t('card-content'), 'card-content',
    [['music', t('card-music')], ['action', t('card-actions')]], 'music', (mode) => {
      chooser.mode = mode;
      chooser.fill();
    });
  const box = dialog(t('card-choose'), hint && h('p', { class: 'muted sheet-hint' }, hint), modes,
    h('label', { class: 'search' }, icon('search'), chooser.input), chooser.scroller);
  box.classList.add('card-chooser');
  box.addEventListener('close', () => {
    clearTimeout(chooser.timer);
    chooser.list.end();
  });
  chooser.input.focus();
  chooser.fill();
}
