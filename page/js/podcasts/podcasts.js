// The podcasts that the household follows.

import { link } from '../address.js';
import { get, post } from '../api.js';
import { attempt, complain, notify } from '../bar.js';
import { emptyNote, h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { collage } from '../playlists/collage.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';

export const styles = ['more'];
export const texts = true;

// Asks for the address of a feed, or of a page that names it.
function subscribe() {
  const input = h('input', { class: 'field', type: 'url', required: true, maxlength: '2000', autocomplete: 'off' });
  const state = h('p', { class: 'muted sheet-hint', role: 'status' }, t('feed-help'));
  const send = h('button', { type: 'submit', class: 'filled' }, t('subscribe'));
  const form = h('form', { class: 'labelled-form', onsubmit: async (event) => {
    event.preventDefault();
    send.disabled = true;
    state.textContent = t('feed-read');
    await attempt(async () => {
      const { playlist, added } = await post('playlistsubscribe', input.value.trim());
      box.close();
      location.hash = link('podcast', playlist);
      notify(t('subscribed', { name: playlist, n: Number(added) }));
    });
    send.disabled = false;
    state.textContent = t('feed-help');
  } }, h('label', { class: 'labelled' }, h('span', {}, t('feed-url')), input), state, send);
  const box = dialog(t('subscribe-title'), form);
  input.focus();
}

function podcastCard({ playlist, unheard, episodes, problem }) {
  const fresh = Number(unheard);
  return h('a', { class: 'card podcast', href: link('podcast', playlist) }, collage(playlist),
    fresh > 0 && h('span', { class: 'card-badge' }, t('new-n', { n: fresh })),
    h('bdi', { class: 'card-title' }, playlist),
    h('span', { class: 'card-detail' }, problem ? t('feed-trouble') : t('episodes', { n: Number(episodes) })));
}

const subscribeButton = () => h('button', { type: 'button', class: 'filled', 'data-needs': 'control', onclick: subscribe },
  icon('plus'), t('subscribe'));

// The part of the library.
export async function podcasts(scroller) {
  const place = h('div', {});
  const count = h('span', { class: 'muted' });
  const top = h('div', { class: 'list-top' }, count, subscribeButton());
  let list = null;
  async function fill() {
    const all = await get(['podcasts']);
    list?.end();
    list = new VirtualList({
      scroller, name: t('podcasts'), height: (width) => width + 66, minimum: 148, item: (at) => podcastCard(all[at]),
    });
    top.hidden = all.length === 0;
    count.textContent = t('new-episodes', { n: all.reduce((sum, { unheard }) => sum + Number(unheard), 0) });
    place.replaceChildren(...all.length ? [list.element]
      : [emptyNote('podcast', t('no-podcasts'), t('no-podcasts-hint'), subscribeButton())]);
    list.show(all.length);
  }
  await fill();
  const off = on('playlists', () => fill().catch(complain));
  return {
    nodes: [top, place], drawn: () => list.measure(),
    end: () => {
      off();
      list.end();
    },
  };
}
