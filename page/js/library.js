// The library: albums, artists, genres, years, folders, new songs, favourites, tempos, keys, and one of each group.

import { breath, h, icon } from './dom.js';
import { get, quoted } from './api.js';
import { complain } from './bar.js';
import { artists, on, rows, store } from './store.js';
import { fold } from './letters.js';
import { collator, number, t, time } from './texts.js';
import * as actions from './actions.js';
import { cover } from './cover.js';
import { VirtualList, Windows } from './virtual.js';
import { albumCard, emptyNote, head, songRow } from './songs.js';
import { searchResults } from './search.js';

const { link, one } = actions;
const kinds = ['albums', 'artists', 'genres', 'years', 'folders', 'new', 'favourites', 'tempo', 'key'];
const cardHeight = (width) => width + 66;
// Of an artist, at once.
const mostSongs = 1000;

// Which view a part of the library is; each gives { fill(box), end() }.
export function libraryView(scroller, wanted = 'albums') {
  const kind = Object.hasOwn(parts, wanted) ? wanted : 'albums';
  const input = h('input', {
    type: 'search', class: 'search-field', placeholder: t('search'), 'aria-label': t('search'), autocomplete: 'off',
    autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'search', 'aria-keyshortcuts': '/',
  });
  const heading = h('h1', { tabindex: '-1', class: 'unseen' }, t('library'));
  const tabs = h('nav', { class: 'segments', 'aria-label': t('library-parts') }, ...kinds.map((name) =>
    h('a', { href: link('library', name), 'aria-current': name === kind ? 'page' : undefined }, t(name))));
  const progress = h('div', { class: 'scan', role: 'status', hidden: true });
  const content = h('div', { class: 'content' });
  const found = h('div', { class: 'found', hidden: true });
  const box = h('div', { class: 'page library' }, heading, h('div', { class: 'search-row' },
    h('label', { class: 'search' }, icon('search'), input),
    h('a', { class: 'icon-button', href: '#add', 'aria-label': t('add-music'), title: t('add-music'), 'data-needs': 'control' }, icon('upload'))), tabs, progress, content, found);
  const results = searchResults(found, input);
  let part = null;
  let ended = false;

  const searching = () => {
    const wanted = input.value.trim();
    found.hidden = !wanted;
    content.hidden = tabs.hidden = Boolean(wanted);
    const answered = results.search(wanted);
    if (!wanted) part?.drawn?.();
    // Back to this entry of the history brings the words back.
    if ((history.state?.words ?? '') !== wanted) history.replaceState(wanted ? { words: wanted } : null, '');
    return answered;
  };
  input.addEventListener('input', searching);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && input.value) {
      event.preventDefault();
      input.value = '';
      searching();
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      box.querySelector('.found:not([hidden]) a, .found:not([hidden]) button, .content:not([hidden]) li a, .content:not([hidden]) li button')?.focus();
    }
  });

  async function fill() {
    part?.end?.();
    try {
      const next = await parts[kind](scroller);
      if (ended) return next.end?.();
      part = next;
      content.replaceChildren(...part.nodes);
      part.drawn?.();
    } catch (problem) {
      complain(problem);
    }
    return undefined;
  }

  function scan() {
    const running = store.scan.filter((entry) => entry.volume);
    progress.hidden = running.length === 0;
    progress.replaceChildren(...running.map((entry) => {
      const examined = Number(entry.examined ?? 0);
      const expected = Number(entry.complete ? entry.found : entry.expected ?? 0);
      return h('div', {}, h('span', {}, expected > examined
        ? t('scanning-of', { name: entry.volume, examined, expected }) : t('scanning', { name: entry.volume, examined })),
      h('progress', { max: expected || undefined, value: expected ? Math.min(examined, expected) : undefined, 'aria-label': t('scanning', { name: entry.volume, examined }) }));
    }));
  }

  const offs = [on('database', fill), on('scan', scan)];
  scan();
  fill();
  input.value = history.state?.words ?? '';
  return {
    node: box,
    input,
    ready: input.value ? searching() : undefined,
    drawn: () => {
      tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
      part?.drawn?.();
    },
    end: () => {
      ended = true;
      part?.end?.();
      results.end();
      offs.forEach((off) => off());
    },
  };
}

// From so many names on, a list has letters; each takes so many pixels.
const fewest = 20;
const letterPixels = 13;

// The names by which a list stands: without the articles that the jukebox leaves aside.
const sortName = (row, field) => row[`${field}Sort`] || row[field] || '';
// A name begins with a letter as the list sorts it; all else is together.
const letterOf = (name) => {
  const [first = '#'] = fold(name);
  return /\p{L}/u.test(first) ? first.toUpperCase() : '#';
};

