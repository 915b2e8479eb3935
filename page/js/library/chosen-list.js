// A list of songs, and above it the choice of what it lists, which the browser keeps.

import { get } from '../api.js';
import { complain } from '../bar.js';
import { h } from '../dom.js';
import { on } from '../store.js';
import { t } from '../texts.js';

// `kinds`: texts of what can be listed, as the jukebox calls it; `usual`: the first one that is shown. `make(songs, kind)` gives
// the list, `none(kind)` what stands there without songs. `key`: under which the browser keeps the choice.
export async function chosenList({ key, kinds, usual, most, make, none }) {
  const place = h('div', {});
  const count = h('span', { class: 'muted' });
  const select = h('select', { class: 'select', 'aria-label': t('order') },
    ...Object.entries(kinds).map(([value, text]) => h('option', { value }, text)));
  select.value = Object.hasOwn(kinds, localStorage[key] ?? '') ? localStorage[key] : usual;
  let list = null;
  let asked = null;
  async function show() {
    const kind = asked = select.value;
    const songs = (await get(['browse', kind, 'window', `0:${most}`])).filter((song) => song.file);
    if (kind !== asked) return;
    list?.end();
    list = songs.length ? make(songs, kind) : { nodes: [none(kind)], drawn: () => {}, end: () => {} };
    count.textContent = songs.length ? t('songs', { n: songs.length }) : '';
    place.replaceChildren(...list.nodes);
    list.drawn();
  }
  select.addEventListener('change', () => {
    localStorage[key] = select.value;
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
