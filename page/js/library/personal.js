// New songs, and what people like.

import { get } from '../api.js';
import { emptyNote } from '../dom.js';
import { songsSource } from '../songs/sources.js';
import { t } from '../texts.js';
import { chosenList } from './chosen-list.js';
import { noMusic, songList } from './lists.js';

export async function recent(scroller) {
  const songs = (await get(['browse', 'recent', 'window', '0:100'])).filter((song) => song.file);
  if (songs.length === 0) return noMusic();
  return songList(scroller, songs, t('new'), { source: songsSource(t('new'), songs), kind: 'new' });
}

// Favourites, or rated songs by their stars.
export const favourites = (scroller) => chosenList({
  key: 'favouriteOrder', usual: 'favourites', most: 1000, kinds: { favourites: t('favourites'), rated: t('by-stars') },
  make: (songs, kind) => songList(scroller, songs, t('favourites'), { source: songsSource(t('favourites'), songs), kind }),
  none: (kind) => emptyNote(kind === 'rated' ? 'star' : 'heart', t(`no-${kind}`), t(`no-${kind}-hint`)),
});
