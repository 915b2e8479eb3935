// The radio: the stations that the household keeps, and those of the lists by country on a stick.

import { link } from '../address.js';
import { batches, get, post, quoted } from '../api.js';
import { attempt, complain, offer } from '../bar.js';
import { onCard } from '../cards/on-card.js';
import { cover } from '../cover.js';
import { emptyNote, h, icon, iconButton } from '../dom.js';
import { choosePicture } from '../files/pictures.js';
import { filled } from '../library/lists.js';
import { menu } from '../menu.js';
import { enqueue, play, playNext } from '../songs/queueing.js';
import { head } from '../songs/rows.js';
import { songsSource } from '../songs/sources.js';
import { may, on, store } from '../store.js';
import { collator, language, t } from '../texts.js';
import { VirtualList, Windows } from '../virtual.js';
import { chooseButton } from './buttons.js';
import { editStation, kept } from './station.js';
import { folderName, pictures } from './stream-picture.js';

export const styles = ['more'];
export const texts = true;

const source = ({ name, url }) => songsSource(name, [{ file: url, Name: name }]);
const isOnAir = ({ url }) => store.song?.file === url;

const start = (station) => (may('player') ? play(source(station)) : enqueue(source(station)));

// The name of a list: that of its file, or of the country whose letters are its name.
const country = (uri) => {
  const name = uri.split('/').pop().replace(/\.\w+$/, '');
  if (!/^[a-z]{2}$/i.test(name)) return name;
  return new Intl.DisplayNames(language, { type: 'region' }).of(name.toUpperCase());
};
const isCountry = ({ playlist }) => /(^|\/)Stations\/[^/]+$/i.test(playlist);

const removeStation = (station) => attempt(async () => {
  const [before] = await batches([['playlistlength', kept]]);
  await post('stationremove', station.url);
  const last = Number(before.songs) - 1;
  offer(t('station-removed', { name: station.name }), () => batches([['stationadd', station.name, station.url],
    ...station.place < last ? [['playlistmove', kept, String(last), String(station.place)]] : []]));
});

const setPicture = ({ name }) => attempt(async () => {
  const { volume } = await get(['playlistget', kept]);
  const [found] = (await get(['volumes'])).filter((one) => one.volume === volume);
  choosePicture({ volume, root: found.uri, path: `${kept}/${folderName(name)}` }, t('picture-set', { name }));
});

function stationMenu(station) {
  const own = station.place !== undefined && may('control');
  menu(station.name, [
    may('player') && { icon: 'play', text: t('play-now'), action: () => play(source(station)) },
    may('player') && { icon: 'play-next', text: t('play-next'), action: () => playNext(source(station)) },
    may('add') && { icon: 'add', text: t('add-to-queue'), action: () => enqueue(source(station)) },
    may('control') && { icon: 'button', text: t('on-button'), action: () => chooseButton(station.name) },
    onCard('stream', station.place === undefined ? station.url : station.name, station.name),
    own && { icon: 'pencil', text: t('edit-station'), action: () => editStation(station) },
    own && (!station.picture || store.role === 'all')
      && { icon: 'image', text: t('choose-picture'), action: () => setPicture(station) },
    own && { icon: 'trash', text: t('remove-station'), action: () => removeStation(station) },
  ]);
}

function stationCard(station) {
  return h('div', { class: isOnAir(station) ? 'card station current' : 'card station' },
    h('button', { type: 'button', class: 'station-play', 'aria-label': t('play-name', { name: station.name }),
      onclick: () => start(station) },
    cover({ file: station.picture, name: station.name, size: 320, version: station.version }),
    isOnAir(station) && h('span', { class: 'station-live' }, t('on-air'))),
    h('div', { class: 'station-names' }, h('div', { class: 'row-text' }, h('bdi', { class: 'card-title' }, station.name),
      h('bdi', { class: 'card-detail' }, station.url.replace(/^https?:\/\/([^/:]+).*$/, '$1'))),
    iconButton('more', t('more-of', { name: station.name }), () => stationMenu(station))));
}

async function all() {
  const [stations, playlists] = await Promise.all([get(['stations']), get(['playlists'])]);
  const list = playlists.find(({ playlist }) => playlist === kept);
  const [own, shown] = list ? await Promise.all([get(['playlistentries', kept]), pictures(list.volume).catch(() => new Map())])
    : [[], new Map()];
  const places = new Map(own.map((entry, at) => [entry.file, at]));
  return stations.map(({ station, file }) => ({ name: station, url: file, place: places.get(file),
    ...shown.get(folderName(station)) }));
}

