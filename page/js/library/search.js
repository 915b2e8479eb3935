// Search while typing: artists and albums from the indexes in memory, songs by the jukebox, folders of the index and of
// the songs, playlists and pads by name.

import { link } from '../address.js';
import { get } from '../api.js';
import { attempt, complain } from '../bar.js';
import { cover } from '../cover.js';
import { breath, emptyNote, h, icon, styled } from '../dom.js';
import { words } from '../letters.js';
import { press } from '../pads/press.js';
import { playSong } from '../songs/queueing.js';
import { albumCard, songRow } from '../songs/rows.js';
import { artists, on, rows } from '../store.js';
import { t } from '../texts.js';

const pause = 40;
const mostFolders = 8;
const mostSingers = 8;
const mostSongs = 50;
const folded = new WeakMap();

// Whether each word begins a word of the text.
export function matcher(wanted) {
  const parts = wanted.split(/\s+/).map(words).filter(Boolean);
  return (text) => parts.every((word) => text.startsWith(word) || text.includes(` ${word}`));
}

export function foldedOf(row, ...names) {
  if (!folded.has(row)) folded.set(row, words(names.map((name) => row[name] ?? '').join(' ')));
  return folded.get(row);
}

async function first(list, count, test) {
  const found = [];
  for (const [at, item] of list.entries()) {
    if (at % 1500 === 1499) await breath();
    if (test(item) && found.push(item) === count) break;
  }
  return found;
}

// The folders that a song is in, from the top.
const foldersOf = (file) => file.split('/').slice(0, -1).map((_, at, names) => names.slice(0, at + 1).join('/'));
const nameOf = (path) => path.split('/').pop();

const part = (title, ...content) => h('section', { class: 'found-part' }, h('h2', {}, title), ...content);
const chips = (title, rows, chip) => rows.length > 0 && part(title, h('div', { class: 'chips' }, ...rows.map(chip)));

const artistChip = ({ AlbumArtist: name, file }) => h('a', { class: 'chip person', href: link('artist', name) },
  cover({ file, name, size: 96, round: true }), h('bdi', {}, name));
const listChip = ({ playlist }) => h('a', { class: 'chip', href: link('playlist', playlist) }, h('bdi', {}, playlist));
const padChip = (pad) => h('button', { type: 'button', class: 'chip', onclick: () => press(pad) }, h('bdi', {}, pad.pad));
const stationChip = ({ station, file }) => h('button', { type: 'button', class: 'chip',
  onclick: () => playSong({ file, Name: station }) }, icon('radio'), h('bdi', {}, station));
const folderChip = (path) => h('a', { class: 'chip', href: link('folder', path), title: path }, icon('folder'),
  h('bdi', {}, nameOf(path)));
const singerChip = (name) => h('a', { class: 'chip', href: link('artist', name) }, icon('artist'), h('bdi', {}, name));

// Playlists and pads are asked once, and again when they change.
class NamedLists {
  constructor() {
    this.lists = {};
    this.offs = ['playlists', 'pads'].map((name) => on(name, () => {
      delete this.lists[name];
      if (name === 'playlists') delete this.lists.stations;
    }));
  }

  get(command) {
    return this.lists[command] ??= get([command]).catch(() => {
      delete this.lists[command];
      return [];
    });
  }

  end() {
    this.offs.forEach((off) => off());
  }
}

// What is found is shown in `box`; a suggestion goes into `input`.
export class SearchResults {
  constructor(box, input) {
    this.input = input;
    this.timer = 0;
    this.running = null;
    this.last = '';
    this.lists = new NamedLists();
    this.near = h('div', {});
    this.songs = h('section', { class: 'found-songs' });
    this.folders = h('div', {});
    this.singers = h('div', {});
    box.append(this.near, this.singers, this.folders, this.songs);
  }

  async search(wanted) {
    if (wanted === this.last) return undefined;
    this.last = wanted;
    clearTimeout(this.timer);
    this.running?.abort();
    if (!wanted) return undefined;
    this.running = new AbortController();
    const { signal } = this.running;
    const fits = matcher(wanted);
    const songsFound = new Promise((done) => { this.timer = setTimeout(() => done(this.findSongs(wanted, fits, signal)), pause); });
    const found = await this.findNear(fits);
    if (!signal.aborted) this.showNear(found);
    return signal.aborted ? undefined : songsFound;
  }

  // What this page knows: artists, albums, playlists, pads.
  async findNear(fits) {
    const [albums, people, playlists, pads, stations] = await Promise.all([
      rows('albums').catch(() => []), artists().catch(() => []), this.lists.get('playlists'), this.lists.get('pads'),
      this.lists.get('stations'),
    ]);
    const by = (list, count, ...names) => first(list, count, (row) => fits(foldedOf(row, ...names)));
    return [
      await by(people, 6, 'AlbumArtist'), await by(albums, 12, 'Album', 'AlbumArtist'), await by(playlists, 6, 'playlist'),
      await by(pads, 6, 'pad', 'folder'), await by(stations, 6, 'station'),
    ];
  }

