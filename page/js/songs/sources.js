// Albums and other sources of songs, and the commands that add them to the queue.

import { link } from '../address.js';
import { isStream, quoted } from '../api.js';
import { t } from '../texts.js';
import { artistOf, one } from './names.js';

// A source of songs: how it is shown, and the commands that add it.
export const albumSource = (album) => ({ name: album.Album || t('no-album'), filter: albumFilter(album) });
export const filterSource = (name, filter) => ({ name, filter });
export const playlistSource = (name) => ({ name, playlist: name });
export const folderSource = (name, uri) => ({ name, uris: [uri], folder: true });
// Songs that are entries of a playlist (`of`) go with their parts and crossfades.
export const songsSource = (name, songs) => ({ name, songs, uris: songs.map((song) => song.file) });

// Songs without an album artist are an album by their folder. An old link does not know it.
export const albumFilter = ({ Album = '', AlbumArtist = '', AlbumFolder }) => {
  const parts = [`(Album == ${quoted(Album)})`];
  if (!AlbumFolder) parts.push(`(AlbumArtist == ${quoted(AlbumArtist)})`);
  if (AlbumFolder !== undefined) parts.push(`(AlbumFolder == ${quoted(AlbumFolder)})`);
  return `(${parts.join(' AND ')})`;
};

const disc = /(^|\/)(cd|disc|disk)[ ._-]*\d{1,2}$/i;
// As the jukebox has it: the folder of the song, or the one that holds the folders of its discs; none for a song with an
// album artist.
const albumFolder = ({ file = '', AlbumArtist }) => (one(AlbumArtist) || isStream(file)
  ? '' : file.replace(/\/?[^/]*$/, '').replace(disc, '') || '/');
// The album that a song is of.
export const albumOf = (song) => ({
  Album: one(song.Album), AlbumArtist: one(song.AlbumArtist) || artistOf(song), AlbumFolder: albumFolder(song), file: song.file,
});
// The name below an album.
export const albumArtist = (album) => album.AlbumArtist || t(album.AlbumFolder ? 'several-artists' : 'unknown-artist');

// The commands that add a source to the queue, at a place or at its end.
export function adding(source, place) {
  if (source.filter) return [['findadd', source.filter, ...place ? ['position', place] : []]];
  if (source.playlist) return [['load', source.playlist, ...place ? ['0:', place] : []]];
  return source.uris.map((uri, at) => {
    const to = !place ? [] : [place === '+0' ? `+${at}` : String(Number(place) + at)];
    const { of, Pos } = source.songs?.[at] ?? {};
    return of === undefined ? ['add', uri, ...to] : ['load', of, `${Pos}:${Number(Pos) + 1}`, ...to];
  });
}
export const albumLink = (album) => link('album', album.AlbumArtist ?? '', album.Album ?? '', album.file ?? '',
  album.AlbumFolder ?? '');
