// The menu of a song: what it offers everywhere, with what people think of the song and where else it can go.

import { link } from '../address.js';
import { get, isStream, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { styled } from '../dom.js';
import { songEntries } from '../files/file-menu.js';
import { menu } from '../menu.js';
import { may } from '../store.js';
import { t } from '../texts.js';
import { mixOf, pressed, slotMark, slots } from './mixes.js';
import { artistOf, one, titleOf } from './names.js';
import { enqueue, playNext, playSong } from './queueing.js';
import { albumLink, albumOf, songsSource } from './sources.js';
import { addToPlaylist, favourite } from './taste.js';

export const styles = ['more'];
export const texts = true;

const asPad = (song) => attempt(async () => {
  const pad = await post('padadd', song.file, titleOf(song));
  offer(t('is-pad', { name: pad.pad }), () => post('padremove', pad.id));
});

// The mix buttons as entries.
function mixEntries(song) {
  if (!may('control')) return [];
  return slots.map((slot) => {
    const mix = mixOf(slot);
    return {
      icon: slotMark(slot, mix?.colour ?? ''), text: mix?.playlist ?? t('mix-unused', { slot }),
      pressed: mix?.files.has(song.file) || undefined, action: () => pressed('press', slot, song),
    };
  });
}

// `more` are entries of the place where it stands, `select` selects its row.
export async function openSongMenu(song, more, select) {
  const source = songsSource(titleOf(song), [song]);
  const isFile = !isStream(song.file);
  const personal = isFile ? await get(['personal', song.file]).catch(() => null) : null;
  const liked = personal?.favourite === '1';
  const album = one(song.Album);
  const artist = artistOf(song);
  menu(titleOf(song), [
    ...more,
    may('player') && { icon: 'play', text: t('play-now'), action: () => playSong(song) },
    may('player') && { icon: 'play-next', text: t('play-next'), action: () => playNext(source) },
    may('add') && { icon: 'add', text: t('add-to-queue'), action: () => enqueue(source) },
    may('control') && { icon: 'playlists', text: t('add-to-playlist'), action: () => addToPlaylist(source) },
    ...song.absent ? [] : mixEntries(song),
    may('control') && isFile && { icon: 'pads', text: t('as-pad'), action: () => asPad(song) },
    personal && may('control')
      && { icon: 'heart', text: t('favourite'), pressed: liked, action: () => favourite(song, liked ? '0' : '1') },
    select,
    album && {
      icon: 'now', text: t('go-to-album', { name: album }),
      action: () => { location.hash = albumLink(albumOf(song)); },
    },
    artist && { icon: 'artist', text: t('go-to-artist', { name: artist }),
      action: () => { location.hash = link('artist', artist); } },
    ...isFile && !song.absent ? await songEntries([song], titleOf(song)) : [],
    isFile && { icon: 'info', text: t('about-song'), action: () => { location.hash = link('song', song.file); } },
    !isFile && may('control') && !song.of && { icon: 'radio', text: t('keep-as-station'), action: () => attempt(async () => {
      (await import('../radio/station.js').then(styled)).editStation(null,
        { url: song.file, name: titleOf({ Name: song.Name, file: song.file }) });
    }) },
  ]);
}
