// Changes of the entries of a playlist. Another window may change it too: each finds its entry before it does something.

import { post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { styled } from '../dom.js';
import { menu } from '../menu.js';
import { titleOf } from '../songs/names.js';
import { t } from '../texts.js';
import { find, takeOut } from './entries.js';

export class EntryChanges {
  // `changed` is called when the playlist is to be asked again.
  constructor(name, changed) {
    this.name = name;
    this.changed = changed;
    this.moves = Promise.resolve();
    this.moving = 0;            // moves that are not done
  }

  // Where these entries are now; says so where one is gone.
  async present(entries) {
    const found = await find(this.name, entries);
    if (!found) {
      notify(t('entry-gone'));
      this.changed();
    }
    return found;
  }

  // A missing song cannot be added again: it goes only after a question.
  remove(entries) {
    if (!entries.some((entry) => entry.absent)) {
      this.removeNow(entries);
      return;
    }
    menu(t('remove-missing'), [
      { icon: 'remove', text: t('remove-entry'), action: () => this.removeNow(entries) },
      { icon: 'back', text: t('keep-entry'), action: () => {} },
    ]);
  }

  removeNow(entries) {
    return attempt(async () => {
      const found = await this.present(entries);
      if (!found) return;
      const back = await takeOut(this.name, found.map(({ at }) => at));
      const text = entries.length === 1 ? t('removed', { name: titleOf(entries[0]) }) : t('removed-n', { n: entries.length });
      offer(text, back);
    });
  }

  // One move after the other: each finds its entry where the one before left it. Until the last one is done, what the jukebox
  // says of the order is of the time before.
  move(entry, from, to) {
    this.moving += 1;
    this.moves = this.moves.then(() => attempt(() => this.moveNow(entry, from, to))).then(() => {
      this.moving -= 1;
      if (!this.moving) this.changed();
    });
    return this.moves;
  }

  async moveNow(entry, from, to) {
    const { name } = this;
    const now = (await this.present([{ file: entry.file, Pos: from }]))?.[0].at;
    if (now === undefined) return;
    const target = to === 0 ? 0 : Math.max(0, to + now - from);
    await post('playlistmove', name, now, target);
    offer(t('moved', { name: titleOf(entry), place: target + 1 }), async () => {
      const there = await this.present([{ file: entry.file, Pos: target }]);
      if (there) await post('playlistmove', name, there[0].at, now);
    });
  }

  edit({ file }, at) {
    return attempt(async () => {
      const { editEntry } = await import('./entry.js').then(styled);
      const found = await this.present([{ file, Pos: at }]);
      if (!found) return;
      const [{ before, ...place }] = found;
      editEntry({ name: this.name, ...place, before: before?.Crossfade });
    });
  }
}
