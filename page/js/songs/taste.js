// What people think of a song, and where else it goes.

import { post } from '../api.js';
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
