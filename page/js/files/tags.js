// The tags of one song or of many: what they have in common, what would change, and the way back.

import { get, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { dialog } from '../menu.js';
import { one, titleOf } from '../songs/names.js';
import { t } from '../texts.js';
import { changesOf, commonOf, editsOf, wordsOf } from './tag-changes.js';

export const styles = ['more'];
export const texts = true;

// Of one song, and of several.
const ofOne = ['Title', 'Artist', 'Album', 'AlbumArtist', 'Track', 'Disc', 'Date', 'Genre', 'Composer', 'Comment'];
const ofMany = ['Album', 'AlbumArtist', 'Artist', 'Date', 'Genre', 'Disc', 'Composer'];
// Titles and numbers of so many songs can be edited in one sheet.
const mostRows = 100;
const numeric = ['Track', 'Disc', 'Date'];

const label = (tag) => t(`tag-${tag}`);

function field(tag, common) {
  const input = h('input', { class: 'field', name: tag, value: common ?? '', maxlength: '1000', autocomplete: 'off',
    inputmode: numeric.includes(tag) ? 'numeric' : null, placeholder: common === null ? t('several-values') : null });
  return h('label', { class: 'labelled' }, h('span', {}, label(tag)), input);
}

// A song of an album: its number and its title.
const songRow = (song) => h('li', { class: 'tag-row' },
  h('input', { class: 'field', value: one(song.Track), inputmode: 'numeric', maxlength: '8', 'data-tag': 'Track',
    'aria-label': `${label('Track')}: ${titleOf(song)}` }),
  h('input', { class: 'field', value: one(song.Title), maxlength: '1000', 'data-tag': 'Title',
    'aria-label': `${label('Title')}: ${titleOf(song)}` }));

// The values of the inputs in some nodes, by their tag.
const valuesOf = (...nodes) => Object.fromEntries(nodes.flatMap((node) => [...node.querySelectorAll('input')].map((input) =>
  [input.dataset.tag ?? input.name, input.value.trim()])));

const showValue = (value) => (value === '' ? h('span', { class: 'muted' }, t('none')) : h('bdi', {}, value));

function preview(changes) {
  const lines = new Map();
  for (const { tag, from, to } of changes.flatMap(({ tags }) => tags)) {
    const key = JSON.stringify([tag, from, to]);
    lines.set(key, (lines.get(key) ?? 0) + 1);
  }
  return [...lines].slice(0, mostRows).map(([key, n]) => {
    const [tag, from, to] = JSON.parse(key);
    return h('li', {}, h('strong', {}, label(tag)), ' ', showValue(from), ' → ', showValue(to),
      n > 1 && h('span', { class: 'muted' }, ` · ${t('songs', { n })}`));
  });
}

class TagSheet {
  constructor(songs, name) {
    this.songs = songs;
    const isOne = songs.length === 1;
    this.tags = isOne ? ofOne : ofMany;
    this.common = commonOf(songs, this.tags);
    this.fields = this.tags.map((tag) => field(tag, this.common[tag]));
    this.rows = isOne || songs.length > mostRows ? [] : songs.map(songRow);
    this.began = { all: valuesOf(...this.fields), own: this.rows.map((row) => valuesOf(row)) };
    this.changes = h('ul', { class: 'tag-changes', role: 'list', 'aria-label': t('tag-preview') });
    this.state = h('p', { class: 'muted', role: 'status' });
    this.save = h('button', { type: 'submit', class: 'filled', disabled: true }, icon('save'), t('save'));
    this.form = h('form', { class: 'labelled-form tags', oninput: () => this.update(), onsubmit: (event) => {
      event.preventDefault();
      this.write();
    } }, h('div', { class: 'tag-fields' }, ...this.fields),
    this.rows.length ? h('details', {}, h('summary', {}, t('tag-titles')),
      h('ol', { class: 'tag-rows', role: 'list' }, ...this.rows),
      h('button', { type: 'button', class: 'chip', onclick: () => this.count() }, icon('queue'), t('tag-count'))) : '',
    h('h3', {}, t('tag-preview')), this.changes, this.state, h('div', { class: 'chips confirm' },
      h('button', { type: 'button', class: 'chip', onclick: () => this.undo() }, icon('undo'), t('tag-undo')), this.save));
    this.box = dialog(isOne ? t('edit-tags') : t('edit-tags-n', { n: songs.length }),
      h('p', { class: 'muted sheet-hint' }, h('bdi', {}, name)), this.form);
    this.box.classList.add('wide');
    this.update();
  }

  count() {
    this.rows.forEach((row, at) => { row.querySelector('[data-tag=Track]').value = String(at + 1); });
    this.update();
  }

  // What is wanted: the fields that were changed, for all songs, and those of the rows for theirs.
  wanted() {
    return changesOf(this.songs, editsOf(this.began.all, valuesOf(...this.fields)),
      this.rows.map((row, at) => editsOf(this.began.own[at], valuesOf(row))));
  }

  update() {
    const changes = this.wanted();
    this.changes.replaceChildren(...preview(changes));
    if (changes.length === 0) this.changes.append(h('li', { class: 'muted' }, t('tag-unchanged')));
    this.save.disabled = changes.length === 0;
  }

  async write() {
    const changes = this.wanted();
    const done = await this.each(changes.map(({ song }) => song.file), (uri, at) => post('tag', uri, ...wordsOf(changes[at].tags)));
    if (done.length) {
      offer(t('tags-written', { n: done.length }), async () => {
        for (const uri of done) await post('tag', 'undo', uri);
      });
    }
  }

  // The last change of each file, also one of another day.
  async undo() {
    const done = await this.each(this.songs.map(({ file }) => file), (uri) => post('tag', 'undo', uri));
    if (done.length) {
      offer(t('tags-undone', { n: done.length }), async () => {
        for (const uri of done) await post('tag', 'undo', uri);
      });
    }
  }

  // One file after the other: a refused one does not stop the rest. Gives those that were changed.
  async each(uris, action) {
    const done = [];
    const refused = [];
    this.save.disabled = true;
    await attempt(async () => {
      let last = null;
      for (const [at, uri] of uris.entries()) {
        setText(this.state, t('tags-of', { done: at, n: uris.length }));
        await action(uri, at).then(() => done.push(uri), (problem) => {
          last = problem;
          refused.push(uri);
        });
        if (last && done.length === 0 && ['files-protected', 'no-permission'].includes(last.key)) break;
      }
      if (refused.length && done.length === 0) throw last;
    });
    setText(this.state, refused.length ? t('tags-refused', { n: refused.length, name: refused[0].split('/').pop() }) : '');
    if (refused.length === 0) this.box.close();
    else this.save.disabled = false;
    return done;
  }
}

// Songs as the library has them, with their comments where it is one.
export const editTags = (songs, name) => attempt(async () => {
  const known = songs.length === 1 ? await get(['readcomments', songs[0].file]).catch(() => ({})) : {};
  const tagOf = Object.entries(known).find(([key]) => /^comment$/i.test(key));
  return new TagSheet(songs.length === 1 ? [{ ...songs[0], Comment: one(tagOf?.[1]) }] : songs, name);
});