  // The same results stay, so that they do not change under a finger.
  showNear(found) {
    const { near } = this;
    const key = found.map((list) => list.map((row) => Object.values(row)).join()).join('\n');
    if (key === near.key && near.childElementCount) return;
    near.key = key;
    const [people, albums, lists, pads, stations] = found;
    near.replaceChildren(...[
      chips(t('artists'), people, artistChip),
      albums.length > 0 && part(t('albums'), h('div', { class: 'shelf' }, ...albums.map((album) => albumCard(album)))),
      chips(t('stations'), stations, stationChip), chips(t('playlists'), lists, listChip), chips(t('pads'), pads, padChip),
    ].filter(Boolean));
  }

  // Those in the first row of the tree, and those of found songs.
  async showFolders(top, found, fits, signal) {
    const paths = new Set([
      ...(await first(top, mostFolders, (row) => fits(foldedOf(row, 'directory')))).map((row) => row.directory),
      ...found.flatMap((song) => foldersOf(song.file)).filter((path) => fits(words(nameOf(path)))),
    ]);
    if (signal.aborted) return;
    this.folders.replaceChildren(...[chips(t('folders'), [...paths].slice(0, mostFolders), folderChip)].filter(Boolean));
  }

  // Artists of found songs who have no album of their own.
  async showSingers(found, fits, signal) {
    const known = new Set((await artists().catch(() => [])).map((row) => row.AlbumArtist));
    if (signal.aborted) return;
    const named = found.flatMap((song) => [song.Artist ?? []].flat());
    const names = new Set(named.filter((name) => !known.has(name) && fits(words(name))));
    this.singers.replaceChildren(...[chips(t('other-artists'), [...names].slice(0, mostSingers), singerChip)].filter(Boolean));
  }

  async findSongs(wanted, fits, signal) {
    try {
      const [answer, top] = await Promise.all([
        get(['lookup', ...wanted.split(/\s+/), 'window', `0:${mostSongs}`], signal), rows('folders').catch(() => []),
      ]);
      if (signal.aborted) return;
      const found = answer.filter((song) => song.file);
      await Promise.all([this.showFolders(top, found, fits, signal), this.showSingers(found, fits, signal)]);
      if (signal.aborted) return;
      if (found.length) await this.showSongs(found, signal);
      else this.showNothing(answer.find((entry) => entry.suggestion)?.suggestion);
    } catch (problem) {
      complain(problem);
    }
  }

  // The first of them are seen: the others follow in parts.
  async showSongs(found, signal) {
    const list = h('ul', { role: 'list', class: 'rows', 'aria-label': t('songs-title') });
    const row = (song) => h('li', {}, songRow(song, { tap: () => playSong(song) }));
    const count = found.length === mostSongs ? `${mostSongs}+` : String(found.length);
    list.append(...found.slice(0, 6).map(row));
    this.songs.replaceChildren(h('h2', {}, `${t('songs-title')} `, h('span', { class: 'muted' }, count)), list);
    for (let at = 6; at < found.length && !signal.aborted; at += 4) {
      await breath();
      list.append(...found.slice(at, at + 4).map(row));
    }
  }

  // An address is no name: it can be played, or kept as a station.
  showAddress(url) {
    const choice = (kind, name, text, needs, onclick) => h('button',
      { type: 'button', class: kind, 'data-needs': needs, onclick }, icon(name, kind === 'filled'), h('span', {}, text));
    this.songs.replaceChildren(emptyNote('radio', url, '', h('div', { class: 'chips' },
      choice('filled', 'play', t('play'), 'add', () => playSong({ file: url })),
      choice('chip', 'plus', t('add-station'), 'control', () => attempt(async () => {
        (await import('../radio/station.js').then(styled)).editStation(null, { url });
      })))));
  }

  showNothing(suggestion) {
    const { folders, input, near, singers } = this;
    const address = input.value.trim();
    if (/^https?:\/\/\S+$/.test(address)) {
      this.showAddress(address);
      return;
    }
    const take = () => {
      input.value = suggestion;
      input.dispatchEvent(new Event('input'));
      input.focus();
    };
    this.songs.replaceChildren(...near.childElementCount || folders.childElementCount || singers.childElementCount ? []
      : [emptyNote('search', t('nothing-found'), '', suggestion
        && h('button', { type: 'button', class: 'filled', onclick: take }, t('did-you-mean', { words: suggestion })))]);
  }

  end() {
    this.lists.end();
    clearTimeout(this.timer);
    this.running?.abort();
  }
}
