// The sticks and folders of the library, and which of them has a file.

import { get, quoted } from '../api.js';

// So many songs come with one answer.
const songsAtOnce = 1000;

const begins = (uri, start) => start === '' || uri === start || uri.startsWith(`${start}/`);

// Those that are plugged in.
export const volumes = async () => (await get(['volumes'])).filter(({ volume }) => volume);

// Where a URI is: its volume, and its path on it.
export async function placeOf(uri) {
  const [found] = (await volumes()).filter((volume) => begins(uri, volume.uri))
    .sort((one, other) => other.uri.length - one.uri.length);
  return found && { volume: found.volume, root: found.uri, path: found.uri ? uri.slice(found.uri.length + 1) : uri,
    isReadOnly: found.read_only === '1' };
}

// What stands in a folder of a volume; nothing where there is no such folder.
export async function entriesOf(root, path) {
  let here = root;
  let entries = await get(['listfiles', here]);
  for (const name of path.split('/').filter(Boolean)) {
    if (!entries.some(({ directory }) => directory === name)) return [];
    here = here ? `${here}/${name}` : name;
    entries = await get(['listfiles', here]);
  }
  return entries;
}

// All songs in a folder and below it.
export async function songsBelow(folder) {
  const songs = [];
  for (;;) {
    const window = `${songs.length}:${songs.length + songsAtOnce}`;
    const part = (await get(['browse', 'songs', `(base ${quoted(folder)})`, 'window', window])).filter(({ file }) => file);
    songs.push(...part);
    if (part.length < songsAtOnce) return songs;
  }
}
