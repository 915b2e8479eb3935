// Rows in which a setting of a pad is seen and changed. `settings` are those of the pad.

import { h, setText } from '../dom.js';
import { ask } from '../menu.js';
import { swatches } from '../swatches.js';
import { t } from '../texts.js';

export const row = (name, ...content) => h('div', { class: 'pad-row' }, h('span', { class: 'pad-label' }, t(name)), ...content);

// A line from `min` to `max`. What plays follows the finger; else the end of the drag counts.
export function lineRow(settings, key, text, { min, max, step, show }) {
  const value = h('output', {});
  const input = h('input', { type: 'range', min, max, step, 'aria-label': t(text), 'data-key': key });
  const draw = () => {
    setText(value, show(Number(input.value)));
    input.setAttribute('aria-valuetext', show(Number(input.value)));
  };
  input.addEventListener('input', () => {
    draw();
    if (settings.pad.playing) settings.change({ [key]: input.value });
  });
  input.addEventListener('change', () => settings.change({ [key]: input.value }));
  settings.on(() => {
    if (!input.matches(':active')) input.value = settings.pad[key];
    draw();
  });
  return row(text, input, value);
}

// `options`: each a value, its text, and a longer text for screen readers.
export function choiceRow(settings, key, text, options) {
  const box = h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': t(text) });
  const option = ([value, name, long]) => h('label', {}, h('input', {
    type: 'radio', name: `pad-${key}`, value, checked: value === settings.pad[key], 'data-key': key, 'aria-label': long,
    onchange: () => settings.change({ [key]: value }),
  }), h('span', {}, name));
  settings.on(() => {
    const now = settings.pad[key];
    const all = options.some(([value]) => value === now) ? options : [...options, [now, now]];
    if (box.dataset.value === now) return;
    box.dataset.value = now;
    const focused = box.contains(document.activeElement);
    box.replaceChildren(...all.map(option));
    if (focused) box.querySelector(':checked').focus();
  });
  return h('div', { class: 'pad-row tall' }, h('span', { class: 'pad-label' }, t(text)), box);
}

export function textRow(settings, key, text, properties = {}, after = undefined) {
  const input = h('input',
    { type: 'text', class: 'field', maxlength: '120', 'aria-label': t(text), 'data-key': key, ...properties });
  input.addEventListener('change', () => {
    if (key === 'name' && !input.value.trim()) input.value = settings.pad.pad;
    else if (input.checkValidity()) settings.change({ [key]: input.value.trim() });
  });
  settings.on(() => {
    if (document.activeElement !== input) input.value = (key === 'name' ? settings.pad.pad : settings.pad[key]) ?? '';
  });
  return row(text, input, after);
}

// The folder of the pad; a new one can be named.
export function folderRow(settings) {
  const select = h('select', { class: 'select', 'aria-label': t('pad-folder'), 'data-key': 'folder' });
  select.addEventListener('change', async () => {
    if (select.value !== '\n') return settings.change({ folder: select.value });
    const name = await ask(t('new-folder'), '', t('save'));
    if (name && !settings.folders.includes(name)) settings.folders = [...settings.folders, name];
    return settings.change({ folder: name || settings.pad.folder });
  });
  settings.on(() => {
    const { folder } = settings.pad;
    const all = ['', ...settings.folders, ...folder && !settings.folders.includes(folder) ? [folder] : []];
    const key = JSON.stringify(all);
    if (select.dataset.key0 !== key) {
      select.dataset.key0 = key;
      select.replaceChildren(...all.map((name) => h('option', { value: name }, name || t('no-folder'))),
        h('option', { value: '\n' }, t('new-folder-entry')));
    }
    select.value = folder;
  });
  return row('pad-folder', select);
}

// A colour of the list, or one of one's own.
export function colourRow(settings) {
  const tints = h('div', {});
  const own = h('input',
    { type: 'color', class: 'swatch', 'aria-label': t('own-colour'), title: t('own-colour'), 'data-key': 'colour' });
  own.addEventListener('change', () => settings.change({ colour: own.value.slice(1).toUpperCase() }));
  settings.on(() => {
    const { colour } = settings.pad;
    own.value = `#${(colour || '888888').toLowerCase()}`;
    if (tints.dataset.value === colour) return;
    tints.dataset.value = colour;
    const focused = tints.contains(document.activeElement);
    tints.replaceChildren(swatches(t('colour'), colour, (wanted) => settings.change({ colour: wanted })));
    if (focused) tints.querySelector(':checked')?.focus();
  });
  return h('div', { class: 'pad-tints' }, tints, own);
}
