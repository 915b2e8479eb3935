// A playlist gets another name, or goes; its view goes with it.

import { link, place } from '../address.js';
import { post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { t } from '../texts.js';

// Names that playlists are losing: a view of one asks no more.
export const former = new Set();

// The views of one, and where to go from there.
const parents = { playlist: '#playlists', podcast: '#library/podcasts' };

// Leaves the view of a playlist that is no more, for that of its next name.
function leave(name, next) {
  const [view, shown] = place();
  if (Object.hasOwn(parents, view) && shown === name) location.replace(next ? link(view, next) : parents[view]);
}

// Gives a playlist another name; its view becomes that of the new name.
export async function rename(name, next) {
  former.delete(next);
  former.add(name);
  try {
    await post('rename', name, next);
    leave(name, next);
  } catch (problem) {
    former.delete(name);
    throw problem;
  }
}

// The jukebox keeps it for a minute.
export const deletePlaylist = (name) => attempt(async () => {
  former.add(name);
  try {
    await post('playlistremove', name);
  } catch (problem) {
    former.delete(name);
    throw problem;
  }
  leave(name);
  offer(t('playlist-deleted', { name }), () => {
    former.delete(name);
    return post('playlistrestore', name);
  });
});
