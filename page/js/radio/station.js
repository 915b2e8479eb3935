// A station that is added or changed: its address and its name.

import { batches, get, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h } from '../dom.js';
import { dialog } from '../menu.js';
import { stationList as kept } from '../playlists/entries.js';
import { t } from '../texts.js';

export const styles = ['more'];
export const texts = true;

export { kept };

async function add(name, url) {
  const { added } = await post('stationadd', name, url);
  offer(t(added === '0' ? 'station-is-kept' : 'station-added', { name }), added !== '0' && (() => post('stationremove', url)));
}

// The new one takes the place of the former, which goes only then.
async function change(former, name, url) {
  if (name === former.name && url === former.url) return;
  const exchange = async (from, to) => {
    const { songs } = await get(['playlistlength', kept]);
    const place = former.place;
    await batches([['stationadd', to.name, to.url], ['playlistmove', kept, songs, String(place)],
      ['playlistdelete', kept, String(place + 1)]]);
  };
  await exchange(former, { name, url });
  offer(t('station-changed', { name }), () => exchange({ name, url }, former));
}

// Asks for the address and the name; a known station is changed. `known` is what is known of a new one.
export function editStation(station = null, known = station ?? {}) {
  const input = (text, value, type) => h('label', { class: 'labelled' }, h('span', {}, text),
    h('input', { class: 'field', type, value, required: true, maxlength: type === 'url' ? '2000' : '120',
      autocomplete: 'off', pattern: type === 'url' ? 'https?:.*' : null }));
  const url = input(t('station-url'), known.url ?? '', 'url');
  const name = input(t('name'), known.name ?? '', 'text');
  const value = (label) => label.querySelector('input').value.trim();
  const form = h('form', { class: 'labelled-form', onsubmit: (event) => {
    event.preventDefault();
    attempt(async () => {
      await (station ? change(station, value(name), value(url)) : add(value(name), value(url)));
      box.close();
    });
  } }, url, name, h('button', { type: 'submit', class: 'filled' }, t('save')));
  const box = dialog(t(station ? 'edit-station' : 'add-station'), form);
  (known.url ? name : url).querySelector('input').focus();
}
