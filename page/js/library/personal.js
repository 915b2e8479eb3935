// New songs, and what people like.

import { get } from '../api.js';
import { complain } from '../bar.js';
import { emptyNote, h } from '../dom.js';
import { songsSource } from '../songs/sources.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { noMusic, songList } from './lists.js';

export async function recent(scroller) {
  const songs = (await get(['browse', 'recent', 'window', '0:100'])).filter((song) => song.file);
  if (songs.length === 0) return noMusic();
  return songList(scroller, songs, t('new'), { source: songsSource(t('new'), songs), kind: 'new' });
}

// Favourites, or rated songs by their stars.
export async function favourites(scroller) {
  const place = h('div', {});
  const select = h('select', { class: 'select', 'aria-label': t('order') },
    h('option', { value: 'favourites' }, t('favourites')), h('option', { value: 'rated' }, t('by-stars')));
  select.value = localStorage.favouriteOrder ?? 'favourites';
  const count = h('span', { class: 'muted' });
  let list = null;
  let asked = null;
  async function show() {
    const kind = asked = select.value;
    const songs = (await get(['browse', kind, 'window', '0:1000'])).filter((song) => song.file);
    if (kind !== asked) return;
    list?.end();
    list = songs.length ? songList(scroller, songs, t('favourites'), { source: songsSource(t('favourites'), songs), kind })
      : { nodes: [emptyNote(kind === 'rated' ? 'star' : 'heart', t(`no-${kind}`), t(`no-${kind}-hint`))], drawn: () => {},
        end: () => {} };
    count.textContent = songs.length ? t('songs', { n: songs.length }) : '';
    place.replaceChildren(...list.nodes);
    list.drawn();
  }
  select.addEventListener('change', () => {
    localStorage.favouriteOrder = select.value;
    show().catch(complain);
  });
  await show();
  const off = on('stickers', () => show().catch(complain));
  return {
    nodes: [h('div', { class: 'list-top' }, count, select), place], drawn: () => list.drawn(),
    end: () => {
      off();
      asked = null;
      list.end();
    },
  };
}
