// Starts the page: which view is shown, the connection, and the keys.

import { place } from './address.js';
import { Refusal } from './api.js';
import { attempt, undoLast } from './bar.js';
import { desk, h, icon, setText, styled } from './dom.js';
import { nowView } from './player/now.js';
import { mini, next, previous, seek, toggle } from './player/player.js';
import { mute, step } from './player/volume.js';
import { applyTheme, enter } from './settings.js';
import { byOf, titleOf } from './songs/names.js';
import { emit, on, open, playing, position, store } from './store.js';
import { t } from './texts.js';

const view = document.getElementById('view');
const tabs = document.getElementById('tabs');
// A page of the address: its tab, the module of its view, and the name of the function that makes it.
const main = {
  now: ['now'],
  queue: ['queue', './queue/queue-view.js', 'queueView'],
  library: ['library', './library/library.js', 'libraryView'],
  album: ['library', './library/albums.js', 'albumView'],
  artist: ['library', './library/artist.js', 'artistView'],
  genre: ['library', './library/albums.js', 'genreView'],
  year: ['library', './library/albums.js', 'yearView'],
  folder: ['library', './library/folders.js', 'folderView'],
  tempo: ['library', './library/sounds.js', 'tempoView'],
  key: ['library', './library/sounds.js', 'keyView'],
  stations: ['library', './radio/stations.js', 'stationsView'],
  podcast: ['library', './podcasts/podcast.js', 'podcastView'],
  playlists: ['playlists', './playlists/playlists.js', 'playlistsView'],
  playlist: ['playlists', './playlists/playlist.js', 'playlistView'],
  pads: ['pads', './pads/pads.js', 'padsView'],
  record: ['pads', './pads/record.js', 'recordView'],
  box: ['box', './box/box.js', 'boxView'],
  cards: ['box', './cards/cards.js', 'cardsView'],
  alarms: ['box', './alarms/alarms.js', 'alarmsView'],
  family: ['box', './family/family.js', 'familyView'],
  'card-sheet': ['box', './cards/sheet.js', 'sheetView'],
  add: ['library', './add/upload.js', 'addView'],
  song: ['library', './song/song.js', 'songView'],
  practice: ['now', './practice/practice.js', 'practiceView'],
  chords: ['now', './song/chords.js', 'chordsView'],
};

applyTheme();
for (const element of document.querySelectorAll('[data-text]')) setText(element, t(element.dataset.text));
const now = nowView();
const places = new Map();
let shown = null;
let address = null;
let wantsSearch = false;

// A module that comes when it is wanted, with its style sheets and texts.
const late = (file) => attempt(() => import(file).then(styled).catch(() => Promise.reject(new Refusal(0, {}))));
const showKeys = async () => (await late('./keys.js'))?.showKeys();

async function route(first) {
  const words = place();
  const name = Object.hasOwn(main, words[0]) ? words[0] : 'now';
  const [tab, file, make] = main[name];
  if (address !== null) places.set(address, view.scrollTop);
  address = location.hash;
  for (const link of tabs.querySelectorAll('a')) {
    if (link.hash === `#${tab}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const here = address;
  const module = file && await late(file);
  if (here !== location.hash || (file && !module)) return;
  shown?.end?.();
  document.body.dataset.view = tab;
  document.body.dataset.page = name;
  shown = file ? module[make](view, ...words.slice(1)) : now;
  view.replaceChildren(shown.node);
  view.scrollTop = 0;
  shown.drawn?.();
  // Where somebody was in a list, once the list is there again.
  const top = places.get(address) ?? 0;
  if (top) view.scrollTop = top;
  Promise.resolve(shown.ready).then(() => { if (top && address === location.hash) view.scrollTop = top; });
  if (wantsSearch && shown.input) shown.input.focus();
  else if (!first) (view.querySelector('h1:not([hidden])') ?? view).focus({ preventScroll: true });
  wantsSearch = false;
}
addEventListener('hashchange', () => route(false));

document.getElementById('mini').append(mini());
// The player of a desk, its queue, and what a mouse does.
const furnish = async () => {
  if (desk.matches) (await late('./player/desk.js'))?.begin();
};
desk.addEventListener('change', furnish);

function titles() {
  const song = playing() && store.song ? `${titleOf(store.song)} · ` : '';
  document.title = `${song}${t('jukebox')}`;
}

// Songs are announced once when they change.
const spoken = h('p', { class: 'unseen', role: 'status' });
document.body.append(spoken);
on('song', () => {
  if (store.song) setText(spoken, t('now-plays', { title: titleOf(store.song), artist: byOf(store.song) }));
});
on('state', titles);
titles();

const connection = document.getElementById('connection');
let trouble = 0;
on('connection', () => {
  clearTimeout(trouble);
  const word = store.connection;
  if (word === 'open') {
    connection.className = '';
    connection.replaceChildren();
    return;
  }
  // A moment without a connection is nobody's concern.
  trouble = setTimeout(() => {
    connection.className = 'shown';
    connection.replaceChildren(...word === 'login'
      ? [icon('lock'), h('span', {}, t('login')),
        h('button', { type: 'button', class: 'bar-button', onclick: enter }, t('password'))]
      : [icon('offline'), h('span', {}, t(word))]);
  }, 800);
});

const actionsOf = {
  ' ': toggle, ArrowLeft: () => seek(position() - 5), ArrowRight: () => seek(position() + 5), ArrowUp: () => step(2),
  ArrowDown: () => step(-2), n: next, p: previous, m: mute, u: undoLast, '?': showKeys,
  '/': () => {
    if (shown.input) {
      shown.input.focus();
    } else {
      wantsSearch = true;
      location.hash = '#library';
    }
  },
};

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog')) return;
  const { target } = event;
  if (target.closest('input:not([type=range]), textarea, select')) return;
  // A focused control keeps its own keys.
  if (event.key === ' ' && target.closest('button, a, [role=slider]')) return;
  if (event.key.startsWith('Arrow') && target.closest('input')) return;
  if (/^[1-9]$/.test(event.key) && shown.key) {
    if (!event.repeat && shown.key(Number(event.key))) event.preventDefault();
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A view may have keys of its own.
  const action = shown.keys?.[key] ?? actionsOf[key];
  if (!action) return;
  event.preventDefault();
  action();
});

await furnish();
route(true);
open();
// The other views come when the first one is there, so that they also open without a connection.
const idle = window.requestIdleCallback ?? setTimeout;
idle(() => {
  performance.mark('first-view');
  const files = [
    './library/library.js', './library/artist.js', './playlists/playlists.js', './pads/pads.js', './songs/select.js',
    './songs/song-menu.js', './queue/queue-view.js', './queue/queue-menu.js',
  ];
  files.forEach((file) => import(file).then(styled).catch(() => {}));
  import('./app.js').then(({ offerIcon, startWorker }) => {
    offerIcon();
    startWorker();
  }).catch(() => {});
  import('./clock.js').catch(() => {});
  emit('first-view');
});
