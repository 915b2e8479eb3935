// The row of an entry of a playlist: its song, and under it the strip with its part and crossfades.

import { h, iconButton } from '../dom.js';
import { artistOf, stickOf, titleOf } from '../songs/names.js';
import { songRow } from '../songs/rows.js';
import { t } from '../texts.js';
import { partOf, precise } from './part.js';
import { draw, peaks } from './strip.js';

const points = 100;
// A row that is only scrolled past asks for nothing.
const restMilliseconds = 120;

// What is set of an entry, in words.
function valuesOf(entry) {
  const { start, end, length } = partOf(entry);
  return [
    (start > 0 || end < length) && `${precise(start)}–${precise(end)}`,
    entry.Gain && t('decibels', { value: Number(entry.Gain) }),
    entry.Crossfade !== undefined && t('crossfade-of', { n: Number(entry.Crossfade) }),
    ...[entry.Notes ?? []].flat().slice(0, 1),
  ].filter(Boolean);
}

// `before`: the crossfade into the entry. `edit` is null where it cannot be edited.
function strip(entry, before, edit) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const values = valuesOf(entry);
  const label = () => t('edit-entry', { title: titleOf(entry), values: values.join(', ') || t('whole-song') });
  const box = h(edit ? 'button' : 'div', {
    type: edit ? 'button' : undefined, class: 'strip', onclick: edit, 'aria-label': edit ? label() : undefined,
  }, canvas, h('span', { class: 'strip-values' }, ...values.map((value) => h('span', {}, value))));
  const part = partOf(entry, before);
  requestAnimationFrame(() => draw(canvas, null, part));
  setTimeout(async () => {
    if (!canvas.isConnected || entry.absent) return;
    const found = await peaks(entry.file, points);
    if (found && canvas.isConnected) draw(canvas, found, part);
  }, restMilliseconds);
  return box;
}

// `double`: the place where the song is first; nothing where this is the first one.
export const detailOfEntry = (song, double) => (song.absent ? t('not-here', { name: stickOf(song) })
  : [double !== undefined && t('double-of', { n: double + 1 }), artistOf(song)].filter(Boolean).join(' · '));

// `count`: of the playlist. `tap` plays it. `editing` has what changes it: drag(event, handle), edit, remove, top; it is null
// where that is not allowed. `table`: the columns.
export function entryRow(song, { count, before, double, tap, editing, table }) {
  const at = Number(song.Pos);
  const { start, end } = partOf(song);
  const handle = editing && iconButton('handle', t('move-name', { name: titleOf(song), place: at + 1, n: count }), () => {}, {
    class: 'icon-button handle', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    onpointerdown: (event) => editing.drag(event, handle),
  });
  const part = { ...song, duration: end ? end - start : undefined };
  const row = songRow(part, {
    tap, cells: table.cells(part), detail: detailOfEntry(song, double), parts: [handle || ''],
    more: editing ? [
      { icon: 'pencil', text: t('edit-part'), action: editing.edit },
      { icon: 'remove', text: t('remove-entry'), action: editing.remove },
      at > 0 && { icon: 'top', text: t('to-top'), action: editing.top },
    ] : [],
  });
  row.song = song;
  row.classList.toggle('double', double !== undefined);
  return h('div', { class: 'entry' }, row, strip(song, before, editing && editing.edit));
}
