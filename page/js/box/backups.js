// The card of the backups: playlists, ratings and the rest of what people said about songs, in a file on each stick.

import { post } from '../api.js';
import { attempt, notify } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, icon } from '../dom.js';
import { volumes } from '../files/volumes.js';
import { t } from '../texts.js';
import { button, card } from './card.js';

const backUp = (name) => attempt(async () => {
  const { read_only: locked } = await post('backup', name);
  notify(locked === '1' ? t('backup-read-only', { name }) : t('backed-up', { name }));
});

// The present data goes into a file of its own first, so that it is not lost.
const restore = (name) => attempt(async () => {
  if (!await confirm(t('restore-question', { name }), t('restore-hint'), t('restore-backup'))) return;
  const { rows, missing } = await post('restore', name);
  notify([t('restored-rows', { n: Number(rows) }), Number(missing) > 0 && t('restored-missing', { n: Number(missing) })]
    .filter(Boolean).join(' · '));
});

export function backups(may) {
  if (!may.has('backup')) return null;
  const box = h('ul', { class: 'box-list', role: 'list' });
  const row = ({ volume, kind }) => h('li', { class: 'box-row wrapping' }, icon(kind === 'stick' ? 'stick' : 'folder'),
    h('bdi', { class: 'row-text' }, volume), button('archive', t('back-up'), () => backUp(volume),
      { 'aria-label': t('back-up-name', { name: volume }) }),
    may.has('restore') && button('history', t('restore-backup'), () => restore(volume),
      { 'aria-label': t('restore-backup-name', { name: volume }) }));
  async function fill() {
    box.replaceChildren(...(await volumes()).map(row));
  }
  return { node: card('backup', t('backup'), h('p', { class: 'muted' }, t('backup-hint')), box), fill, events: ['volumes'] };
}
