// An artist of the library.

import { get, quoted } from '../api.js';
import { cover } from '../cover.js';
import { emptyNote, h } from '../dom.js';
import { head } from '../songs/rows.js';
import { albumOf, filterSource, songsSource } from '../songs/sources.js';
import { rows } from '../store.js';
import { t } from '../texts.js';
import { albumGrid, filled, songList } from './lists.js';

export const styles = ['library'];
export const texts = true;

// Of an artist, at once.
const mostSongs = 1000;
const mostPlayed = 5;

// Songs of an artist that were played most, where some were.
async function favoured(name, title, scroller) {
  const filter = `(Artist == ${quoted(name)})`;
  const songs = name ? (await get(['browse', 'mostplayed', filter, 'window', `0:${mostPlayed}`])).filter((song) => song.file) : [];
  return songs.length > 0 && songList(scroller, songs, t('most-played'), { source: songsSource(title, songs) });
}

// Albums of an artist, and songs on albums of others: a singer of a compilation has no album.
export function artistView(scroller, name = '') {
  const title = name || t('unknown-artist');
  return filled(scroller, async () => {
    const [all, answer, favourites] = await Promise.all([rows('albums'),
      name ? get(['browse', 'songs', `(Artist == ${quoted(name)})`, 'window', `0:${mostSongs}`]) : [],
      favoured(name, title, scroller)]);
    // Of few songs, a list of the best says nothing.
    const played = answer.length > mostPlayed && favourites;
    const albums = all.filter((album) => (album.AlbumArtist ?? '') === name);
    // An album of a folder is known by that, any other by its artist.
    const keyOf = (album) => JSON.stringify([album.Album, album.AlbumFolder || '', album.AlbumFolder ? '' : album.AlbumArtist]);
    const own = new Set(albums.map(keyOf));
    const isOwn = (song) => own.has(keyOf(albumOf(song)));
    const songs = answer.filter((song) => song.file && !isOwn(song));
    if (albums.length + songs.length === 0) return { nodes: [head({ title, detail: '', parent: '#library/artists' }),
      emptyNote('artist', t('nothing-here'), '')] };
    const grid = albums.length > 0 && albumGrid(scroller, albums, t('albums'), null, ({ Date: date }) => (date ?? '').slice(0, 4));
    const source = songsSource(title, songs);
    const list = songs.length > 0 && songList(scroller, songs, t('other-albums'), { source, kind: 'artist' });
    const parts = [grid, played, list].filter(Boolean);
    return {
      nodes: [
        head({
          picture: cover({ file: (albums[0] ?? songs[0]).file, name: title, round: true }), title,
          source: filterSource(title, `(${grid ? 'AlbumArtist' : 'Artist'} == ${quoted(name)})`), parent: '#library/artists',
          detail: grid ? t('albums-n', { n: albums.length }) : t('songs', { n: songs.length }),
        }),
        ...grid ? grid.nodes : [], ...played ? [h('h2', { class: 'part-title' }, t('most-played')), ...played.nodes] : [],
        list && (grid || played) && h('h2', { class: 'part-title' }, t('other-albums')), ...list ? list.nodes : [],
      ].filter(Boolean),
      drawn: () => parts.forEach((part) => part.drawn()),
      end: () => parts.forEach((part) => part.end()),
    };
  });
}
