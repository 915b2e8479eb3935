// The pictures of streams: that which the household gave a station, and that of an episode's podcast.

import { coverURL, get } from '../api.js';
import { entriesOf } from '../files/volumes.js';
import { one } from '../songs/names.js';
import { kept } from './station.js';

// The folder of a station's picture, on the stick of the playlist. Names are as the jukebox makes them of a file.
export const folderName = (name) => name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, '_').replace(/^\./, '_').replace(/[. ]+$/, '');

// Pictures of stations by the names of their folders, on the stick of the playlist.
export async function pictures(volume) {
  const { uri } = (await get(['volumes'])).find((each) => each.volume === volume);
  const root = [uri, kept].filter(Boolean).join('/');
  return new Map((await entriesOf(uri, kept)).filter(({ directory }) => directory).map((folder) =>
    [folder.directory, { picture: `${root}/${folder.directory}`, version: folder['Last-Modified'] }]));
}

// The URI of the picture of one station; it fails where there is none.
export async function pictureOf(name) {
  const { volume } = await get(['playlistget', kept]);
  return (await pictures(volume)).get(folderName(name)).picture;
}

// The address of a stream's picture; none where it has no picture of its own.
export async function streamPicture(song, size) {
  const [stations, podcasts] = await Promise.all([get(['stations']), get(['podcasts'])]);
  const station = stations.find(({ file }) => file === song.file);
  if (station) {
    const { volume } = await get(['playlistget', kept]);
    const found = (await pictures(volume)).get(folderName(station.station));
    return found && coverURL(found.picture, found.version, size);
  }
  const name = one(song.Album);
  if (!podcasts.some(({ playlist }) => playlist === name)) return undefined;
  const picture = [await get(['playlistcover', name])].flat();
  return picture.some(({ source }) => source === 'own') ? `/cover/playlist/${encodeURIComponent(name)}` : undefined;
}
