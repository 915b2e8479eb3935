// The button at the head of an album or folder with what can be done with its files.

import { attempt } from '../bar.js';
import { iconButton, styled } from '../dom.js';
import { menu } from '../menu.js';
import { t } from '../texts.js';

const more = (name, make) => iconButton('more', t('more-of', { name }), () => attempt(async () => {
  menu(name, await make(await import('./file-menu.js').then(styled)));
}), { class: 'icon-button edged', 'data-needs': 'control' });

export const moreOfSongs = (songs, name) => more(name, (module) => module.songEntries(songs, name));
export const moreOfFolder = (uri, name) => more(name, (module) => module.folderEntries(uri, name));
