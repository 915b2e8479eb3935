// The right button: the menu of the song, album or playlist under the mouse. The menu key does the same where the focus is.

import { link } from '../address.js';
import { menu } from '../menu.js';
import { addToPlaylist } from '../playlists/adding.js';
import { may } from '../store.js';
import { t } from '../texts.js';
import { enqueue, play, playNext, shufflePlay } from './queueing.js';

function sourceMenu(source) {
  menu(source.name, [
    may('player') && { icon: 'play', text: t('play-now'), action: () => play(source) },
    may('player') && { icon: 'shuffle', text: t('shuffle-play'), action: () => shufflePlay(source) },
    may('player') && { icon: 'play-next', text: t('play-next'), action: () => playNext(source) },
    may('add') && { icon: 'add', text: t('add-to-queue'), action: () => enqueue(source) },
    may('control') && source.filter && { icon: 'playlists', text: t('add-to-playlist'), action: () => addToPlaylist(source) },
    source.artist && { icon: 'artist', text: t('go-to-artist', { name: source.artist }),
      action: () => { location.hash = link('artist', source.artist); } },
  ]);
}

export function watchRightButton() {
  document.addEventListener('contextmenu', (event) => {
    const row = event.target.closest?.('.row');
    const source = event.target.closest?.('.card')?.source;
    // The last button of a row is that of its menu.
    const more = row?.song && [...row.querySelectorAll(':scope > .icon-button')].at(-1);
    if (event.defaultPrevented || !(more || source)) return;
    event.preventDefault();
    if (more) more.click();
    else sourceMenu(source);
  });
}
