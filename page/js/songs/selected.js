// The bar of selected songs: what can be done with all of them.

import { batches } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h, icon, iconButton, setText, styled } from '../dom.js';
import { dialog, menu } from '../menu.js';
import { may, store } from '../store.js';
import { colours } from '../swatches.js';
import { t } from '../texts.js';
import { mixButtons } from './mixes.js';
import { enqueue, play, playNext } from './queueing.js';
import { end, range, selection } from './selection.js';
import { songsSource } from './sources.js';
import { addToPlaylist } from './taste.js';

// In the order of their list: places of the queue or of a playlist, else the order in which they were chosen.
const songs = () => [...selection.songs.values()].sort((a, b) => (a.Pos ?? 0) - (b.Pos ?? 0));
const present = () => songs().filter((song) => !song.absent);
const source = () => songsSource(t('songs', { n: present().length }), present());
const then = (action) => () => {
  action();
  end();
};
// `queue`, `playlist`, or nothing; a playlist gives `remove`.
const place = () => selection.list?.list?.place ?? {};

const count = h('span', { class: 'selection-count', role: 'status' });
const button = (name, label, action, needs, properties = {}) =>
  iconButton(name, label, action, { 'data-needs': needs, ...properties });
const add = button('add', t('add-to-queue'), then(() => enqueue(source())), 'add');
const removeButton = button('remove', t('remove'), () => removeSelected(), 'control');
// What those with the password for it may do with the files of all.
const moreButton = button('more', t('more-of-selected'), () => attempt(async () => {
  const { songEntries } = await import('../files/file-menu.js').then(styled);
  const chosen = present();
  menu(t('songs', { n: chosen.length }), (await songEntries(chosen, t('songs', { n: chosen.length })))
    .map((entry) => entry && { ...entry, action: then(entry.action) }));
}), 'control');
const bar = h('div', { id: 'selection', role: 'toolbar', 'aria-label': t('selected'), hidden: true },
  h('div', {}, iconButton('close', t('select-end'), end), count,
    moreButton, button('star', t('taste'), () => taste(present()), 'control'), removeButton,
    h('button', { type: 'button', class: 'text-button', onclick: () => range(selection.list, 0, Infinity) }, t('select-all'))),
  h('div', {},
    button('play', t('play-now'), then(playNow), 'player', { solid: true }),
    button('play-next', t('play-next'), then(next), 'player'), add,
    button('playlists', t('add-to-playlist'), then(() => addToPlaylist(source())), 'control'),
    mixButtons(() => { const chosen = present(); end(); return chosen; }, '', true)));
document.getElementById('mini').prepend(bar);

export function showBar() {
  const { size } = selection.songs;
  bar.hidden = !selection.list;
  setText(count, size ? t('songs', { n: size }) : '');
  const { kind, remove } = place();
  add.hidden = kind === 'queue';
  moreButton.hidden = store.role !== 'all';
  removeButton.hidden = !remove;
  removeButton.dataset.needs = kind === 'queue' ? 'player' : 'control';
}

function playNow() {
  if (place().kind === 'queue') attempt(() => batches([['playid', songs()[0].Id]]));
  else play(source());
}

// In the queue the songs move; from elsewhere they are added.
function next() {
  if (place().kind !== 'queue') {
    playNext(source());
    return;
  }
  const moved = songs().filter((song) => song.Id !== store.status.songid);
  attempt(() => batches(moved.reverse().map((song) => ['moveid', song.Id, store.status.songid ? '+0' : '0'])));
}

export function removeSelected() {
  const { remove } = place();
  if (remove && may(place().kind === 'queue' ? 'player' : 'control')) then(() => remove(songs()))();
}

// What a person thinks of songs, for all at once; with the former values as the way back.
function taste(chosen) {
  const set = (command, value, text) => attempt(async () => {
    box.close();
    end();
    const former = (await batches(chosen.map((song) => ['personal', song.file]))).map((answer) => [answer].flat()[0]);
    const key = { favourite: 'favourite', rate: 'rating', colour: 'colour' }[command];
    await batches(chosen.map((song) => [command, song.file, ...value === '' ? [] : [value]]));
    offer(t(text, { n: chosen.length }),
      () => batches(chosen.map((song, at) => [command, song.file, ...former[at]?.[key] ? [former[at][key]] : []])));
  });
  const row = (title, ...content) => h('div', { class: 'taste-row', role: 'group', 'aria-label': title }, h('h3', {}, title),
    h('div', {}, ...content));
  const box = dialog(t('taste-of', { n: chosen.length }),
    row(t('favourite'),
      h('button', { type: 'button', class: 'chip', onclick: () => set('favourite', '1', 'favourite-set') }, icon('heart', true),
        t('favourite')),
      h('button', { type: 'button', class: 'chip', onclick: () => set('favourite', '0', 'favourite-unset') }, icon('heart'),
        t('favourite-remove'))),
    row(t('rating'), ...[1, 2, 3, 4, 5].map((n) =>
      iconButton('star', t('stars', { n }), () => set('rate', String(2 * n), 'rating-set'))),
      h('button', { type: 'button', class: 'chip', onclick: () => set('rate', '', 'rating-unset') }, t('none'))),
    row(t('colour'), ...Object.entries(colours).map(([name, colour]) => {
      const swatch = h('button',
        { type: 'button', class: 'mark-colour', 'aria-label': t(`colour-${name}`),
          onclick: () => set('colour', colour, 'colour-set') });
      swatch.style.setProperty('--colour', `#${colour}`);
      return swatch;
    }), h('button', { type: 'button', class: 'chip', onclick: () => set('colour', '', 'colour-unset') }, t('none'))));
}
