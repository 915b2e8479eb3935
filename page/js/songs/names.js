// What a song is called: by its tags, else by its file. Pure functions.

import { isStream } from '../api.js';

export const one = (value) => (Array.isArray(value) ? value[0] : value) ?? '';
// Without a title: the name of a station, the host and path of another stream, the name of a file.
export const titleOf = ({ file = '', Title, Name }) => one(Title) || one(Name) || (isStream(file)
  ? file.replace(/^[^/]*\/+([^/@]*@)?|[/?#]*$/g, '') : file.split('/').pop().replace(/\.\w+$/, ''));
// Of a song that is away: its URI begins with the name of its stick.
export const stickOf = (song) => song.file.split('/')[0];
export const artistOf = (song) => one(song.Artist) || one(song.AlbumArtist);
// What stands below the title: the artist, or the station that plays it.
export const byOf = (song) => artistOf(song) || (song.Title ? one(song.Name) : '');
