// Search while typing: artists and albums from the indexes in memory, songs by the jukebox, folders of the index and of
// the songs, playlists and pads by name.

import { link } from '../address.js';
import { get } from '../api.js';
import { complain } from '../bar.js';
import { cover } from '../cover.js';
import { breath, h, icon } from '../dom.js';
import { words } from '../letters.js';
import { press } from '../pads/press.js';
import { playSong } from '../songs/queueing.js';
import { albumCard, emptyNote, songRow } from '../songs/songs.js';
import { artists, on, rows } from '../store.js';
import { t } from '../texts.js';

const pause = 40;
const mostFolders = 8;
const mostSingers = 8;
const folded = new WeakMap();

// Whether each word begins a word of the text.
function matcher(wanted) {
  const parts = wanted.split(/\s+/).map(words).filter(Boolean);
  return (text) => parts.every((word) => text.startsWith(word) || text.includes(` ${word}`));
}

function foldedOf(row, ...names) {
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

export function searchResults(box, input) {
  let timer = 0;
  let running = null;
  let last = '';
  const near = h('div', {});
  const songs = h('section', { class: 'found-songs' });
  const folders = h('div', {});
  const singers = h('div', {});
  box.append(near, singers, folders, songs);

  // Playlists and pads are asked once, and again when they change.
  const lists = {};
  const named = (command) => lists[command] ??= get([command]).catch(() => {
    delete lists[command];
    return [];
  });
  const offs = ['playlists', 'pads'].map((name) => on(name, () => delete lists[name]));

  const part = (title, ...content) => h('section', { class: 'found-part' }, h('h2', {}, title), ...content);

  async function search(wanted) {
    if (wanted === last) return undefined;
    last = wanted;
    clearTimeout(timer);
    running?.abort();
    if (!wanted) return undefined;
    running = new AbortController();
    const { signal } = running;
    const fits = matcher(wanted);
    const songsFound = new Promise((done) => { timer = setTimeout(() => done(findSongs(wanted, fits, signal)), pause); });
    const [albums, people, playlists, pads] = await Promise.all([
      rows('albums').catch(() => []), artists().catch(() => []),
      named('playlists'), named('pads'),
    ]);
    const by = (list, count, ...names) => first(list, count, (row) => fits(foldedOf(row, ...names)));
    const foundArtists = await by(people, 6, 'AlbumArtist');
    const foundAlbums = await by(albums, 12, 'Album', 'AlbumArtist');
    const foundLists = await by(playlists, 6, 'playlist');
    const foundPads = await by(pads, 6, 'pad', 'folder');
    if (signal.aborted) return undefined;
    // The same results stay, so that they do not change under a finger.
    const key = [foundArtists, foundAlbums, foundLists, foundPads].map((list) => list.map((row) => Object.values(row)).join()).join('\n');
    if (key === near.key && near.childElementCount) return songsFound;
    near.key = key;
    near.replaceChildren(...[
      foundArtists.length && part(t('artists'), h('div', { class: 'chips' }, ...foundArtists.map((row) =>
        h('a', { class: 'chip person', href: link('artist', row.AlbumArtist) }, cover({ file: row.file, name: row.AlbumArtist, size: 96, round: true }), h('bdi', {}, row.AlbumArtist))))),
      foundAlbums.length && part(t('albums'), h('div', { class: 'shelf' }, ...foundAlbums.map(albumCard))),
      foundLists.length && part(t('playlists'), h('div', { class: 'chips' }, ...foundLists.map((row) =>
        h('a', { class: 'chip', href: link('playlist', row.playlist) }, h('bdi', {}, row.playlist))))),
      foundPads.length && part(t('pads'), h('div', { class: 'chips' }, ...foundPads.map((row) =>
        h('button', { type: 'button', class: 'chip', onclick: () => press(row) }, h('bdi', {}, row.pad))))),
    ].filter(Boolean));
    return songsFound;
  }

  // Those in the first row of the tree, and those of found songs.
  async function showFolders(top, found, fits, signal) {
    const paths = new Set([
      ...(await first(top, mostFolders, (row) => fits(foldedOf(row, 'directory')))).map((row) => row.directory),
      ...found.flatMap((song) => foldersOf(song.file)).filter((path) => fits(words(nameOf(path)))),
    ]);
    if (signal.aborted) return;
    folders.replaceChildren(...paths.size ? [part(t('folders'), h('div', { class: 'chips' }, ...[...paths].slice(0, mostFolders).map((path) =>
      h('a', { class: 'chip', href: link('folder', path), title: path }, icon('folder'), h('bdi', {}, nameOf(path))))))] : []);
  }

  // Artists of found songs who have no album of their own.
  async function showSingers(found, fits, signal) {
    const known = new Set((await artists().catch(() => [])).map((row) => row.AlbumArtist));
    if (signal.aborted) return;
    const names = new Set(found.flatMap((song) => [song.Artist ?? []].flat()).filter((name) => !known.has(name) && fits(words(name))));
    singers.replaceChildren(...names.size ? [part(t('other-artists'), h('div', { class: 'chips' }, ...[...names].slice(0, mostSingers).map((name) =>
      h('a', { class: 'chip', href: link('artist', name) }, icon('artist'), h('bdi', {}, name)))))] : []);
  }

  async function findSongs(wanted, fits, signal) {
    try {
      const [answer, top] = await Promise.all([
        get(['lookup', ...wanted.split(/\s+/), 'window', '0:50'], signal), rows('folders').catch(() => []),
      ]);
      if (signal.aborted) return;
      const found = answer.filter((song) => song.file);
      await Promise.all([showFolders(top, found, fits, signal), showSingers(found, fits, signal)]);
      if (signal.aborted) return;
      const suggestion = answer.find((entry) => entry.suggestion)?.suggestion;
      const list = h('ul', { role: 'list', class: 'rows', 'aria-label': t('songs-title') });
      const row = (song) => h('li', {}, songRow(song, { tap: () => playSong(song) }));
      list.append(...found.slice(0, 6).map(row));
      songs.replaceChildren(...found.length
        ? [h('h2', {}, `${t('songs-title')} `, h('span', { class: 'muted' }, found.length === 50 ? '50+' : String(found.length))), list]
        : near.childElementCount || folders.childElementCount || singers.childElementCount ? []
          : [emptyNote('search', t('nothing-found'), '', suggestion && h('button', {
            type: 'button', class: 'filled', onclick: () => {
              input.value = suggestion;
              input.dispatchEvent(new Event('input'));
              input.focus();
            },
          }, t('did-you-mean', { words: suggestion })))]);
      // The first of them are seen: the others follow in parts.
      for (let at = 6; at < found.length && !signal.aborted; at += 4) {
        await breath();
        list.append(...found.slice(at, at + 4).map(row));
      }
    } catch (problem) {
      complain(problem);
    }
  }

  return {
    search,
    end: () => {
      offs.forEach((off) => off());
      clearTimeout(timer);
      running?.abort();
    },
  };
}
