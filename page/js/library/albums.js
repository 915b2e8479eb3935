// The albums of the library, one of them, and those of a year or a genre.

import { link } from '../address.js';
import { get, quoted } from '../api.js';
import { cover } from '../cover.js';
import { emptyNote, h } from '../dom.js';
import { moreOfSongs } from '../files/more-button.js';
import { artistOf, one } from '../songs/names.js';
import { head } from '../songs/rows.js';
import { albumArtist, albumFilter, albumSource, filterSource } from '../songs/sources.js';
import { rows } from '../store.js';
import { collator, t, time } from '../texts.js';
import { sizeSelect } from './cover-sizes.js';
import { sortName } from './letters-edge.js';
import { albumGrid, filled, noMusic, songList } from './lists.js';

export const styles = ['library'];
export const texts = true;

const orders = {
  artist: (album) => sortName(album, 'AlbumArtist'),
  title: (album) => sortName(album, 'Album'),
  year: null,
};

export async function albums(scroller) {
  const all = await rows('albums');
  if (all.length === 0) return noMusic();
  const place = h('div', {});
  const select = h('select', { class: 'select', 'aria-label': t('order') },
    ...Object.keys(orders).map((name) => h('option', { value: name }, t(`by-${name}`))));
  select.value = localStorage.albumOrder ?? 'artist';
  let grid = null;
  const show = () => {
    grid?.end();
    const order = select.value;
    let sorted = all;
    if (order === 'title') sorted = [...all].sort((a, b) => collator.compare(orders.title(a), orders.title(b)));
    if (order === 'year') sorted = [...all].sort((a, b) => ((a.Date ?? '') > (b.Date ?? '') ? -1 : Number(a.Date !== b.Date)));
    grid = albumGrid(scroller, sorted, t('albums'), orders[order]);
    place.replaceChildren(...grid.nodes);
    grid.drawn();
  };
  select.addEventListener('change', () => {
    localStorage.albumOrder = select.value;
    show();
  });
  return {
    nodes: [h('div', { class: 'list-top' }, h('span', { class: 'muted' }, t('albums-n', { n: all.length })),
      select, sizeSelect(() => show())), place],
    drawn: show,
    end: () => grid?.end(),
  };
}

const wholeTime = (songs) => time(songs.reduce((sum, song) => sum + Number(song.duration ?? 0), 0));

// The name that more than half of them are, as the jukebox has it for an album.
const mostly = (names) => names.find((name) => names.filter((other) => other === name).length > names.length / 2) ?? '';

export function albumView(scroller, artist = '', name = '', file = '', folder = undefined) {
  const album = { Album: name, AlbumArtist: artist, AlbumFolder: folder };
  return filled(scroller, async () => {
    const songs = (await get(['browse', 'songs', albumFilter(album)])).filter((song) => song.file);
    const title = name || t('no-album');
    if (songs.length === 0) {
      return { nodes: [head({ title, detail: '', parent: '#library' }),
        emptyNote('now', t('nothing-here'), '', h('a', { class: 'filled', href: '#library' }, t('library')))] };
    }
    const source = albumSource(album);
    const owner = folder ? mostly(songs.map(artistOf)) : artist;
    const isHis = (song) => artistOf(song) === owner;
    const omit = ['album', !folder && 'year', songs.every(isHis) && 'artist'].filter(Boolean);
    const list = songList(scroller, songs, title, {
      source, numbers: true, omit, detail: (song) => (isHis(song) ? '' : artistOf(song)),
    });
    const years = one(songs[0]?.Date).slice(0, 4);
    return {
      ...list,
      nodes: [head({
        picture: cover({ file: file || songs[0]?.file, name: title, size: 1024, version: songs[0]?.['Last-Modified'] }), title,
        source, parent: '#library', buttons: [moreOfSongs(songs, title)],
        detail: [owner ? h('a', { class: 'quiet-link', href: link('artist', owner) },
          h('bdi', {}, owner)) : albumArtist({ AlbumFolder: folder }),
          ` · ${[years, t('songs', { n: songs.length }), wholeTime(songs)].filter(Boolean).join(' · ')}`],
      }), ...list.nodes],
    };
  });
}

function albumsView(scroller, title, source, chosen, parent = '#library') {
  return filled(scroller, async () => {
    const list = (await rows('albums')).filter(chosen);
    const grid = albumGrid(scroller, list, t('albums'));
    return { ...grid, nodes: [head({ title, source, parent, detail: t('albums-n', { n: list.length }) }), ...grid.nodes] };
  });
}

export const yearView = (scroller, name = '') => albumsView(scroller, name || t('no-year'),
  name ? filterSource(name,
    `(Date =~ ${quoted(`^${name}`)})`) : null, (album) => (album.Date ?? '').slice(0, 4) === name.slice(0, 4));

export const genreView = (scroller, name = '') => albumsView(scroller, name, filterSource(name, `(Genre == ${quoted(name)})`),
  (album) => [album.Genre].flat().includes(name), '#library/genres');
