// What the page knows of the jukebox: its state, counters of changes, the connection. Views listen, nothing is polled.

import { get, index } from './api.js';
import { breath } from './dom.js';

export const store = { status: {}, song: null, counters: {}, scan: [], connection: 'opening', known: false, https: 'no' };

const listeners = {};

export function on(name, listener) {
  (listeners[name] ??= new Set()).add(listener);
  return () => listeners[name].delete(listener);
}

export function emit(name) {
  for (const listener of [...listeners[name] ?? []]) listener();
}

// Of a library that is analysed, many songs end within a second: views ask anew at most once in two.
let waiting = 0;
function analysed() {
  waiting ||= setTimeout(() => {
    waiting = 0;
    emit('analysis');
  }, 2000);
}

const retryMilliseconds = 1000;
let arrived = 0;
let halted = null;      // when the connection was lost: from then on nothing moves
let source = null;
let retry = 0;
let refused = 0;        // how often the stream of events was refused while the jukebox answered
let silence = 0;
let boot = null;

// Seconds from the last state to now, or to the end of the connection.
export const since = () => ((halted ?? performance.now()) - arrived) / 1000;

// Whether the music is known to go on.
export const playing = () => store.status.state === 'play' && store.connection === 'open';

// The position now: that of the last state, and the time since it came. A loop comes round without an event.
export function position() {
  const { state, elapsed = 0, speed = 1, loopstart, loopend } = store.status;
  const length = duration();
  const place = Number(elapsed) + (state === 'play' ? since() * Number(speed) : 0);
  const end = Number(loopend);
  if (loopend !== undefined && place > end && Number(elapsed) <= end) {
    const start = Number(loopstart);
    return start + (place - start) % Math.max(0.1, end - start);
  }
  return length ? Math.min(place, length) : place;
}

// Whether the visitor may do what needs a permission of the jukebox; it refuses the rest.
const roles = { look: [], add: ['add'] };
export const may = (permission) => roles[store.role]?.includes(permission) ?? true;

export const duration = () => Number(store.status.duration ?? store.song?.duration ?? 0);

function connection(word) {
  if (store.connection === word) return;
  store.connection = word;
  if (word !== 'open') halted ??= performance.now();
  emit('connection');
  emit('state');
}

export function open() {
  if (document.hidden || source) return;
  clearTimeout(retry);
  source = new EventSource('/events');
  const heard = (name, action) => source.addEventListener(name, (event) => action(JSON.parse(event.data)));

  heard('hello', (hello) => {
    if (boot !== null && boot !== hello.boot) {
      forget();
      emit('restarted');
    }
    boot = hello.boot;
    store.role = hello.role;
    store.https = hello.https;
    document.body.dataset.role = hello.role;
    emit('role');
    connection('open');
  });
  heard('state', (state) => {
    const before = store.song?.file;
    arrived = performance.now();
    halted = null;
    refused = 0;
    store.status = state.status;
    store.song = state.song?.file ? state.song : null;
    store.known = true;
    connection('open');
    listen();
    emit('state');
    if (before !== store.song?.file) emit('song');
  });
  heard('changed', (counters) => {
    const before = store.counters;
    store.counters = counters;
    if (counters.database !== before.database) forget();
    for (const name of Object.keys(counters)) {
      if (counters[name] === before[name]) continue;
      if (name === 'analysis') analysed();
      else emit(name);
    }
  });
  heard('scan', (scan) => {
    store.scan = scan;
    emit('scan');
  });
  heard('away', () => connection('away'));
  source.onerror = async () => {
    close();
    const word = await get(['status']).then(() => (refused++ ? 'full' : 'lost'),
      ({ key }) => ({ login: 'login', 'too-many': 'full' })[key] ?? 'lost');
    connection(word);
    // Guests who need a password have nothing to wait for: with it the page is loaded again.
    if (word !== 'login' && !source) retry = setTimeout(open, retryMilliseconds);
  };
}

function close() {
  source?.close();
  source = null;
  clearTimeout(silence);
}

// While music plays an event comes at least each 30 s: a connection that is silent for longer is dead.
function listen() {
  clearTimeout(silence);
  if (store.status.state !== 'play') return;
  silence = setTimeout(() => {
    close();
    open();
  }, 45000);
}

// A phone that wakes up: iOS ends the connection without an event, so open another one.
function wake() {
  if (document.hidden) {
    close();
  } else if (!source) {
    open();
  }
}
document.addEventListener('visibilitychange', wake);
addEventListener('pageshow', wake);
addEventListener('pagehide', close);
addEventListener('online', () => {
  close();
  open();
});
addEventListener('offline', () => {
  close();
  connection('lost');
});

// Indexes of the library, each asked once for a version of the database. A row is an object.
let indexes = {};

function forget() {
  indexes = {};
}

export function rows(kind) {
  return indexes[kind] ??= index(kind).then(rowsOf).catch((problem) => {
    delete indexes[kind];
    throw problem;
  });
}

async function rowsOf({ columns }) {
  const names = Object.keys(columns);
  const count = columns[names[0]]?.length ?? 0;
  const all = [];
  for (let at = 0; at < count; at += 1) {
    if (at % 2000 === 0) await breath();
    const row = {};
    for (const name of names) row[name] = columns[name][at];
    all.push(row);
  }
  return all;
}

// Artists of albums, in the order of the albums: the name, the numbers of albums and songs.
export async function artists() {
  const all = await rows('albums');
  return indexes.artists ??= [...all.reduce((found, album) => {
    const name = album.AlbumArtist ?? '';
    // An album of several artists is nobody's.
    if (!name && album.AlbumFolder) return found;
    const artist = found.get(name) ?? { AlbumArtist: name, AlbumArtistSort: album.AlbumArtistSort, albums: 0, songs: 0,
      file: album.file };
    artist.albums += 1;
    artist.songs += Number(album.songs);
    return found.set(name, artist);
  }, new Map()).values()];
}
