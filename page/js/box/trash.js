// The card of the trash: what was removed, and can come back.

import { post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, icon } from '../dom.js';
import { size } from '../sizes.js';
import { emit } from '../store.js';
import { language, t } from '../texts.js';
import { button, card } from './card.js';

const shownAtOnce = 20;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

export function trash(may) {
  if (!may.has('trash')) return null;
  const box = h('ul', { class: 'box-list', role: 'list' });
  const more = h('p', { class: 'muted' });
  const empty = button('trash', t('empty-trash'), async () => {
    if (!await confirm(t('empty-trash-question'), t('empty-trash-hint'), t('empty-trash'))) return;
    await attempt(async () => {
      const gone = await post('trash', 'empty');
      notify(t('trash-emptied', { n: gone.length }));
      await fill();
    });
  });

  const restore = ({ trash: number, file, directory }) => attempt(async () => {
    await post('trash', 'restore', number);
    const uri = file ?? directory;
    offer(t('restored', { name: uri.split('/').pop() }), async () => {
      await post('remove', uri);
      await fill();
    });
    emit('database');
    await fill();
  });

  const row = (item) => {
    const uri = item.file ?? item.directory;
    const name = uri.split('/').pop();
    return h('li', { class: 'box-row' }, icon(item.file ? 'file' : 'folder'), h('div', { class: 'row-text' },
      h('bdi', { class: 'row-title' }, name), h('span', { class: 'row-detail' }, [
        uri.split('/').slice(0, -1).join('/'), size(item.size), item.removed && dates.format(new Date(item.removed)),
      ].filter(Boolean).join(' · '))),
    button('undo', t('restore-backup'), () => restore(item), { 'aria-label': t('restore-name', { name }) }));
  };

  async function fill() {
    const items = (await post('trash', 'list')).reverse();
    box.replaceChildren(...items.slice(0, shownAtOnce).map(row));
    if (items.length === 0) box.append(h('li', { class: 'muted' }, t('trash-empty')));
    more.textContent = items.length > shownAtOnce ? t('more-items', { n: items.length - shownAtOnce }) : '';
    empty.hidden = items.length === 0;
  }
  return { node: card('trash', t('trash'), h('p', { class: 'muted' }, t('trash-hint')), box, more,
    h('div', { class: 'chips' }, empty)), fill, events: ['database'] };
}