// The letters at the edge of a long list, in its order: a finger slides over them, keys step through them. `names`: those by
// which the list is sorted.
function letters(names, jump) {
  if (names.length < fewest) return null;
  const places = [];
  let chosen = 0;
  const box = h('div', {
    class: 'letters', role: 'slider', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': t('letters'),
    'aria-valuemin': '1', hidden: true,
  });
  const find = async () => {
    const known = new Set();
    for (const [at, name] of names.entries()) {
      if (at % 1000 === 0) await breath();
      const shown = letterOf(name);
      if (!known.has(shown)) places.push({ letter: shown, at });
      known.add(shown);
    }
    if (places.length < 3) return;
    box.setAttribute('aria-valuemax', places.length);
    box.append(...places.map(({ letter }) => h('span', { 'aria-hidden': 'true' }, letter)));
    box.hidden = false;
    choose(0);
    new ResizeObserver(fit).observe(box);
  };
  // On a low screen only each second or third letter is seen.
  const fit = () => {
    const step = Math.ceil(places.length * letterPixels / Math.max(letterPixels, box.clientHeight));
    [...box.children].forEach((child, at) => { child.hidden = at % step !== 0; });
  };
  const choose = (index) => {
    chosen = Math.max(0, Math.min(places.length - 1, index));
    box.setAttribute('aria-valuenow', chosen + 1);
    box.setAttribute('aria-valuetext', places[chosen].letter);
    [...box.children].forEach((child, at) => child.classList.toggle('on', at === chosen));
  };
  const pointed = (event) => {
    if (event.type === 'pointermove' && !box.hasPointerCapture(event.pointerId)) return;
    const { top, height } = box.getBoundingClientRect();
    choose(Math.floor((event.clientY - top) / height * places.length));
    jump(places[chosen].at);
  };
  box.addEventListener('pointerdown', (event) => {
    box.setPointerCapture(event.pointerId);
    pointed(event);
  });
  box.addEventListener('pointermove', pointed);
  box.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -places.length, End: places.length }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    choose(chosen + step);
    jump(places[chosen].at);
  });
  find();
  return box;
}

async function noMusic() {
  const volumes = await get(['volumes']).catch(() => []);
  const unused = volumes.filter((volume) => volume.unused).map((volume) => h('p', { class: 'muted' }, `${volume.unused}: ${volume.reason ?? ''}`));
  return { nodes: [emptyNote('stick', t('no-music'), t('no-music-hint'), ...unused,
    volumes.some((volume) => volume.volume) && h('a', { class: 'filled', href: '#add', 'data-needs': 'control' }, icon('upload'), t('add-music')))] };
}

// A grid of albums with the letters of `order`.
function albumGrid(scroller, albums, name, letterOf) {
  const list = new VirtualList({
    scroller, name, height: cardHeight, minimum: 148, item: (index) => albumCard(albums[index]), key: (index) => albums[index],
  });
  const edge = letterOf && letters(albums.map(letterOf), (at) => list.scrollTo(at));
  return { nodes: [h('div', { class: edge ? 'lettered' : '' }, list.element, edge ?? '')], drawn: () => list.show(albums.length), end: () => list.end() };
}

const orders = {
  artist: (album) => sortName(album, 'AlbumArtist'),
  title: (album) => sortName(album, 'Album'),
  year: null,
};

async function albums(scroller) {
  const all = await rows('albums');
  if (all.length === 0) return noMusic();
  const place = h('div', {});
  const select = h('select', { class: 'select', 'aria-label': t('order') }, ...Object.keys(orders).map((name) => h('option', { value: name }, t(`by-${name}`))));
  select.value = localStorage.albumOrder ?? 'artist';
  let grid = null;
  const show = () => {
    grid?.end();
    const order = select.value;
    let sorted = all;
    if (order === 'title') sorted = [...all].sort((a, b) => collator.compare(orders.title(a), orders.title(b)));
    if (order === 'year') sorted = [...all].sort((a, b) => ((a.Date ?? '') > (b.Date ?? '') ? -1 : Number(a.Date !== b.Date)));
    grid = albumGrid(scroller, sorted, t('albums'), orders[order]);
    place.replaceChildren(...grid.nodes);
    grid.drawn();
  };
  select.addEventListener('change', () => {
    localStorage.albumOrder = select.value;
    show();
  });
  return {
    nodes: [h('div', { class: 'list-top' }, h('span', { class: 'muted' }, t('albums-n', { n: all.length })), select), place],
    drawn: show,
    end: () => grid?.end(),
  };
}

