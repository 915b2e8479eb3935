// The properties of a playlist: name, folder, picture, notes, colour, tempo, mix button, headings.

import { batch, get, post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { swatches } from '../swatches.js';
import { t } from '../texts.js';
import { base64 } from './base64.js';
import { deletePlaylist, rename } from './changes.js';
import { collage, renewed } from './collage.js';
import { squared } from './squared.js';

export const styles = ['playlist', 'song'];

const tags = ['Artist', 'Album', 'Genre', 'Date', 'Folder', 'Format', 'BPM', 'Key'];
const previewMilliseconds = 250;
const mostHeadings = 6;

// A picture goes in one list of commands, which has 64 KiB with its Base64; parts have 16 KiB.
const mostPicture = 44000;
const part = 9000;

async function setPicture(name, file) {
  const bytes = await squared(file, mostPicture).catch(() => null);
  if (!bytes) {
    notify(t('refusal.bad-picture'));
    return;
  }
  const commands = [];
  for (let at = 0; at < bytes.length; at += part) {
    commands.push(['playlistcoverset', name, String(at), String(bytes.length), base64(bytes.subarray(at, at + part))]);
  }
  renewed(name);
  await batch(commands);
}

const valuesOf = (playlist) => ({
  folder: playlist.folder ?? '', colour: playlist.colour ?? '', tempo: playlist.tempo ?? '', slot: playlist.slot ?? '',
  template: playlist.template ?? '',
  notes: [playlist.notes ?? []].flat(),
});
// Notes last: all that follows are their lines.
const words = ({ notes, ...fields }) => [...Object.entries(fields).flat(), 'notes', ...notes.length ? notes : ['']];

// The headings of a template, from the jukebox, while it is typed.
function headings(name, input) {
  const list = h('ul', { class: 'preview', role: 'list', 'aria-label': t('preview') });
  let timer = 0;
  let turn = 0;
  const update = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = turn += 1;
      const template = input.value.trim();
      const answer = template ? await get(['playlistgroups', name, template]).catch(() => []) : [];
      if (mine !== turn) return;
      const groups = [];
      for (const item of answer) {
        if (item.group !== undefined) groups.push({ name: item.group, songs: 0 });
        else if (groups.length) groups.at(-1).songs += 1;
      }
      list.replaceChildren(...groups.slice(0, mostHeadings).map((group) =>
        h('li', {}, h('bdi', {}, group.name || t('none')), h('span', { class: 'muted' }, t('songs', { n: group.songs })))),
        groups.length > mostHeadings ? h('li', { class: 'muted' }, t('more-headings', { n: groups.length - mostHeadings })) : '');
    }, previewMilliseconds);
  };
  input.addEventListener('input', update);
  update();
  return list;
}

// A field with its label in the sheet.
const labelled = (text, ...content) => h('label', { class: 'stack' }, h('span', {}, text), ...content);

// Headings are typed, or put together from the names of tags.
function templateField(name, value) {
  const input = h('input',
    { class: 'field', value, maxlength: '300', 'aria-label': t('headings'), placeholder: '{Artist}', dir: 'ltr' });
  const insert = (tag) => {
    const at = input.selectionStart ?? input.value.length;
    const space = at && !/\s$/.test(input.value.slice(0, at)) ? ' ' : '';
    input.setRangeText(`${space}{${tag}}`, at, input.selectionEnd ?? at, 'end');
    input.dispatchEvent(new Event('input'));
    input.focus();
  };
  const chip = (tag) => h('button', { type: 'button', class: 'chip', onclick: () => insert(tag) }, `{${tag}}`);
  const node = h('div', { class: 'stack' }, h('span', {}, t('headings')), input,
    h('div', { class: 'chips tags' }, ...tags.map(chip)),
    headings(name, input));
  return { node, value: () => input.value.trim() };
}

