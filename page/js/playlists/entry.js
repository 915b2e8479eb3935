// An entry of a playlist: its part and its crossfade as handles on the waveform, its gain, its notes.

import { post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { h, setText } from '../dom.js';
import { dialog } from '../menu.js';
import { titleOf } from '../songs/names.js';
import { store } from '../store.js';
import { t } from '../texts.js';
import { Cut } from './cut.js';
import { fieldsOf, find } from './entries.js';
import { partOf } from './part.js';

export const styles = ['playlist'];
export const texts = true;

const mostNotes = 1000;

// The changes of one entry: each is stored at once, after the one before.
class StoredEntry {
  // `gone` is called once the entry is no more.
  constructor(name, at, entry, gone) {
    Object.assign(this, { name, entry, gone });
    this.place = at;                // false once it is gone
    this.former = fieldsOf(entry);
    this.changed = false;
    this.sent = Promise.resolve();
  }

  async present() {
    const found = this.place !== false && await find(this.name, [{ file: this.entry.file, Pos: this.place }]);
    this.place = found ? found[0].at : false;
    if (this.place === false) {
      notify(t('entry-gone'));
      this.gone();
    }
    return this.place !== false;
  }

  set(field, ...value) {
    this.changed = true;
    this.sent = this.sent.then(() => attempt(async () => {
      if (await this.present()) await post('playlistentryset', this.name, this.place, field, ...value);
    }));
  }

  // All changes can be taken back together.
  async offerBack() {
    if (!this.changed) return;
    const { entry, former, name } = this;
    const cleared = ['start', '', 'end', '', 'gain', '', 'crossfade', '', 'notes', ''];
    await this.sent;
    if (this.place === false) return;
    offer(t('entry-changed', { name: titleOf(entry) }), async () => {
      if (!await this.present()) return;
      await post('playlistentryset', name, this.place, 'fields', ...cleared);
      if (former.length) await post('playlistentryset', name, this.place, 'fields', ...former);
    });
  }
}

function gainField(now, stored) {
  const text = h('output', {});
  const input = h('input', {
    type: 'range', min: String(Math.min(-24, now.gain)), max: String(Math.max(12, now.gain)), step: '0.5', value: String(now.gain),
    'aria-label': t('gain'),
    oninput: () => {
      now.gain = Number(input.value);
      paint();
    },
    onchange: () => stored.set('gain', ...now.gain ? [input.value] : []),
  });
  function paint() {
    setText(text, t('decibels', { value: now.gain }));
    input.setAttribute('aria-valuetext', t('decibels', { value: now.gain }));
  }
  paint();
  return h('label', { class: 'line' }, h('span', {}, t('gain')), input, text);
}

function notesField(entry, stored) {
  const notes = h('textarea', {
    class: 'field', rows: '2', maxlength: String(mostNotes), 'aria-label': t('notes'), placeholder: t('entry-notes-hint'),
    value: [entry.Notes ?? []].flat().join('\n'),
    onchange: () => {
      const lines = notes.value.split('\n').map((line) => line.trim());
      stored.set('notes', ...notes.value.trim() ? lines : []);
    },
  });
  return h('label', { class: 'stack' }, h('span', {}, t('notes')), notes);
}

// When the sheet is closed, all changes can be taken back.
export function editEntry({ name, at, entry, before, next }) {
  const { start, end } = partOf(entry);
  const now = { start, end, crossfade: entry.Crossfade === undefined ? null : Number(entry.Crossfade),
    gain: Number(entry.Gain ?? 0) };
  const stored = new StoredEntry(name, at, entry, () => box.close());
  const general = h('button', {
    type: 'button', class: 'chip', onclick: () => {
      now.crossfade = null;
      cut.paint();
      stored.set('crossfade');
    },
  }, t('crossfade-general', { n: Number(store.status.xfade ?? 0) }));
  const cut = new Cut(entry, before, now, {
    keep: (key, ...value) => stored.set(key, ...value), painted: () => { general.hidden = now.crossfade === null; },
  });
  const value = (key) => h('div', { class: `cut-value ${key}` }, h('span', { class: 'muted' }, t(`handle-${key}`)),
    cut.handles[key].output);
  const box = dialog(titleOf(entry), h('div', { class: 'entry-sheet' }, cut.node,
    h('div', { class: 'cut-values' }, value('start'), value('crossfade'), value('end')),
    h('p', { class: 'muted entry-next' }, next ? t('goes-into', { name: titleOf(next) }) : t('last-entry')), general,
    gainField(now, stored), notesField(entry, stored)));
  box.classList.add('wide-sheet');
  box.addEventListener('close', () => {
    cut.end();
    stored.offerBack();
  });
  cut.paint();
}