// Rows that lead to a group: artists, genres, years.
function groups(index, field, view, shape) {
  return async (scroller) => {
    const all = (await (index === 'artists' ? artists() : rows(index))).filter((row) => row[field] || field === 'Date');
    if (all.length === 0) return noMusic();
    const ordered = field === 'Date' ? [...all].reverse() : all;
    const list = new VirtualList({
      scroller, name: t(index), height: 64,
      item: (at) => {
        const row = ordered[at];
        return h('a', { class: 'row-main', href: link(view, row[field]) }, shape && cover({ file: row.file, name: row[field], size: 96, round: true }),
          h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, row[field] || t('no-year')),
            h('span', { class: 'row-detail' }, [row.albums && t('albums-n', { n: Number(row.albums) }), t('songs', { n: Number(row.songs) })].filter(Boolean).join(' · '))),
          icon('forward'));
      },
    });
    const edge = field !== 'Date' && letters(ordered.map((row) => sortName(row, field)), (at) => list.scrollTo(at));
    return { nodes: [h('div', { class: edge ? 'lettered' : '' }, list.element, edge || '')], drawn: () => list.show(ordered.length), end: () => list.end() };
  };
}

// Songs in rows; a tap plays `source` from there, or the song alone.
function songList(scroller, songs, name, { source, numbers, detail } = {}) {
  const list = new VirtualList({
    scroller, name, height: 60, songs: (from, to) => songs.slice(from, to),
    item: (at) => songRow(songs[at], {
      tap: () => (source ? actions.playFrom(source, at, songs[at]) : actions.playSong(songs[at])),
      number: numbers ? one(songs[at].Track) || at + 1 : undefined, detail: detail?.(songs[at]),
    }),
  });
  return { nodes: [list.element], drawn: () => list.show(songs.length), end: () => list.end() };
}

async function folder(scroller, uri = '') {
  const entries = await get(['lsinfo', uri]);
  const folders = entries.filter((entry) => entry.directory);
  const songs = entries.filter((entry) => entry.file);
  if (folders.length + songs.length === 0) return noMusic();
  const name = uri.split('/').pop() || t('folders');
  const source = actions.songsSource(name, songs);
  const all = [...folders, ...songs];
  const list = new VirtualList({
    scroller, name, height: 60, songs: (from, to) => all.slice(from, to).filter((entry) => entry.file),
    item: (at) => (all[at].directory
      ? h('a', { class: 'row-main', href: link('folder', all[at].directory) }, h('span', { class: 'row-icon' }, icon('folder')),
        h('bdi', { class: 'row-title' }, all[at].directory.split('/').pop()), icon('forward'))
      : songRow(all[at], { tap: () => actions.playFrom(source, at - folders.length, all[at]) })),
  });
  return {
    folders, songs, nodes: [list.element], drawn: () => list.show(all.length), end: () => list.end(),
  };
}

async function recent(scroller) {
  const songs = (await get(['browse', 'recent', 'window', '0:100'])).filter((song) => song.file);
  if (songs.length === 0) return noMusic();
  return songList(scroller, songs, t('new'), { source: actions.songsSource(t('new'), songs) });
}

// Favourites, or rated songs by their stars.
async function favourites(scroller) {
  const place = h('div', {});
  const select = h('select', { class: 'select', 'aria-label': t('order') },
    h('option', { value: 'favourites' }, t('favourites')), h('option', { value: 'rated' }, t('by-stars')));
  select.value = localStorage.favouriteOrder ?? 'favourites';
  const count = h('span', { class: 'muted' });
  let list = null;
  let asked = null;
  async function show() {
    const kind = asked = select.value;
    const songs = (await get(['browse', kind, 'window', '0:1000'])).filter((song) => song.file);
    if (kind !== asked) return;
    list?.end();
    list = songs.length ? songList(scroller, songs, t('favourites'), { source: actions.songsSource(t('favourites'), songs) })
      : { nodes: [emptyNote(kind === 'rated' ? 'star' : 'heart', t(`no-${kind}`), t(`no-${kind}-hint`))], drawn: () => {}, end: () => {} };
    count.textContent = songs.length ? t('songs', { n: songs.length }) : '';
    place.replaceChildren(...list.nodes);
    list.drawn();
  }
  select.addEventListener('change', () => {
    localStorage.favouriteOrder = select.value;
    show().catch(complain);
  });
  await show();
  const off = on('stickers', () => show().catch(complain));
  return {
    nodes: [h('div', { class: 'list-top' }, count, select), place], drawn: () => list.drawn(),
    end: () => {
      off();
      asked = null;
      list.end();
    },
  };
}

