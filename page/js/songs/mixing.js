// What a press of a mix button does. `known` is what the buttons know: `mixOf(slot)` gives its playlist, `load()` asks for all.

import { get, quoted } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { ask, menu } from '../menu.js';
import { create, own, put, setField, takeOut } from '../playlists/entries.js';
import { t } from '../texts.js';
import { titleOf } from './names.js';

export const texts = true;

async function playlistOf(slot, { mixOf, load }) {
  if (!mixOf(slot)) await load();
  return mixOf(slot)?.playlist;
}

const placesOf = async (name, file) =>
  (await get(['searchplaylist', name, `(file == ${quoted(file)})`])).map((entry) => Number(entry.Pos));

// The last press of each slot and song: the next one waits for its answer.
const turns = new Map();

export function press(slot, song, known) {
  if (!song) return undefined;
  const key = `${slot} ${song.file}`;
  const turn = (turns.get(key) ?? Promise.resolve()).then(() => pressed(slot, song, known)).finally(() => {
    if (turns.get(key) === turn) turns.delete(key);
  });
  turns.set(key, turn);
  return turn;
}

const pressed = (slot, song, known) => attempt(async () => {
  const name = await playlistOf(slot, known);
  if (!name) {
    choose(slot, [song], known);
    return;
  }
  const places = await placesOf(name, song.file);
  if (places.length) {
    offer(t('mix-removed', { title: titleOf(song), name }), await takeOut(name, places));
  } else {
    await put(name, { uris: [song.file] });
    offer(t('mix-added', { title: titleOf(song), name }), async () => takeOut(name, await placesOf(name, song.file)));
  }
});

export const pressMany = (slot, songs, known) => attempt(async () => {
  const name = await playlistOf(slot, known);
  return name ? add(name, songs) : choose(slot, songs, known);
});

// Each song once: those that are there already are counted.
async function add(name, songs) {
  if (songs.length === 0) return;
  const added = await put(name, { uris: songs.map((song) => song.file) }, true);
  const there = songs.length - added;
  notify(there ? t('added-some', { n: added, name, there }) : t('added-to', { n: added, name }));
}

// Which playlist a button adds to; then the songs go there.
export const choose = (slot, songs, { mixOf }) => attempt(async () => {
  const playlists = await own();
  const bind = (name, make) => attempt(async () => {
    if (make) await create(name);
    await setField(name, 'slot', String(slot));
    if (songs.length) await add(name, songs);
    else notify(t('mix-bound', { slot, name }));
  });
  menu(t('mix-choose', { slot }), [
    {
      icon: 'plus', text: t('new-playlist'), action: async () => {
        const name = await ask(t('new-playlist'), t('mix-default', { slot }), t('save'));
        if (name) await bind(name, !playlists.some((entry) => entry.playlist === name));
      },
    },
    mixOf(slot) && {
      icon: 'close', text: t('mix-free'), action: () => attempt(async () => {
        await setField(mixOf(slot).playlist, 'slot');
        notify(t('mix-freed', { slot }));
      }),
    },
    ...playlists.map(({ playlist }) =>
      ({ icon: 'playlists', text: playlist, pressed: mixOf(slot)?.playlist === playlist, action: () => bind(playlist) })),
  ]);
});
