// Starts the page: which view is shown, the connection, and the keys.

import { h, icon, setText } from './dom.js';
import { undoLast } from './bar.js';
import { on, open, position, store } from './store.js';
import { t } from './texts.js';
import { titleOf, artistOf } from './actions.js';
import { mini, next, previous, seek, toggle } from './player.js';
import { nowView } from './now.js';
import { queueList, queueView } from './queue.js';
import { albumView, artistView, folderView, genreView, libraryView, yearView } from './library.js';
import { playlistView, playlistsView } from './playlists.js';
import { padsView } from './pads.js';
import { applyTheme, settings } from './settings.js';
import { mute, step } from './volume.js';

const view = document.getElementById('view');
const tabs = document.getElementById('tabs');
const main = {
  now: ['now', () => now], library: ['library', libraryView], album: ['library', albumView], artist: ['library', artistView],
  genre: ['library', genreView], year: ['library', yearView], folder: ['library', folderView], queue: ['queue', queueView],
  playlists: ['playlists', playlistsView], playlist: ['playlists', playlistView], pads: ['pads', padsView],
};

applyTheme();
const now = nowView();
const places = new Map();
let shown = null;
let address = null;

function route(first) {
  const words = location.hash.slice(1).split('/').map((word) => {
    try {
      return decodeURIComponent(word);
    } catch {
      return word;
    }
  });
  const name = words[0] in main ? words[0] : 'now';
  const [tab, make] = main[name];
  if (address !== null) places.set(address, view.scrollTop);
  address = location.hash;
  shown?.end?.();
  document.body.dataset.view = tab;
  document.body.dataset.page = name;
  shown = make(view, ...words.slice(1));
  view.replaceChildren(shown.node);
  shown.drawn?.();
  for (const link of tabs.querySelectorAll('a')) {
    if (link.hash === `#${tab}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.getElementById('mini').hidden = tab === 'now';
  // The place where somebody was in a list, once the list is there again.
  const place = places.get(address) ?? 0;
  view.scrollTop = place;
  Promise.resolve(shown.ready).then(() => { if (place && address === location.hash) view.scrollTop = place; });
  if (!first) (view.querySelector('h1:not([hidden])') ?? view).focus({ preventScroll: true });
  titles();
}
addEventListener('hashchange', () => route(false));

document.getElementById('mini').append(mini());
document.getElementById('settings').addEventListener('click', settings);
const side = document.getElementById('side');
const scroller = h('div', { class: 'side-scroller' });
side.append(scroller);
const beside = queueList(scroller, 'h2');
scroller.append(...beside.nodes);

function titles() {
  const song = store.status.state === 'play' && store.song ? `${titleOf(store.song)} · ` : '';
  document.title = `${song}${t('jukebox')}`;
}

// Songs are announced once when they change.
const spoken = h('p', { class: 'unseen', role: 'status' });
document.body.append(spoken);
on('song', () => {
  if (store.song) setText(spoken, t('now-plays', { title: titleOf(store.song), artist: artistOf(store.song) }));
});
on('state', titles);

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
    connection.replaceChildren(icon('offline'), h('span', {}, t(word === 'away' ? 'away' : 'lost')));
  }, 800);
});

const actionsOf = {
  ' ': toggle, ArrowLeft: () => seek(position() - 5), ArrowRight: () => seek(position() + 5), ArrowUp: () => step(2),
  ArrowDown: () => step(-2), n: next, p: previous, m: mute, u: undoLast, '?': settings,
  '/': () => {
    if (!shown.input) location.hash = '#library';
    requestAnimationFrame(() => setTimeout(() => shown.input?.focus(), 0));
  },
};

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog')) return;
  const { target } = event;
  if (target.closest('input:not([type=range]), textarea, select')) return;
  // A focused control keeps its own keys.
  if (event.key === ' ' && target.closest('button, a, [role=slider]')) return;
  if (/^[1-9]$/.test(event.key) && shown.key) {
    if (!event.repeat && shown.key(Number(event.key))) event.preventDefault();
    return;
  }
  const action = actionsOf[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

route(true);
open();
