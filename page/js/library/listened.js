// Songs by how they were listened to: most played, forgotten, never played, recently played, and the best scores.

import { get } from '../api.js';
import { complain } from '../bar.js';
import { emptyNote, h } from '../dom.js';
import { songsSource } from '../songs/sources.js';
import { on } from '../store.js';
import { language, t } from '../texts.js';
import { songList } from './lists.js';

export const texts = true;

const most = 500;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

// A list, and what stands below the title of a song in it.
const kinds = {
  recentlyplayed: ({ lastplayed }) => (lastplayed ? dates.format(new Date(lastplayed)) : ''),
  mostplayed: ({ plays }) => t('plays-n', { n: Number(plays) }),
  forgotten: ({ days }) => t('days-ago', { n: Math.round(Number(days)) }),
  neverplayed: () => '',
  ranking: ({ score }) => t('score-of', { value: percent.format(Number(score)) }),
};

const artist = ({ Artist, AlbumArtist }) => [Artist ?? AlbumArtist ?? ''].flat()[0];

// The part of the library.
export async function listened(scroller) {
  const place = h('div', {});
  const count = h('span', { class: 'muted' });
  const select = h('select', { class: 'select', 'aria-label': t('order') },
    ...Object.keys(kinds).map((kind) => h('option', { value: kind }, t(`listened-${kind}`))));
  select.value = Object.hasOwn(kinds, localStorage.listened ?? '') ? localStorage.listened : 'mostplayed';
  let list = null;
  let asked = null;
  async function show() {
    const kind = asked = select.value;
    const title = t(`listened-${kind}`);
    const songs = (await get(['browse', kind, 'window', `0:${most}`])).filter((song) => song.file)
      .map((song) => ({ ...song, listened: kinds[kind](song) }));
    if (kind !== asked) return;
    list?.end();
    list = songs.length ? songList(scroller, songs, title, { source: songsSource(title, songs),
      detail: (song) => [song.listened, artist(song)].filter(Boolean).join(' · ') })
      : { nodes: [emptyNote('history', t('no-listened'), t(`listened-${kind}-hint`))], drawn: () => {}, end: () => {} };
    count.textContent = songs.length ? t('songs', { n: songs.length }) : '';
    place.replaceChildren(...list.nodes);
    list.drawn();
  }
  select.addEventListener('change', () => {
    localStorage.listened = select.value;
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
