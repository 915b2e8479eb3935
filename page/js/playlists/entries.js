// Entries of playlists: songs go in, without doubles where that is wanted; what is removed has a way back.

import { batches, get, post } from '../api.js';

// The playlist that holds the stations.
export const stationList = 'Stations';

// Commands have at most 128 arguments in 16 KiB.
function parts(uris) {
  const all = [];
  let bytes = Infinity;
  for (const uri of uris) {
    const size = 3 * uri.length + 3;
    if (bytes + size > 12000 || all.at(-1).length === 100) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1).push(uri);
    bytes += size;
  }
  return all;
}

// Adds the songs of a source; `fresh`: only those that the playlist does not have. Gives the number of new entries.
export async function put(name, { filter, uris }, fresh = false) {
  const start = ['playlistput', name, ...fresh ? ['new'] : []];
  const answers = await batches(filter ? [[...start, 'find', filter]] : parts(uris).map((part) => [...start, 'uri', ...part]));
  return answers.reduce((sum, answer) => sum + Number([answer].flat()[0]?.added ?? 0), 0);
}

// What is set of an entry, as `playlistentryset … fields` takes it: notes last, since all that follows are their lines.
export function fieldsOf({ Range, Gain, Crossfade, Notes }) {
  const [start, end] = Range?.split('-') ?? [];
  return [
    ...start ? ['start', start] : [], ...end ? ['end', end] : [], ...Gain ? ['gain', Gain] : [],
    ...Crossfade ? ['crossfade', Crossfade] : [], ...Notes ? ['notes', ...[Notes].flat()] : [],
  ];
}

const ascending = (numbers) => [...numbers].sort((a, b) => a - b);

// Another window may have changed the playlist since rows were drawn: where their entries are now, by file and nearest
// place, each with its neighbours. Null where one is gone.
const around = 100;

export async function find(name, entries) {
  const places = entries.map((entry) => Number(entry.Pos));
  const from = Math.max(0, Math.min(...places) - around);
  const rows = await get(['playlistentries', name, `${from}:${Math.max(...places) + around}`]);
  const used = new Set();
  const found = [];
  for (const [index, { file }] of entries.entries()) {
    const distance = (row) => Math.abs(from + row - places[index]);
    const row = [...rows.keys()].filter((at) => rows[at].file === file && !used.has(at)).sort((a, b) =>
      distance(a) - distance(b))[0];
    if (row === undefined) return null;
    used.add(row);
    found.push({ at: from + row, entry: rows[row], before: rows[row - 1], next: rows[row + 1] });
  }
  return found;
}

// Removes the entries at these places. Gives the way back; null where a song is missing, since only its file can be added.
export async function takeOut(name, places) {
  const sorted = ascending(places);
  const taken = (await batches(sorted.map((at) => ['playlistentries', name, `${at}:${at + 1}`]))).map((answer) =>
    [answer].flat()[0]);
  await batches([...sorted].reverse().map((at) => ['playlistdelete', name, String(at)]));
  if (taken.some((entry) => entry.absent)) return null;
  return () => batches(taken.flatMap((entry, at) => {
    const fields = fieldsOf(entry);
    const place = String(sorted[at]);
    return [
      ['playlistput', name, 'position', place, 'uri', entry.file],
      ...fields.length ? [['playlistentryset', name, place, 'fields', ...fields]] : [],
    ];
  }));
}

// An empty playlist: the jukebox makes one of the queue.
export const create = (name) => batches([['save', name], ['playlistclear', name]]);

// Those that people fill: not that of the stations, and none of a feed.
export async function own() {
  const [playlists, feeds] = await Promise.all([get(['playlists']), get(['podcasts'])]);
  const others = new Set([stationList, ...feeds.map(({ playlist }) => playlist)]);
  return playlists.filter(({ playlist, volume }) => volume && !others.has(playlist));
}
export const setField = (name, ...words) => post('playlistset', name, ...words);
