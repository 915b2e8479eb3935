// Rows of songs, cards of albums, and the heads of what can be played.

import { goBack } from '../address.js';
import { cover, songCover } from '../cover.js';
import { h, icon, iconButton } from '../dom.js';
import { on, store } from '../store.js';
import { t, time } from '../texts.js';
import { annotated } from './annotations.js';
import { mixButtons } from './mixes.js';
import { rowMenu } from './menus.js';
import { artistOf, one, titleOf } from './names.js';
import { enqueue, play, playNext, shufflePlay } from './queueing.js';
import { albumArtist, albumLink, albumSource, songsSource } from './sources.js';

// Marks the row of the song that plays.
function mark(row) {
  const isOn = row.song.file === store.song?.file;
  row.classList.toggle('current', isOn);
  row.querySelector('.row-playing')?.remove();
  if (isOn) row.querySelector('.row-cover, .row-number').append(h('span', { class: 'row-playing' }, icon('volume')));
  if (isOn) row.firstChild.setAttribute('aria-current', 'true');
  else row.firstChild.removeAttribute('aria-current');
}
on('song', () => document.querySelectorAll('.row.listed').forEach(mark));

// What a row says of its song. `tap` plays; `number` stands in place of the cover; `more` are entries of its menu,
// `parts` elements before its buttons, `cells` its columns.
export function songRow(song, { tap, number, more = [], detail, parts = [], cells }) {
  const title = titleOf(song);
  const subtitle = detail ?? [artistOf(song), one(song.Album)].filter(Boolean).join(' · ');
  const row = h('div', { class: song.absent ? 'row listed absent' : 'row listed' },
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
  mark(row);
  return row;
}

// `detail` stands below the name, in place of the artist.
export function albumCard(album, detail) {
  const name = album.Album || t('no-album');
  const card = h('a', { class: 'card', href: albumLink(album) },
    cover({ file: album.file, name, size: 320 }),
    h('bdi', { class: 'card-title' }, name),
    h('bdi', { class: 'card-detail' }, detail ?? albumArtist(album)));
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
