// Playlists and their folders: the list with its covers, new ones, and files from this phone.

import { link } from '../address.js';
import { batches, get, post } from '../api.js';
import { attempt, complain, offer } from '../bar.js';
import { emptyNote, h, icon, iconButton } from '../dom.js';
import { coverWidth } from '../library/cover-sizes.js';
import { ask, menu } from '../menu.js';
import { slotMark } from '../songs/mixes.js';
import { playlistSource } from '../songs/sources.js';
import { on } from '../store.js';
import { t, time } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { collage } from './collage.js';
import { create } from './entries.js';

export const styles = ['playlist'];
export const texts = true;

export const detailOf = (playlist) => [
  playlist.songs && t('songs', { n: Number(playlist.songs) }), playlist.playtime > 0 && time(playlist.playtime),
  playlist.tempo && t('bpm', { value: Number(playlist.tempo) }), playlist.folder,
].filter(Boolean).join(' · ');

const newPlaylist = (folder) => attempt(async () => {
  const name = await ask(t('new-playlist'), '', t('save'));
  if (!name) return;
  await create(name);
  if (folder) await post('playlistset', name, 'folder', folder);
  location.hash = link('playlist', name);
});

const newFolder = () => attempt(async () => {
  const name = await ask(t('new-folder'), '', t('save'));
  if (!name) return;
  await post('playlistfolder', 'make', name);
  location.hash = link('playlists', name);
});

function folderMenu(name, playlists) {
  menu(name, [
    {
      icon: 'pencil', text: t('rename'), action: () => attempt(async () => {
        const next = await ask(t('rename'), name, t('save'));
        if (!next || next === name) return;
        await post('playlistfolder', 'rename', name, next);
        location.hash = link('playlists', next);
      }),
    },
    {
      icon: 'trash', text: t('delete-folder'), action: () => attempt(async () => {
        await post('playlistfolder', 'remove', name);
        location.hash = '#playlists';
        offer(t('folder-deleted', { name }), () => batches([
          ['playlistfolder', 'make', name], ...playlists.map(({ playlist }) => ['playlistset', playlist, 'folder', name])]));
      }),
    },
  ]);
}

function importFile() {
  const input = h('input', {
    type: 'file', hidden: true, id: 'import', 'aria-label': t('import'), accept: '.m3u,.m3u8,.pls,.xspf,.cue',
    onchange: () => attempt(async () => {
      const [file] = input.files;
      input.value = '';
      if (!file) return;
      const { importPlaylist } = await import('./exchange.js');
      await importPlaylist(file);
    }),
  });
  return input;
}

function playlistCard(playlist, detail, node) {
  if (playlist.colour) node.style.setProperty('--colour', `#${playlist.colour}`);
  const card = h('a', { class: playlist.colour ? 'card coloured' : 'card', href: link('playlist', playlist.playlist) },
    collage(playlist.playlist), playlist.slot && slotMark(playlist.slot, playlist.colour),
    h('bdi', { class: 'card-title' }, playlist.playlist), h('bdi', { class: 'card-detail' }, detail));
  card.source = playlistSource(playlist.playlist);
  return card;
}

const folderChip = (folder, isChosen) => h('a', {
  class: 'chip', href: folder ? link('playlists', folder) : '#playlists', 'aria-current': isChosen ? 'page' : undefined,
}, folder && icon('folder'), h('bdi', {}, folder || t('all')));

export function playlistsView(scroller, chosen = '') {
  const content = h('div', {});
  const folders = h('nav', { class: 'chips folder-chips', 'aria-label': t('folders'), hidden: true });
  const file = importFile();
  let list = null;
  let all = [];

  async function fill() {
    try {
      const [answer, names] = await Promise.all([get(['playlists']), get(['playlistfolders'])]);
      all = answer;
      const facts = await batches(all.map(({ playlist }) => ['playlistget', playlist])).catch(() => []);
      all = all.map((playlist, at) => ({ ...playlist, ...[facts[at]].flat()[0] }));
      const shown = all.filter((playlist) => !chosen || playlist.folder === chosen);
      folders.hidden = names.length === 0;
      folders.replaceChildren(...[{ folder: '' }, ...names].map(({ folder }) => folderChip(folder, folder === chosen)));
      list?.end();
      list = new VirtualList({
        scroller, name: t('playlists'), height: (width) => width + 60, minimum: coverWidth,
        item: (at, node) => playlistCard(shown[at], detailOf(chosen ? { ...shown[at], folder: '' } : shown[at]), node),
      });
      content.replaceChildren(...shown.length ? [list.element]
        : [chosen ? emptyNote('folder', t('empty-folder'), t('empty-folder-hint')) : emptyNote('playlists', t('no-playlists'),
          t('no-playlists-hint'))]);
      list.show(shown.length);
    } catch (problem) {
      complain(problem);
    }
  }
  const off = on('playlists', fill);
  fill();
  const needs = { 'data-needs': 'control' };
  return {
    node: h('div', { class: 'page' },
      h('header', { class: 'playlists-top' },
        h('h1', { tabindex: '-1', class: 'page-title' }, chosen ? h('bdi', {}, chosen) : t('playlists')),
        h('span', { class: 'spring' }),
        iconButton('plus', t('new-playlist'), () => newPlaylist(chosen), needs),
        iconButton('folder-plus', t('new-folder'), newFolder, needs),
        iconButton('upload', t('import'), () => file.click(), needs), file,
        chosen && iconButton('more', t('more-of', { name: chosen }),
          () => folderMenu(chosen, all.filter((playlist) => playlist.folder === chosen)), needs)),
      folders, content),
    drawn: () => list?.measure(),
    end: () => {
      off();
      list?.end();
    },
  };
}
