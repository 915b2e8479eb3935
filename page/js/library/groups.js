// Artists, genres and years of the library.

import { link } from '../address.js';
import { cover } from '../cover.js';
import { h, icon } from '../dom.js';
import { artists, rows } from '../store.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { letters, sortName } from './letters-edge.js';
import { noMusic } from './lists.js';

// Rows that lead to a group: artists, genres, years.
function groups(index, field, view, shape) {
  return async (scroller) => {
    const all = (await (index === 'artists' ? artists() : rows(index))).filter((row) => row[field] || field === 'Date');
    if (all.length === 0) return noMusic();
    const ordered = field === 'Date' ? [...all].reverse() : all;
    const list = new VirtualList({
      scroller, name: t(index), height: 64,
      item: (at) => {
        const row = ordered[at];
        return h('a', { class: 'row-main', href: link(view, row[field]) },
          shape && cover({ file: row.file, name: row[field], size: 96, round: true }),
          h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, row[field] || t('no-year')),
            h('span', { class: 'row-detail' },
              [row.albums && t('albums-n', { n: Number(row.albums) }),
                t('songs', { n: Number(row.songs) })].filter(Boolean).join(' · '))),
          icon('forward'));
      },
    });
    const edge = field !== 'Date' && letters(ordered.map((row) => sortName(row, field)), (at) => list.scrollTo(at));
    return { nodes: [h('div', { class: edge ? 'lettered' : '' }, list.element, edge || '')],
      drawn: () => list.show(ordered.length), end: () => list.end() };
  };
}

export const artistGroups = groups('artists', 'AlbumArtist', 'artist', true);
export const genreGroups = groups('genres', 'Genre', 'genre', false);
export const yearGroups = groups('years', 'Date', 'year', false);