// Tens of beats per minute, or keys, of analysed songs.
const range = (tempo) => t('bpm', { value: `${number(Number(tempo))}–${number(Number(tempo) + 9)}` });

function sounds(kind, view, name, detail) {
  return async (scroller) => {
    const groups = await get(['browse', kind]);
    if (groups.length === 0) return { nodes: [emptyNote('music', t('not-analysed'), t('not-analysed-hint'))] };
    const list = new VirtualList({
      scroller, name: t(view), height: 64,
      item: (at) => h('a', { class: 'row-main', href: link(view, groups[at].bpm ?? groups[at].key) },
        h('span', { class: 'row-icon sound' }, detail(groups[at])),
        h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name(groups[at])),
          h('span', { class: 'row-detail' }, `${t('songs', { n: Number(groups[at].songs) })} · ${time(groups[at].playtime)}`)),
        icon('forward')),
    });
    return { nodes: [list.element], drawn: () => list.show(groups.length), end: () => list.end() };
  };
}

const parts = {
  albums, recent, new: recent, favourites,
  artists: groups('artists', 'AlbumArtist', 'artist', true),
  genres: groups('genres', 'Genre', 'genre', false),
  years: groups('years', 'Date', 'year', false),
  tempo: sounds('tempos', 'tempo', (group) => range(group.bpm), (group) => group.bpm),
  key: sounds('keys', 'key', (group) => group.key, (group) => group.camelot),
  folders: folder,
};

// A view that is filled once its answer is there.
function filled(scroller, make) {
  const box = h('div', { class: 'page' });
  let part = null;
  let ended = false;
  const fill = async () => {
    try {
      const next = await make();
      if (ended) return next.end?.();
      part?.end?.();
      part = next;
      box.replaceChildren(...part.nodes);
      part.drawn?.();
    } catch (problem) {
      complain(problem);
      box.replaceChildren(head({ title: t('nothing-here'), detail: '', parent: '#library' }));
    }
    return undefined;
  };
  const off = on('database', fill);
  return {
    node: box, ready: fill(), drawn: () => part?.drawn?.(),
    end: () => {
      ended = true;
      part?.end?.();
      off();
    },
  };
}

const wholeTime = (songs) => time(songs.reduce((sum, song) => sum + Number(song.duration ?? 0), 0));

// The name that more than half of them are, as the jukebox has it for an album.
const mostly = (names) => names.find((name) => names.filter((other) => other === name).length > names.length / 2) ?? '';

export function albumView(scroller, artist = '', name = '', file = '', folder = undefined) {
  const album = { Album: name, AlbumArtist: artist, AlbumFolder: folder };
  return filled(scroller, async () => {
    const songs = (await get(['browse', 'songs', actions.albumFilter(album)])).filter((song) => song.file);
    const title = name || t('no-album');
    if (songs.length === 0) {
      return { nodes: [head({ title, detail: '', parent: '#library' }), emptyNote('now', t('nothing-here'), '', h('a', { class: 'filled', href: '#library' }, t('library')))] };
    }
    const source = actions.albumSource(album);
    const owner = folder ? mostly(songs.map(actions.artistOf)) : artist;
    const list = songList(scroller, songs, title, {
      source, numbers: true, detail: (song) => (actions.artistOf(song) === owner ? '' : actions.artistOf(song)),
    });
    const years = one(songs[0]?.Date).slice(0, 4);
    return {
      ...list,
      nodes: [head({
        picture: cover({ file: file || songs[0]?.file, name: title, size: 1024, version: songs[0]?.['Last-Modified'] }), title, source, parent: '#library',
        detail: [owner ? h('a', { class: 'quiet-link', href: link('artist', owner) }, h('bdi', {}, owner)) : actions.albumArtist({ AlbumFolder: folder }),
          ` · ${[years, t('songs', { n: songs.length }), wholeTime(songs)].filter(Boolean).join(' · ')}`],
      }), ...list.nodes],
    };
  });
}

function albumsView(scroller, title, source, chosen, parent = '#library') {
  return filled(scroller, async () => {
    const list = (await rows('albums')).filter(chosen);
    const grid = albumGrid(scroller, list, t('albums'));
    return { ...grid, nodes: [head({ title, source, parent, detail: t('albums-n', { n: list.length }) }), ...grid.nodes] };
  });
}

