// Artists, genres and years of the library.

import { link } from '../address.js';
import { quoted } from '../api.js';
import { cover } from '../cover.js';
import { desk, h, icon } from '../dom.js';
import { filterSource } from '../songs/sources.js';
import { artists, rows } from '../store.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { coverWidth, groupWidth } from './cover-sizes.js';
import { letters, sortName } from './letters-edge.js';
import { noMusic } from './lists.js';

const groupRow = (address, name, detail, picture) => h('a', { class: 'row-main', href: address }, picture,
  h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name), h('span', { class: 'row-detail' }, detail)),
  icon('forward'));

function artistCard(row, name, address, detail) {
  const card = h('a', { class: 'card person', href: address }, cover({ file: row.file, name, size: 320, round: true }),
    h('bdi', { class: 'card-title' }, name), h('span', { class: 'card-detail' }, detail));
  card.source = filterSource(name, `(AlbumArtist == ${quoted(name)})`);
  return card;
}

// Rows that lead to a group: artists, genres, years. `shape`: with pictures, which a desk shows as a grid.
function groups(index, field, view, shape) {
  return async (scroller) => {
    const all = (await (index === 'artists' ? artists() : rows(index))).filter((row) => row[field] || field === 'Date');
    if (all.length === 0) return noMusic();
    const ordered = field === 'Date' ? [...all].reverse() : all;
    const isGrid = shape && desk.matches;
    const item = (row) => {
      const name = row[field] || t('no-year');
      const address = link(view, row[field]);
      const detail = [row.albums && t('albums-n', { n: Number(row.albums) }),
        t('songs', { n: Number(row.songs) })].filter(Boolean).join(' · ');
      return isGrid ? artistCard(row, name, address, detail) : groupRow(address, name, detail,
        shape && cover({ file: row.file, name: row[field], size: 96, round: true }));
    };
    const list = new VirtualList({
      scroller, name: t(index), height: isGrid ? (width) => width + 66 : 64, minimum: isGrid ? coverWidth : groupWidth(),
      item: (at) => item(ordered[at]), key: (at) => ordered[at],
    });
    const edge = field !== 'Date' && letters(ordered.map((row) => sortName(row, field)), (at) => list.scrollTo(at));
    return { nodes: [h('div', { class: edge ? 'lettered' : '' }, list.element, edge || '')],
      drawn: () => list.show(ordered.length), end: () => list.end() };
  };
}

export const artistGroups = groups('artists', 'AlbumArtist', 'artist', true);
export const genreGroups = groups('genres', 'Genre', 'genre', false);
export const yearGroups = groups('years', 'Date', 'year', false);
