// What people think of a song, and where else it goes.

import { post, Refusal } from '../api.js';
import { attempt, offer } from '../bar.js';
import { number, t } from '../texts.js';

export const addToPlaylist = (source) => attempt(async () => (await import('../playlists/adding.js')).addToPlaylist(source));

export const favourite = (song, wanted) => attempt(() => post('favourite', song.file, ...wanted === undefined ? [] : [wanted]));

// 0 removes the rating; the former one can come back.
export const rate = (song, wanted, former) => attempt(async () => {
  const set = (rating) => post('rate', song.file, ...rating ? [rating] : []);
  await set(wanted);
  if (former) offer(t(wanted ? 'rated' : 'rating-removed', { stars: number(wanted / 2) }), () => set(former));
});

// The menu of a song, in a module of its own; `more` are entries of the place where it stands, `select` selects its row.
export const songMenu = (song, more = [], select = null) => attempt(async () => {
  const module = await import('./song-menu.js').catch(() => Promise.reject(new Refusal(0, {})));
  await module.openSongMenu(song, more, select);
});
