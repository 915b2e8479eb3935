// What taps do to the queue. None loses it: what replaces or removes has a way back.

import { batch, batches, get, post } from '../api.js';
import { attempt, choice, notify, offer } from '../bar.js';
import { ask } from '../menu.js';
import { enter } from '../settings.js';
import { may, store } from '../store.js';
import { t } from '../texts.js';
import { titleOf } from './names.js';
import { adding, songsSource } from './sources.js';

// Replaces the queue by these commands; the jukebox keeps a copy of the former one for a minute.
export async function replace(commands, text) {
  const [{ kept }] = await batches([['queuekeep'], ...commands]);
  offer(text, () => post('queueback', kept));
}

// A tap that a guest may not do; the password may allow it.
export const refused = () => choice(t(may('add') ? 'refusal.no-permission' : 'only-look'), t('password'), enter);

// The jukebox takes names of at most so many bytes.
const mostNameBytes = 64;

// Asks a guest for another name.
export async function rename() {
  let name = await ask(t('guest-name'), localStorage.guest ?? '', t('enter'));
  while (new TextEncoder().encode(name).length > mostNameBytes) name = name.slice(0, -1);
  if (name) localStorage.guest = name;
  return Boolean(name);
}

// A guest who may only add songs does it under a name, which is asked once.
export const named = async () => store.role !== 'add' || Boolean(localStorage.guest) || rename();

// A song of the queue that this guest asked for.
export const isOwn = (song) => store.role === 'add' && Boolean(song.guest) && song.guest === localStorage.guest;
export const withdraw = (song) => attempt(async () => {
  await post('withdraw', song.Id);
  notify(t('removed', { name: titleOf(song) }));
});

export const play = (source, from = 0) => attempt(() =>
  replace([['clear'], ...adding(source), ['play', String(from)]], t('plays', { name: source.name })));

export const shufflePlay = (source) => attempt(() =>
  replace([['clear'], ['random', '1'], ...adding(source), ['play']], t('plays', { name: source.name })));

export const enqueue = (source) => attempt(async () => {
  if (!await named()) return;
  const before = Number(store.status.playlistlength);
  await batches(adding(source));
  const after = Number((await get(['status'])).playlistlength);
  offer(t('added', { name: source.name, n: after - before }), may('player') && (() => post('delete', `${before}:${after}`)));
});

export const playNext = (source) => attempt(async () => {
  const { song, playlistlength } = store.status;
  await batches(adding(source, song === undefined ? undefined : '+0'));
  const after = Number((await get(['status'])).playlistlength);
  const count = after - Number(playlistlength);
  const place = song === undefined ? Number(playlistlength) : Number(song) + 1;
  offer(t('plays-next', { name: source.name }), may('player') && (() => post('delete', `${place}:${place + count}`)));
});

// One song at once, after the current one: the queue stays, and goes on after it.
export const playSong = (song) => attempt(async () => {
  if (!may('player')) return may('add') ? enqueue(songsSource(titleOf(song), [song])) : refused();
  const { song: current } = store.status;
  const place = current === undefined ? [] : ['+0'];
  const { Id } = await post('addid', song.file, ...place);
  await post('playid', Id);
  return notify(t('plays-queue-stays', { name: titleOf(song) }));
});

// Plays a song from a place; the queue stays.
export const playAt = (song, seconds) => attempt(async () => {
  if (!may('player')) return playSong(song);
  if (store.song?.file !== song.file) await playSong(song);
  else if (store.status.state === 'stop') await post('play');
  return batch([['seekcur', seconds.toFixed(3)], ['pause', '0']]);
});

// A tap on a song of a list: the list from there. A guest who may only add gets the song into the queue.
export const playFrom = (source, at, song) => (may('player') ? play(source, at) : playSong(song));

// Songs of the queue, with their `Pos`. They come back from the copy, with what each was given.
export const remove = (songs) => attempt(async () => {
  const sorted = [...songs].sort((a, b) => a.Pos - b.Pos);
  const [{ kept }] = await batches([['queuekeep'], ...sorted.map((song) => ['deleteid', song.Id])]);
  const text = songs.length === 1 ? t('removed', { name: titleOf(songs[0]) }) : t('removed-n', { n: songs.length });
  offer(text, () => batches(sorted.map(({ Pos }) => ['queueback', kept, `${Pos}:${Pos + 1}`, String(Pos)])));
});