// The picture, with what changes it at once.
function pictureField(name, isOwn) {
  const picture = h('div', { class: 'edit-picture' }, collage(name));
  const refresh = () => picture.replaceChildren(collage(name));
  const file = h('input', {
    type: 'file', accept: 'image/*', hidden: true, 'aria-label': t('choose-picture'), onchange: () => attempt(async () => {
      if (file.files[0]) await setPicture(name, file.files[0]);
      file.value = '';
      refresh();
    }),
  });
  return h('div', { class: 'edit-top' }, picture, h('div', { class: 'edit-picture-buttons' },
    h('button', { type: 'button', class: 'chip', onclick: () => file.click() }, icon('image'), t('choose-picture')), file,
    isOwn && h('button', {
      type: 'button', class: 'chip', onclick: (event) => attempt(async () => {
        await post('playlistset', name, 'cover');
        event.target.closest('button').remove();
        refresh();
      }),
    }, icon('remove'), t('remove-picture'))));
}

// The fields that are stored together; `values` reads them.
function fields(name, former, folders) {
  let { colour } = former;
  const title = h('input', { class: 'field', value: name, maxlength: '120', required: true, 'aria-label': t('name') });
  const folder = h('input', {
    class: 'field', value: former.folder, maxlength: '120', list: 'playlist-folders', 'aria-label': t('folder'),
    placeholder: t('no-folder'),
  });
  const known = h('datalist', { id: 'playlist-folders' }, ...folders.map((value) => h('option', { value })));
  const tempo = h('input', {
    class: 'field', type: 'number', min: '1', max: '1000', step: 'any', inputmode: 'decimal', value: former.tempo,
    'aria-label': t('target-tempo'), placeholder: '–',
  });
  const notes = h('textarea',
    { class: 'field', rows: '3', maxlength: '3000', 'aria-label': t('notes'), value: former.notes.join('\n') });
  const template = templateField(name, former.template);
  const slots = h('fieldset', { class: 'choice' }, h('legend', {}, t('mix-button')),
    ...['', '1', '2', '3'].map((slot) => h('label', {},
    h('input', { type: 'radio', name: 'slot', value: slot, checked: slot === former.slot }), h('span', {}, slot || t('none')))));
  return {
    nodes: [
      labelled(t('name'), title), labelled(t('folder'), folder, known),
      swatches(t('colour'), colour, (value) => { colour = value; }), slots,
      labelled(t('target-tempo'), tempo), template.node, labelled(t('notes'), notes),
    ],
    name: () => title.value.trim() || name,
    values: () => ({
      folder: folder.value.trim(), colour, tempo: tempo.value, slot: slots.querySelector(':checked')?.value ?? '',
      template: template.value(),
      notes: notes.value.trim() ? notes.value.split('\n').map((line) => line.trim()) : [],
    }),
  };
}

export const editPlaylist = (playlist) => attempt(async () => {
  const name = playlist.playlist;
  const former = valuesOf(playlist);
  const all = fields(name, former, (await get(['playlistfolders'])).map((entry) => entry.folder));

  const save = () => attempt(async () => {
    const before = words(former);
    const after = words(all.values());
    const called = all.name();
    if (called !== name) await rename(name, called);
    if (JSON.stringify(before) !== JSON.stringify(after)) await post('playlistset', called, 'fields', ...after);
    box.close();
    offer(t('playlist-changed', { name: called }), async () => {
      if (called !== name) await rename(called, name);
      await post('playlistset', name, 'fields', ...before);
    });
  });

  const box = dialog(t('edit-playlist'), h('form', {
    class: 'edit', onsubmit: (event) => {
      event.preventDefault();
      save();
    },
  }, pictureField(name, playlist.cover === 'own'), ...all.nodes, h('div', { class: 'edit-end' },
    h('button', { type: 'button', class: 'chip danger', onclick: () => { box.close(); deletePlaylist(name); } }, icon('trash'),
      t('delete-playlist')),
    h('button', { type: 'submit', class: 'filled' }, icon('check'), t('save')))));
  box.classList.add('wide-sheet');
});
