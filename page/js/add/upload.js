// Adds music and sounds: files of this phone or computer onto a stick.

import { goBack } from '../address.js';
import { batch } from '../api.js';
import { complain } from '../bar.js';
import { emptyNote, h, icon, iconButton, setText } from '../dom.js';
import { allowed, holds, locked } from '../rights.js';
import { size } from '../sizes.js';
import { on } from '../store.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { dropped } from './dropped.js';
import { fileKey, fileRow } from './file-row.js';
import { AllProgress } from './progress.js';
import { addFiles, changed, transfers } from './sending.js';

export const styles = ['box'];
export const texts = true;

// Pictures and playlists go beside songs.
const others = ['jpg', 'jpeg', 'png', 'webp', 'm3u', 'm3u8', 'pls', 'xspf', 'cue'];
const ending = (name) => (name.includes('.') ? name.split('.').pop().toLowerCase() : '');
// What computers leave in folders.
const isOfSystem = (path) =>
  path.split('/').some((name) => name.startsWith('.') || /^(thumbs\.db|desktop\.ini|__macosx)$/i.test(name));
// Free on a stick in every case.
const reserve = 16 * 1024 * 1024;

// Where files are chosen or dropped; `found` gets them, each { file, path }, `failed` is called where they cannot be read.
function dropZone({ found, failed }) {
  const input = (properties) => {
    const node = h('input', { type: 'file', multiple: true, hidden: true, ...properties, onchange: () => {
      found([...node.files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
      node.value = '';
    } });
    return node;
  };
  const files = input({});
  const folders = input({ webkitdirectory: true });
  const node = h('div', { class: 'zone' }, icon('upload'), h('p', { class: 'zone-hint' }, t('drop-here')),
    h('div', { class: 'chips' },
    h('button', { type: 'button', class: 'filled', onclick: () => files.click() }, icon('file'), t('choose-files')),
    'webkitdirectory' in files && h('button', { type: 'button', class: 'chip', onclick: () => folders.click() }, icon('folder'),
      t('choose-folder'))),
  files, folders);
  node.addEventListener('dragover', (event) => {
    event.preventDefault();
    node.classList.add('over');
  });
  node.addEventListener('dragleave', () => node.classList.remove('over'));
  node.addEventListener('drop', async (event) => {
    event.preventDefault();
    node.classList.remove('over');
    try {
      found(await dropped(event.dataTransfer.items));
    } catch {
      failed();
    }
  });
  return { node, files };
}

class AddView {
  constructor(scroller, target) {
    this.target = target;           // a stick, or `pads`
    this.volumes = [];
    this.endings = [];
    this.asked = 0;
    this.ended = false;
    this.build(scroller);
    this.folder.value = target === 'pads' ? '' : localStorage.addFolder ?? '';
    this.offs = [on('volumes', () => this.fill()), on('role', () => this.fill()), changed(() => this.soon())];
    this.ready = this.fill();
  }

  build(scroller) {
    const show = () => this.show();
    const kind = (value, text) => h('label', {}, h('input', {
      type: 'radio', name: 'kind', value, checked: (this.target === 'pads') === (value === 'pads'), onchange: show,
    }), h('span', {}, text));
    this.content = h('div', { class: 'adding' });
    this.stick = h('select', { class: 'select', 'aria-label': t('stick'), onchange: show });
    this.space = h('p', { class: 'muted' });
    this.folder = h('input', {
      type: 'text', class: 'field', maxlength: '200', 'aria-label': t('folder-on-stick'), placeholder: t('folder-on-stick'),
    });
    this.note = h('div', { role: 'status' });
    this.progress = new AllProgress();
    this.kinds = h('fieldset', { class: 'choice' }, h('legend', { class: 'unseen' }, t('add-as')), kind('music', t('as-music')),
      kind('pads', t('as-pads')));
    this.zone = dropZone({
      found: (files) => this.start(files), failed: () => this.note.replaceChildren(h('p', { class: 'danger' }, t('not-readable'))),
    });
    this.list = new VirtualList({
      scroller, name: t('files'), height: 64, item: (index) => fileRow(transfers[index]), key: (index) => fileKey(transfers[index]),
    });
    this.node = h('div', { class: 'page' },
      h('header', { class: 'title-row' }, iconButton('back', t('back'), () => goBack('#library')),
      h('h1', { tabindex: '-1', class: 'page-title' }, t('add-music'))), this.content);
  }

  isPads() {
    return this.kinds.querySelector(':checked').value === 'pads';
  }

  volume() {
    return this.volumes.find((one) => one.volume === this.stick.value);
  }

  // At most ten times a second.
  soon() {
    this.asked ||= setTimeout(() => {
      this.asked = 0;
      this.showProgress();
    }, 100);
  }

  showProgress() {
    this.progress.show(transfers);
    this.list.show(transfers.length);
    this.list.refresh();
  }

  // Checks what only this page knows, and the space. Which files it plays the jukebox says itself, before anything is sent.
  start(found) {
    const wanted = found.filter(({ path }) => !isOfSystem(path));
    if (wanted.length === 0) return this.note.replaceChildren(h('p', { class: 'muted' }, t('no-files')));
    const base = [this.isPads() && 'Sounds', ...this.folder.value.split('/').map((name) => name.trim())].filter(Boolean).join('/');
    const items = wanted.map((one) => this.item(one, base));
    const sent = items.filter(({ path, state }) => !state && [...this.endings, ...others].includes(ending(path)));
    const bytes = sent.reduce((sum, { file }) => sum + file.size, 0);
    const free = this.volume()?.free;
    if (free !== undefined && bytes > Number(free) - reserve) {
      return this.note.replaceChildren(h('p', { class: 'box-warn danger' },
        t('no-space', { size: size(bytes), free: size(Math.max(0, Number(free) - reserve)) })));
    }
    this.note.replaceChildren();
    if (!this.isPads()) localStorage.addFolder = this.folder.value;
    addFiles(items);
    return undefined;
  }

  item({ file, path }, base) {
    const item = { file, volume: this.stick.value, path: base ? `${base}/${path}` : path };
    const refused = (key) => ({ ...item, state: 'refused', reason: { key } });
    if (this.isPads() && others.includes(ending(path))) return refused('unsupported-file');
    return file.size === 0 ? refused('empty-file') : item;
  }

  show() {
    const { free, size: all } = this.volume() ?? {};
    setText(this.space, all === undefined ? '' : t('free-of', { free: size(free), whole: size(all) }));
    const known = this.endings.map((one) => `.${one}`);
    this.zone.files.accept = ['audio/*', ...known, ...this.isPads() ? [] : others.map((one) => `.${one}`)].join(',');
    this.folder.placeholder = t(this.isPads() ? 'pad-folder-if-any' : 'folder-on-stick');
    this.folder.setAttribute('aria-label', this.folder.placeholder);
  }

  async fill() {
    try {
      const may = await allowed();
      if (!holds(may, 'control')) return this.content.replaceChildren(locked(t('add-needs')));
      const [found, decoders] = await batch([['volumes'], ['decoders']]);
      if (this.ended) return undefined;
      this.volumes = found.filter((one) => one.volume && one.read_only !== '1');
      this.endings = [...new Set(decoders.flatMap(({ suffix }) => suffix ?? []))];
      if (this.volumes.length === 0) return this.content.replaceChildren(emptyNote('stick', t('no-stick-to-add'),
        t('no-music-hint')));
      this.offer();
    } catch (problem) {
      complain(problem);
    }
    return undefined;
  }

  // The sticks, and once all that is under them.
  offer() {
    const { content, stick, volumes } = this;
    const before = stick.value || this.target;
    stick.replaceChildren(...volumes.map((one) => h('option', { value: one.volume }, one.volume)));
    if (volumes.some((one) => one.volume === before)) stick.value = before;
    if (!content.contains(this.zone.node)) {
      content.replaceChildren(this.kinds, h('div', { class: 'adding-where' }, stick, this.folder), this.space, this.zone.node,
        this.note,
        this.progress.node, this.list.element);
      this.showProgress();
    }
    this.show();
  }

  drawn() {
    this.list.measure();
  }

  end() {
    this.ended = true;
    clearTimeout(this.asked);
    this.offs.forEach((off) => off());
    this.list.end();
  }
}

export const addView = (scroller, target = '') => new AddView(scroller, target);
