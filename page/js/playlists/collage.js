// The picture of a playlist: its own, else up to four covers of its albums, else rings.

import { get } from '../api.js';
import { cover } from '../cover.js';
import { h } from '../dom.js';

// Changes of pictures by this page: browsers ask again for another address.
const versions = new Map();
export const renewed = (name) => versions.set(name, Date.now());

export function collage(name) {
  const box = h('span', { class: 'collage' }, cover({ name }));
  get(['playlistcover', name]).then((answer) => {
    const entries = [answer].flat();
    if (entries.some((entry) => entry.source === 'own')) {
      const version = versions.get(name);
      box.replaceChildren(h('img',
        { src: `/cover/playlist/${encodeURIComponent(name)}${version ? `?v=${version}` : ''}`, alt: '' }));
      return;
    }
    const files = entries.flatMap((entry) => entry.file ?? []);
    if (files.length) box.replaceChildren(...(files.length < 4 ? files.slice(0, 1) : files).map((file) => cover({ file, name })));
  }).catch(() => {});
  return box;
}
