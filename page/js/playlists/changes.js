// A playlist gets another name, or goes; its view goes with it.

import { link, place } from '../address.js';
import { post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { t } from '../texts.js';

// Names that playlists are losing: a view of one asks no more.
export const former = new Set();

const isShown = (name) => place()[0] === 'playlist' && place()[1] === name;

// Leaves the view of a playlist that is no more.
function leave(name, to = '#playlists') {
  if (isShown(name)) location.replace(to);
}

// Gives a playlist another name; its view becomes that of the new name.
export async function rename(name, next) {
  former.delete(next);
  former.add(name);
  try {
    await post('rename', name, next);
    leave(name, link('playlist', next));
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
