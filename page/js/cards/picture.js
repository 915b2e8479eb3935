// The picture of what a card plays.

import { cover } from '../cover.js';
import { h, icon } from '../dom.js';
import { collage } from '../playlists/collage.js';
import { pictureOf } from '../radio/stream-picture.js';
import { rows } from '../store.js';
import { contentName } from './card.js';

// The first album in a folder has its cover.
const albumIn = async (folder) => (await rows('albums')).find(({ file }) => file?.startsWith(`${folder}/`))?.file ?? folder;

export function contentPicture(kind, target, size = 96) {
  if (kind === 'playlist') return collage(target);
  if (kind === 'stream') return cover({ find: () => pictureOf(target), name: contentName(kind, target), size });
  if (kind === 'folder') return cover({ find: () => albumIn(target), name: contentName(kind, target), size });
  if (kind === 'song') return cover({ file: target, name: contentName(kind, target), size });
  return h('span', { class: 'card-action' }, icon(kind === 'pad' || target.startsWith('pad ') ? 'pads' : 'button'));
}