const addButton = (more) => h('button', { type: 'button', class: 'filled', 'data-needs': 'control', onclick: () => editStation(),
  ...more }, icon('plus'), t('add-station'));

// The part of the library.
export async function stations(scroller) {
  const place = h('div', {});
  const countries = h('nav', { class: 'chips countries', 'aria-label': t('stations-by-country') });
  const top = h('div', { class: 'list-top' }, countries, addButton());
  let list = null;
  async function fill() {
    const [found, files] = await Promise.all([all(), get(['playlistfiles']).catch(() => [])]);
    const lists = files.filter(isCountry).map(({ playlist }) => [country(playlist), playlist])
      .sort(([one], [other]) => collator.compare(one, other));
    countries.replaceChildren(...lists.map(([name, uri]) => h('a', { class: 'chip', href: link('stations', uri) }, icon('radio'),
      h('bdi', {}, name))));
    top.hidden = found.length + lists.length === 0;
    list?.end();
    list = new VirtualList({
      scroller, name: t('stations'), height: (width) => width + 66, minimum: 148, item: (at) => stationCard(found[at]),
      key: (at) => `${JSON.stringify(found[at])} ${isOnAir(found[at])}`,
    });
    place.replaceChildren(...found.length ? [list.element]
      : [emptyNote('radio', t('no-stations'), t('no-stations-hint'), lists.length ? null : addButton())]);
    list.show(found.length);
  }
  await fill();
  const again = () => fill().catch(complain);
  const offs = [on('playlists', again), on('database', again), on('song', () => list.refresh())];
  return {
    nodes: [top, place], drawn: () => list.measure(),
    end: () => {
      offs.forEach((off) => off());
      list.end();
    },
  };
}

function listedRow(entry, own) {
  const station = { name: entry.Name ?? entry.file, url: entry.file };
  const keep = () => attempt(async () => {
    await post('stationadd', station.name, station.url);
    offer(t('station-added', { name: station.name }), () => post('stationremove', station.url));
  });
  return h('div', { class: isOnAir(station) ? 'row current' : 'row' },
    h('button', { type: 'button', class: 'row-main', onclick: () => start(station) },
      h('span', { class: 'row-icon' }, icon('radio')), h('bdi', { class: 'row-title' }, station.name)),
    own.has(station.url) ? iconButton('check', t('station-is-kept', { name: station.name }), () => {}, { disabled: true })
      : iconButton('plus', t('keep-station', { name: station.name }), keep, { 'data-needs': 'control' }),
    iconButton('more', t('more-of', { name: station.name }), () => stationMenu(station)));
}

// The stations of a list on a stick, with a search in it.
export function stationsView(scroller, uri = '') {
  return filled(scroller, async () => {
    const field = h('input', { type: 'search', class: 'search-field', placeholder: t('search'), 'aria-label': t('search-stations'),
      autocomplete: 'off', spellcheck: 'false' });
    const { songs } = await get(['playlistlength', uri]);
    let own = new Set((await get(['stations'])).map(({ file }) => file));
    let found = null;
    let turn = 0;
    const windows = new Windows((from, to) => get(['listplaylistinfo', uri, `${from}:${to}`]), () => list.refresh());
    const list = new VirtualList({
      scroller, name: country(uri), height: 60, seen: (first, last) => { if (!found) windows.want(first, last); },
      item: (at) => {
        const entry = found ? found[at] : windows.at(at);
        return entry && [listedRow(entry, own)];
      },
    });
    const show = () => list.show(found ? found.length : Number(songs));
    field.addEventListener('input', () => attempt(async () => {
      const mine = turn += 1;
      const words = field.value.trim();
      const answer = words ? await get(['searchplaylist', uri, `(Name contains_ci ${quoted(words)})`]) : null;
      if (mine !== turn) return;
      found = answer;
      list.refresh(true);
      show();
    }));
    const off = on('playlists', () => attempt(async () => {
      own = new Set((await get(['stations'])).map(({ file }) => file));
      list.refresh(true);
    }));
    return {
      nodes: [head({ title: country(uri), detail: t('stations-n', { n: Number(songs) }), parent: '#library/stations' }),
        h('label', { class: 'search' }, icon('search'), field), list.element],
      drawn: show,
      end: () => {
        off();
        list.end();
      },
    };
  });
}
