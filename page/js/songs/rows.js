// Rows of songs, cards of albums, and the heads of what can be played.

import { goBack } from '../address.js';
import { Refusal } from '../api.js';
import { attempt } from '../bar.js';
import { cover, songCover } from '../cover.js';
import { h, icon, iconButton, styled } from '../dom.js';
import { t, time } from '../texts.js';
import { annotated } from './annotations.js';
import { mixButtons } from './mixes.js';
import { artistOf, one, titleOf } from './names.js';
import { enqueue, play, playNext, shufflePlay } from './queueing.js';
import { albumArtist, albumLink, albumSource, songsSource } from './sources.js';

// What a row says of its song. `tap` plays; `number` stands in place of the cover; `more` are entries of its menu,
// `parts` elements before its buttons, `cells` its columns.
export function songRow(song, { tap, number, more = [], detail, parts = [], cells }) {
  const title = titleOf(song);
  const subtitle = detail ?? [artistOf(song), one(song.Album)].filter(Boolean).join(' · ');
  const row = h('div', { class: song.absent ? 'row absent' : 'row' },
    h('button', { type: 'button', class: 'row-main', onclick: tap,
      'aria-label': [title, subtitle, time(song.duration)].filter(Boolean).join(', ') },
      number === undefined
        ? h('span', { class: 'row-cover' }, songCover(song, 96)) : h('span', { class: 'row-number' }, String(number)),
      h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, title),
        h('span', { class: 'row-second' }, subtitle && h('bdi', { class: 'row-detail' }, subtitle), annotated(song))),
      ...cells ?? [h('span', { class: 'row-time' }, song.duration ? time(song.duration) : '')]),
    song.absent ? '' : mixButtons(song, 'row-mix'),
    ...parts,
    iconButton('add', t('add-name', { name: title }), () => enqueue(songsSource(title, [song])),
      { class: 'icon-button wide-only', 'data-needs': 'add' }),
    iconButton('more', t('more-of', { name: title }), () => rowMenu(row, song, more)));
  row.song = song;
  return row;
}

// The menu of a song, in a module of its own; `more` are entries of the place where it stands, `select` selects its row.
export const songMenu = (song, more = [], select = null) => attempt(async () => {
  const module = await import('./song-menu.js').then(styled).catch(() => Promise.reject(new Refusal(0, {})));
  await module.openSongMenu(song, more, select);
});

// The menu of a song in a list; `more` are entries of its place.
export const rowMenu = (row, song, more) => songMenu(song, more,
  { icon: 'check', text: t('select'), action: async () => (await import('./select.js').then(styled)).begin(row) });

export function albumCard(album) {
  const name = album.Album || t('no-album');
  const card = h('a', { class: 'card', href: albumLink(album) },
    cover({ file: album.file, name, size: 320 }),
    h('bdi', { class: 'card-title' }, name),
    h('bdi', { class: 'card-detail' }, albumArtist(album)));
  card.source = { ...albumSource(album), artist: album.AlbumArtist };
  return card;
}

// A cover, a name, what it holds, and its buttons.
export function head({ picture, title, detail, source, parent, buttons = [] }) {
  return h('header', { class: 'head' },
    h('button', { type: 'button', class: 'icon-button head-back', 'aria-label': t('back'), title: t('back'),
      onclick: () => goBack(parent) }, icon('back')),
    picture && h('div', { class: 'head-cover' }, picture),
    h('div', { class: 'head-text' },
      h('h1', { tabindex: '-1' }, h('bdi', {}, title)),
      h('p', { class: 'muted' }, detail),
      (source || buttons.length > 0) && h('div', { class: 'head-buttons' }, ...source ? [
        h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => play(source) }, icon('play', true),
          t('play')),
        iconButton('shuffle', t('shuffle-play'), () => shufflePlay(source), { class: 'icon-button edged', 'data-needs': 'player' }),
        iconButton('play-next', t('play-next'), () => playNext(source), { class: 'icon-button edged', 'data-needs': 'player' }),
        iconButton('add', t('add-to-queue'), () => enqueue(source), { class: 'icon-button edged', 'data-needs': 'add' })] : [],
      ...buttons)));
}
