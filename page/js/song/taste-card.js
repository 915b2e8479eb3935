// What people think of a song: its stars, colour and note.

import { post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { h, iconButton, label, setIcon } from '../dom.js';
import { favourite, rate } from '../songs/taste.js';
import { stars } from '../stars.js';
import { may } from '../store.js';
import { swatches } from '../swatches.js';
import { t } from '../texts.js';
import { all } from './card.js';

export function taste(file) {
  const like = iconButton('heart', t('favourite'),
    () => favourite({ file }, like.getAttribute('aria-pressed') === 'true' ? '0' : '1'),
    { 'aria-pressed': 'false', 'data-needs': 'control' });
  const rating = stars((wanted, former) => rate({ file }, wanted, former));
  const colours = h('div', { 'data-needs': 'control' });
  const note = h('textarea', { class: 'field', rows: '3', maxlength: '8000', 'aria-label': t('note'), placeholder: t('note-hint'),
    disabled: !may('control') });
  let former = '';
  let colour;
  const save = () => attempt(async () => {
    const before = former;
    if (note.value.trimEnd() === before.trimEnd()) return;
    former = note.value.trimEnd();
    const set = (text) => post('note', file, ...text ? text.split('\n') : []);
    await set(former);
    if (before) offer(t('note-saved'), () => set(before));
    else notify(t('note-saved'));
  });
  note.addEventListener('change', save);
  return {
    end: save,
    nodes: [h('div', { class: 'taste' }, rating.node, like), colours, note],
    changes: rating.changes,
    show: (data, asked) => {
      const marked = data.favourite === '1';
      like.setAttribute('aria-pressed', String(marked));
      setIcon(like, 'heart', marked);
      label(like, marked ? t('favourite-remove') : t('favourite'));
      rating.show(data.rating ?? 0, asked);
      const text = all(data.note).join('\n');
      // What somebody types is not taken away.
      if (document.activeElement !== note) note.value = text;
      former = text;
      if (colour !== (data.colour ?? '')) {
        colour = data.colour ?? '';
        colours.replaceChildren(swatches(t('colour'), colour, (value) => {
          colour = value;
          attempt(() => post('colour', file, ...value ? [value] : []));
        }));
      }
    },
  };
}
