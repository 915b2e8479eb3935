// Adds music and sounds: files of this phone or computer onto a stick.

import { add, h, icon, iconButton, setText } from '../dom.js';
import { batch } from '../api.js';
import { complain, reason } from '../bar.js';
import { link } from '../address.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { locked, size } from '../parts.js';
import { allowed, holds } from '../rights.js';
import { goBack } from '../songs/songs.js';
import { VirtualList } from '../virtual.js';
import * as sending from './sending.js';

export const styles = ['box'];
export const texts = true;

// Pictures and playlists go beside songs.
const others = ['jpg', 'jpeg', 'png', 'webp', 'm3u', 'm3u8', 'pls', 'xspf', 'cue'];
// Refusals that no second try changes.
const unusable = ['unsupported-file', 'empty-file', 'bad-file-name', 'file-too-large'];
const ending = (name) => (name.includes('.') ? name.split('.').pop().toLowerCase() : '');
// What computers leave in folders.
const isOfSystem = (path) => path.split('/').some((name) => name.startsWith('.') || /^(thumbs\.db|desktop\.ini|__macosx)$/i.test(name));
// Free on a stick in every case.
const reserve = 16 * 1024 * 1024;

// The files of what was dropped, also in folders, with their paths.
async function dropped(items) {
  const found = [];
  const walk = async (entry, path) => {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => { entry.file(done, failed); });
      found.push({ file, path: `${path}${file.name}` });
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
      if (some.length === 0) return;
      for (const one of some) await walk(one, `${path}${entry.name}/`);
    }
  };
  // The entries are only there at once.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  for (const entry of entries) await walk(entry, '');
  return found;
}

