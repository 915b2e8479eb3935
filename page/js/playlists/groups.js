// The songs of a playlist under the headings of its template: a list of songs and headings.

import { h } from '../dom.js';
import { songRow } from '../songs/rows.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';

const rowHeight = 60;
const headingHeight = 52;

// Headings with the number of their songs, and songs as entries of the playlist.
export function grouped(name, answer) {
  const items = answer.map((item) => (item.file ? { ...item, of: name } : item));
  items.forEach((item, at) => {
    if (item.group === undefined) return;
    const next = items.findIndex((other, index) => index > at && other.group !== undefined);
    item.count = (next < 0 ? items.length : next) - at - 1;
  });
  return items;
}

// `tap` plays a song; `detail` gives what stands below its title.
export const groupedList = (scroller, name, items, { tap, detail }) => new VirtualList({
  scroller, name, heights: (at) => (items[at].group === undefined ? rowHeight : headingHeight),
  songs: (from, to) => items.slice(from, to).filter((item) => item.file),
  item: (at) => {
    const item = items[at];
    if (item.group === undefined) return songRow(item, { tap: () => tap(item), detail: detail(item) });
    return h('h2', { class: 'group' }, h('bdi', {}, item.group || t('none')),
      h('span', { class: 'muted' }, t('songs', { n: item.count })));
  },
});
