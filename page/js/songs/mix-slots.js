// Which playlists the three mix buttons add to, and the songs that are in them.

import { get } from '../api.js';
import { emit, on } from '../store.js';

// Those of playlists without a colour.
export const colours = { 1: 'FFB454', 2: '8CCBFF', 3: '7FD99A' };
// The songs of a playlist that buttons show as added; a press asks the jukebox.
const mostKnown = 5000;

// By slot: the name of its playlist, its colour, and its songs.
export let mixes = {};
let asked = null;
let timer = 0;

async function known() {
  const [used, playlists] = await Promise.all([get(['mixes']), get(['playlists'])]).catch(() => [[], []]);
  return Object.fromEntries(await Promise.all(used.map(async ({ slot, playlist }) => {
    const songs = await get(['listplaylist', playlist, `0:${mostKnown}`]).catch(() => []);
    const colour = playlists.find((entry) => entry.playlist === playlist)?.colour ?? colours[slot];
    return [slot, { playlist, colour, files: new Set(songs.map((song) => song.file)) }];
  })));
}

// Done when the latest question is answered.
export function load() {
  const mine = known().then((answer) => {
    if (asked !== mine) return asked;
    mixes = answer;
    emit('mixes');
    return undefined;
  });
  asked = mine;
  return mine;
}

// Asks for them at the first time that somebody needs them.
export const need = () => { if (!asked) load(); };

on('playlists', () => {
  if (!asked) return;
  clearTimeout(timer);
  timer = setTimeout(load, 300);
});