export function addView(scroller, target = '') {
  const content = h('div', { class: 'adding' });
  const stick = h('select', { class: 'select', 'aria-label': t('stick') });
  const space = h('p', { class: 'muted' });
  const folder = h('input', { type: 'text', class: 'field', maxlength: '200', 'aria-label': t('folder-on-stick'), placeholder: t('folder-on-stick') });
  const note = h('div', { role: 'status' });
  const whole = h('div', { class: 'adding-whole', hidden: true });
  const kind = (value, text) => h('label', {}, h('input', { type: 'radio', name: 'kind', value, checked: (target === 'pads') === (value === 'pads'), onchange: show }), h('span', {}, text));
  const kinds = h('fieldset', { class: 'choice' }, h('legend', { class: 'unseen' }, t('add-as')), kind('music', t('as-music')), kind('pads', t('as-pads')));
  const isPads = () => kinds.querySelector(':checked').value === 'pads';
  const files = h('input', { type: 'file', multiple: true, hidden: true, onchange: () => chosen(files) });
  const folders = h('input', { type: 'file', webkitdirectory: true, multiple: true, hidden: true, onchange: () => chosen(folders) });
  const zone = h('div', { class: 'zone' }, icon('upload'), h('p', { class: 'zone-hint' }, t('drop-here')), h('div', { class: 'chips' },
    h('button', { type: 'button', class: 'filled', onclick: () => files.click() }, icon('file'), t('choose-files')),
    'webkitdirectory' in files && h('button', { type: 'button', class: 'chip', onclick: () => folders.click() }, icon('folder'), t('choose-folder'))), files, folders);
  const list = new VirtualList({ scroller, name: t('files'), height: 64, item: row, key });
  let volumes = [];
  let endings = [];
  let asked = 0;
  let ended = false;

  const volume = () => volumes.find((one) => one.volume === stick.value);

  function row(index) {
    const transfer = sending.transfers[index];
    const { file, path, state, sent, reason: why } = transfer;
    const name = path.split('/').pop();
    const part = file.size ? sent / file.size : 0;
    const detail = {
      waiting: () => t('waits', { size: size(file.size) }), sending: () => t('sent-of', { sent: size(sent), size: size(file.size) }), lost: () => t('connection-lost'),
      done: () => t('is-there', { size: size(file.size) }), known: () => t('was-there'), refused: () => reason(why), stopped: () => t('stopped-file'),
    }[state]();
    const bar = h('span', { class: 'file-bar' });
    bar.style.transform = `scaleX(${state === 'done' || state === 'known' ? 0 : part})`;
    return h('div', { class: `row file ${state}` }, h('span', { class: 'row-icon' }, icon({ done: 'check', known: 'check', refused: 'warning', stopped: 'close' }[state] ?? 'file')),
      h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name), h('span', { class: 'row-detail' }, detail)), bar,
      sending.isOpen(transfer) ? iconButton('close', t('stop-file', { name }), () => sending.stop(transfer))
        : (state === 'refused' && !unusable.includes(why.key)) || state === 'stopped' ? iconButton('restart', t('retry-file', { name }), () => sending.retry(transfer)) : null);
  }

  function key(index) {
    const { path, state, sent, file } = sending.transfers[index] ?? {};
    return `${path} ${state} ${file && Math.round(sent / file.size * 200)}`;
  }

  function progress() {
    const all = sending.transfers;
    whole.hidden = all.length === 0;
    list.show(all.length);
    list.refresh();
    if (all.length === 0) return;
    const done = all.filter(({ state }) => state === 'done' || state === 'known');
    const open = all.filter(sending.isOpen);
    const bytes = all.filter(({ state }) => state !== 'refused' && state !== 'stopped').reduce((sum, { file }) => sum + file.size, 0);
    const sent = all.filter((one) => sending.isOpen(one) || done.includes(one)).reduce((sum, one) => sum + one.sent, 0);
    const refused = all.filter(({ state }) => state === 'refused').length;
    const text = open.length ? t('files-of', { done: done.length, n: all.length, sent: size(sent), size: size(bytes) })
      : [t('files-there', { n: done.length }), refused > 0 && t('files-refused', { n: refused })].filter(Boolean).join(' · ');
    const busy = whole.querySelector('progress');
    if (busy && open.length) {
      setText(whole.querySelector('p'), text);
      busy.max = bytes || 1;
      busy.value = sent;
      return;
    }
    whole.replaceChildren(h('p', { role: 'status' }, text));
    if (open.length) {
      add(whole, [h('progress', { max: bytes || 1, value: sent, 'aria-label': t('files') }),
        h('div', { class: 'chips' }, h('button', { type: 'button', class: 'chip', onclick: () => [...all].forEach(sending.stop) }, icon('close'), t('cancel-all')))]);
    } else {
      const uri = done.at(-1)?.uri;
      const place = uri?.includes('/') ? uri.slice(0, uri.lastIndexOf('/')) : '';
      add(whole, [h('div', { class: 'chips' },
        done.length > 0 && (/(^|\/)Sounds(\/|$)/.test(place) ? h('a', { class: 'filled', href: '#pads' }, icon('pads'), t('show-pads'))
          : h('a', { class: 'filled', href: place ? link('folder', place) : '#library/new' }, icon('library'), t('show-songs'))),
        h('button', { type: 'button', class: 'chip', onclick: sending.forget }, icon('check'), t('clear-list')))]);
    }
  }

  function chosen(input) {
    start([...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
    input.value = '';
  }

  // Checks what only this page knows, and the space. Which files it plays the jukebox says itself, before anything is sent.
  function start(found) {
    const wanted = found.filter(({ path }) => !isOfSystem(path));
    if (wanted.length === 0) return note.replaceChildren(h('p', { class: 'muted' }, t('no-files')));
    const base = [isPads() && 'Sounds', ...folder.value.split('/').map((name) => name.trim())].filter(Boolean).join('/');
    const items = wanted.map(({ file, path }) => {
      const item = { file, volume: stick.value, path: base ? `${base}/${path}` : path };
      if (isPads() && others.includes(ending(path))) return { ...item, state: 'refused', reason: { key: 'unsupported-file' } };
      if (file.size === 0) return { ...item, state: 'refused', reason: { key: 'empty-file' } };
      return item;
    });
    const bytes = items.filter(({ path, state }) => !state && [...endings, ...others].includes(ending(path))).reduce((sum, { file }) => sum + file.size, 0);
    const free = volume()?.free;
    if (free !== undefined && bytes > Number(free) - reserve) {
      return note.replaceChildren(h('p', { class: 'box-warn danger' }, t('no-space', { size: size(bytes), free: size(Math.max(0, Number(free) - reserve)) })));
    }
    note.replaceChildren();
    if (!isPads()) localStorage.addFolder = folder.value;
    sending.add(items);
    return undefined;
  }

  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('over');
  });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', async (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    try {
      start(await dropped(event.dataTransfer.items));
    } catch {
      note.replaceChildren(h('p', { class: 'danger' }, t('not-readable')));
    }
  });

  function show() {
    const { free, size: all } = volume() ?? {};
    setText(space, all === undefined ? '' : t('free-of', { free: size(free), whole: size(all) }));
    const known = endings.map((one) => `.${one}`);
    files.accept = ['audio/*', ...known, ...isPads() ? [] : others.map((one) => `.${one}`)].join(',');
    folder.placeholder = t(isPads() ? 'pad-folder-if-any' : 'folder-on-stick');
    folder.setAttribute('aria-label', folder.placeholder);
  }

  async function fill() {
    try {
      const may = await allowed();
      if (!holds(may, 'control')) return content.replaceChildren(locked(t('add-needs')));
      const [found, decoders] = await batch([['volumes'], ['decoders']]);
      if (ended) return undefined;
      volumes = found.filter((one) => one.volume && one.read_only !== '1');
      endings = [...new Set(decoders.flatMap(({ suffix }) => suffix ?? []))];
      if (volumes.length === 0) return content.replaceChildren(h('div', { class: 'empty' }, icon('stick'), h('h2', {}, t('no-stick-to-add')), h('p', { class: 'muted' }, t('no-music-hint'))));
      const before = stick.value || target;
      stick.replaceChildren(...volumes.map((one) => h('option', { value: one.volume }, one.volume)));
      if (volumes.some((one) => one.volume === before)) stick.value = before;
      if (!content.contains(zone)) {
        content.replaceChildren(kinds, h('div', { class: 'adding-where' }, stick, folder), space, zone, note, whole, list.element);
        progress();
      }
      show();
    } catch (problem) {
      complain(problem);
    }
    return undefined;
  }
  stick.addEventListener('change', show);
  folder.value = target === 'pads' ? '' : localStorage.addFolder ?? '';
  // At most ten times a second.
  const offs = [on('volumes', fill), on('role', fill), sending.changed(() => {
    asked ||= setTimeout(() => {
      asked = 0;
      progress();
    }, 100);
  })];
  const ready = fill();
  return {
    ready,
    node: h('div', { class: 'page' }, h('header', { class: 'title-row' }, iconButton('back', t('back'), () => goBack('#library')), h('h1', { tabindex: '-1', class: 'page-title' }, t('add-music'))), content),
    drawn: () => list.measure(),
    end: () => {
      ended = true;
      clearTimeout(asked);
      offs.forEach((off) => off());
      list.end();
    },
  };
}
