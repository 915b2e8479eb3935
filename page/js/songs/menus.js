// Opens the menus of songs, whose modules come with the first tap.

import { Refusal } from '../api.js';
import { attempt } from '../bar.js';
import { styled } from '../dom.js';
import { t } from '../texts.js';

// `more` are entries of the place where the song stands, `select` selects its row.
export const songMenu = (song, more = [], select = null) => attempt(async () => {
  const module = await import('./song-menu.js').then(styled).catch(() => Promise.reject(new Refusal(0, {})));
  await module.openSongMenu(song, more, select);
});

// The menu of a song in a list.
export const rowMenu = (row, song, more) => songMenu(song, more,
  { icon: 'check', text: t('select'), action: async () => (await import('./select.js').then(styled)).begin(row) });
