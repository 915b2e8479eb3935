// A folder of the library: its folders and songs.

import { link } from '../address.js';
import { get } from '../api.js';
import { emptyNote, h, icon } from '../dom.js';
import { moreOfFolder } from '../files/more-button.js';
import { playFrom } from '../songs/queueing.js';
import { head, songRow } from '../songs/rows.js';
import { folderSource, songsSource } from '../songs/sources.js';
import { SongTable } from '../songs/table.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { groupWidth } from './cover-sizes.js';
import { filled, noMusic } from './lists.js';

export const styles = ['library'];
export const texts = true;

export async function folder(scroller, uri = '') {
  // One that went to the trash while it is seen: the bar has the way back.
  const entries = await get(['lsinfo', uri]).catch((problem) => {
    if (problem.status === 404) return [];
    throw problem;
  });
  const folders = entries.filter((entry) => entry.directory);
  const songs = entries.filter((entry) => entry.file);
  if (folders.length + songs.length === 0) return uri ? { nodes: [emptyNote('folder', t('nothing-here'), '')] } : noMusic();
  const name = uri.split('/').pop() || t('folders');
  const source = songsSource(name, songs);
  const table = new SongTable({ songs, kind: 'folder', changed: () => list.refresh(true) });
  const row = (song, at) => songRow(song, {
    cells: table.cells(song), tap: () => playFrom(table.order ? songsSource(name, table.songs) : source, at, song),
  });
  const list = new VirtualList({
    scroller, name, height: 60, minimum: songs.length ? undefined : groupWidth(),
    songs: (from, to) => [...folders, ...table.songs].slice(from, to).filter((entry) => entry.file),
    key: (at) => folders[at] ?? table.songs[at - folders.length],
    item: (at) => (folders[at]
      ? h('a', { class: 'row-main', href: link('folder', folders[at].directory) }, h('span', { class: 'row-icon' }, icon('folder')),
        h('bdi', { class: 'row-title' }, folders[at].directory.split('/').pop()), icon('forward'))
      : row(table.songs[at - folders.length], at - folders.length)),
  });
  if (songs.length) table.attach(list);
  return {
    folders, songs, nodes: [table.node, list.element], drawn: () => list.show(folders.length + songs.length),
    end: () => {
      table.end();
      list.end();
    },
  };
}

export function folderView(scroller, uri = '') {
  return filled(scroller, async () => {
    const list = await folder(scroller, uri);
    const title = uri.split('/').pop();
    return {
      ...list,
      nodes: [head({
        title, source: folderSource(title, uri), parent: '#library/folders', buttons: [moreOfFolder(uri, title)],
        detail: [list.folders?.length && t('folders-n', { n: list.folders.length }),
          list.songs?.length && t('songs', { n: list.songs.length })].filter(Boolean).join(' · '),
      }), ...list.nodes],
    };
  });
}
