// A playlist as lines of an extended M3U file.

import { artistOf, one, titleOf } from '../songs/names.js';

const inOneLine = (text) => text.replace(/[\r\n]+/g, ' ');

export const headLines = (name) => ['#EXTM3U', `#PLAYLIST:${inOneLine(name)}`];

// Of one entry: its length and names, its part, its path.
export function entryLines(entry) {
  const [start, end] = entry.Range?.split('-') ?? [];
  const path = entry.named ?? entry.file;
  const name = inOneLine([artistOf(entry), titleOf(entry)].filter(Boolean).join(' - '));
  return [
    `#EXTINF:${Math.round(Number(entry.duration ?? -1))},${name}`, entry.Album && `#EXTALB:${inOneLine(one(entry.Album))}`,
    start && `#EXTVLCOPT:start-time=${Number(start)}`, end && `#EXTVLCOPT:stop-time=${Number(end)}`,
    path.startsWith('#') ? `./${path}` : path,
  ].filter(Boolean);
}
