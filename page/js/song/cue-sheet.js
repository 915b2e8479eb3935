// The sheet of a cue: its name, type, places and colour.

import { h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { swatches } from '../swatches.js';
import { t } from '../texts.js';
import { precise, seconds } from './cue-time.js';
import { cueName, typeName, types } from './marks.js';

const field = (properties) => h('input', { class: 'field', ...properties });
const line = (name, ...content) => h('label', {}, h('span', {}, t(name)), ...content);

export function cueSheet(cue, changes) {
  const { length } = changes;
  const name = field({ value: cue.name ?? '', maxlength: '200', placeholder: typeName(cue.type) });
  const start = field({ value: precise(cue.time), inputmode: 'decimal', required: true });
  const end = field({ value: cue.end === undefined ? '' : precise(cue.end), inputmode: 'decimal', placeholder: t('cue-no-end') });
  let { colour = '' } = cue;
  const offered = types.includes(cue.type) ? types : [...types, cue.type];
  const kinds = h('fieldset', { class: 'choice kinds' }, h('legend', {}, t('cue-type')), ...offered.map((type) => h('label', {},
    h('input', { type: 'radio', name: 'kind', value: type, checked: type === cue.type }),
    h('span', {}, h('i', { class: 'cue', 'data-type': type }), typeName(type)))));
  const save = (event) => {
    const from = seconds(start.value);
    const to = end.value.trim() ? seconds(end.value) : '';
    start.setCustomValidity(from < length ? '' : t('cue-bad-time'));
    end.setCustomValidity(to === '' || (to > from && to <= length + 0.05) ? '' : t('cue-bad-end'));
    if (!form.reportValidity()) {
      event.preventDefault();
      return;
    }
    const type = kinds.querySelector('input:checked').value;
    // A loop needs an end.
    const fits = type === 'loop' && to === '' ? 'marker' : type;
    changes.edit(cue, [
      'time', from.toFixed(3), 'end', to === '' ? '' : Math.min(length, to).toFixed(3), 'type', fits, 'name', name.value.trim(),
      'colour', colour,
    ]);
  };
  const remove = () => {
    box.close();
    changes.remove(cue);
  };
  const form = h('form', { class: 'cue-form', method: 'dialog', onsubmit: save },
    line('name', name), h('div', { class: 'cue-times' }, line('cue-start', start), line('cue-end', end)),
    kinds, swatches(t('colour'), colour, (value) => { colour = value; }), h('div', { class: 'cue-buttons' },
      h('button', { type: 'button', class: 'chip', onclick: remove }, icon('remove'), t('remove')),
      h('button', { type: 'submit', class: 'filled' }, t('save'))));
  for (const one of [start, end]) one.addEventListener('input', () => one.setCustomValidity(''));
  const box = dialog(cueName(cue), form);
  name.focus();
}
