// Songs by how they were listened to: most played, forgotten, never played, recently played, and the best scores.

import { emptyNote } from '../dom.js';
import { songsSource } from '../songs/sources.js';
import { language, t } from '../texts.js';
import { chosenList } from './chosen-list.js';
import { songList } from './lists.js';

export const texts = true;

const most = 500;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

// A list, and what stands below the title of a song in it.
const kinds = {
  recentlyplayed: ({ lastplayed }) => (lastplayed ? dates.format(new Date(lastplayed)) : ''),
  mostplayed: ({ plays }) => t('plays-n', { n: Number(plays) }),
  forgotten: ({ days }) => t('days-ago', { n: Math.round(Number(days)) }),
  neverplayed: () => '',
  ranking: ({ score }) => t('score-of', { value: percent.format(Number(score)) }),
};

const artist = ({ Artist, AlbumArtist }) => [Artist ?? AlbumArtist ?? ''].flat()[0];

// The part of the library.
export const listened = (scroller) => chosenList({
  key: 'listened', usual: 'mostplayed', most,
  kinds: Object.fromEntries(Object.keys(kinds).map((kind) => [kind, t(`listened-${kind}`)])),
  make: (found, kind) => {
    const title = t(`listened-${kind}`);
    const songs = found.map((song) => ({ ...song, listened: kinds[kind](song) }));
    return songList(scroller, songs, title, { source: songsSource(title, songs),
      detail: (song) => [song.listened, artist(song)].filter(Boolean).join(' · ') });
  },
  none: (kind) => emptyNote('history', t('no-listened'), t(`listened-${kind}-hint`)),
});