// Albums of an artist, and songs on albums of others: a singer of a compilation has no album.
export function artistView(scroller, name = '') {
  const title = name || t('unknown-artist');
  return filled(scroller, async () => {
    const [all, answer] = await Promise.all([rows('albums'), name ? get(['browse', 'songs', `(Artist == ${quoted(name)})`, 'window', `0:${mostSongs}`]) : []]);
    const albums = all.filter((album) => (album.AlbumArtist ?? '') === name);
    // An album of a folder is known by that, any other by its artist.
    const keyOf = (album) => JSON.stringify([album.Album, album.AlbumFolder || '', album.AlbumFolder ? '' : album.AlbumArtist]);
    const own = new Set(albums.map(keyOf));
    const isOwn = (song) => own.has(keyOf(actions.albumOf(song)));
    const songs = answer.filter((song) => song.file && !isOwn(song));
    if (albums.length + songs.length === 0) return { nodes: [head({ title, detail: '', parent: '#library/artists' }), emptyNote('artist', t('nothing-here'), '')] };
    const grid = albums.length > 0 && albumGrid(scroller, albums, t('albums'));
    const list = songs.length > 0 && songList(scroller, songs, t('other-albums'), { source: actions.songsSource(title, songs) });
    const parts = [grid, list].filter(Boolean);
    return {
      nodes: [
        head({
          title, source: actions.filterSource(title, `(${grid ? 'AlbumArtist' : 'Artist'} == ${quoted(name)})`), parent: '#library/artists',
          detail: grid ? t('albums-n', { n: albums.length }) : t('songs', { n: songs.length }),
        }),
        ...grid ? grid.nodes : [], list && grid && h('h2', { class: 'part-title' }, t('other-albums')), ...list ? list.nodes : [],
      ].filter(Boolean),
      drawn: () => parts.forEach((part) => part.drawn()),
      end: () => parts.forEach((part) => part.end()),
    };
  });
}

export const yearView = (scroller, name = '') => albumsView(scroller, name || t('no-year'),
  name ? actions.filterSource(name, `(Date =~ ${quoted(`^${name}`)})`) : null, (album) => (album.Date ?? '').slice(0, 4) === name.slice(0, 4));

export const genreView = (scroller, name = '') => albumsView(scroller, name, actions.filterSource(name, `(Genre == ${quoted(name)})`),
  (album) => [album.Genre].flat().includes(name), '#library/genres');

// Songs of a filter in windows, in the order of the tree; `count` gives their number.
function foundView(scroller, { title, filter, parent, count }) {
  const source = actions.filterSource(title, filter);
  return filled(scroller, async () => {
    const total = await count();
    const windows = new Windows((from, to) => get(['find', filter, 'window', `${from}:${to}`]), () => list.refresh());
    const list = new VirtualList({
      scroller, name: title, height: 60, seen: (first, last) => windows.want(first, last), key: (at) => windows.at(at)?.file,
      songs: (from, to) => get(['find', filter, 'window', `${from}:${Math.min(to, total)}`]),
      item: (at) => {
        const song = windows.at(at);
        return song && songRow(song, { tap: () => actions.playSong(song) });
      },
    });
    return {
      nodes: [head({ title, source: total > 0 && source, parent, detail: t('songs', { n: total }) }), list.element],
      drawn: () => list.show(total), end: () => list.end(),
    };
  });
}

const counted = (kind, field, value) => async () =>
  Number((await get(['browse', kind])).find((group) => group[field] === value)?.songs ?? 0);

export const tempoView = (scroller, tempo = '') => foundView(scroller, {
  title: range(tempo), filter: `((bpm >= ${Number(tempo) || 0}) AND (bpm < ${(Number(tempo) || 0) + 10}))`, parent: '#library/tempo',
  count: counted('tempos', 'bpm', tempo),
});

export const keyView = (scroller, key = '') => foundView(scroller, {
  title: key, filter: `(key == ${quoted(key)})`, parent: '#library/key', count: counted('keys', 'key', key),
});

export function folderView(scroller, uri = '') {
  return filled(scroller, async () => {
    const list = await folder(scroller, uri);
    const title = uri.split('/').pop();
    return {
      ...list,
      nodes: [head({
        title, source: actions.folderSource(title, uri), parent: '#library/folders',
        detail: [list.folders?.length && t('folders-n', { n: list.folders.length }), list.songs?.length && t('songs', { n: list.songs.length })].filter(Boolean).join(' · '),
      }), ...list.nodes],
    };
  });
}
