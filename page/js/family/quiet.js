// The card of the quiet hours: when music is softer, ends or is silent.

import { get, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { card } from '../box/card.js';
import { dayButtons } from '../alarms/day-buttons.js';
import { daysText } from '../alarms/days.js';
import { sheetEnd } from '../alarms/sheet-end.js';
import { h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { emit } from '../store.js';
import { t } from '../texts.js';

const usual = { from: '19:30', to: '07:00', days: 'mon,tue,wed,thu,sun', grade: 'silent', name: '' };
const grades = ['silent', 'finish', 'softer'];

const added = ({ from, to, days, name, grade }) => ['quiethours', 'add', from, to, 'days', days, 'grade', grade,
  ...name ? ['name', name] : []];
const changed = ({ quiet, from, to, days, name = '', grade }) => ['quiethours', 'set', quiet, 'from', from, 'to', to, 'days', days,
  'grade', grade, 'name', name];

const save = (hours, former) => attempt(async () => {
  const [made] = [await post(...former ? changed(hours) : added(hours))].flat();
  emit('family');
  offer(t('quiet-saved', { from: hours.from, to: hours.to }), async () => {
    await post(...former ? changed(former) : ['quiethours', 'delete', made.quiet]);
    emit('family');
  });
});

const spanOf = ({ from, to }) => `${from}–${to}`;

const remove = (hours) => attempt(async () => {
  await post('quiethours', 'delete', hours.quiet);
  emit('family');
  offer(t('quiet-deleted', { from: hours.from, to: hours.to }), async () => {
    await post(...added(hours));
    emit('family');
  });
});

// Without `former` new ones.
function edit(former) {
  const span = former && spanOf(former);
  const hours = former ?? usual;
  const clock = (text, value) => h('label', { class: 'labelled' }, h('span', {}, text),
    h('input', { type: 'time', class: 'field', value, required: true }));
  const from = clock(t('quiet-from'), hours.from);
  const to = clock(t('quiet-to'), hours.to);
  const chosen = dayButtons(hours.days);
  const name = h('input', { class: 'field', value: hours.name ?? '', maxlength: '60', autocomplete: 'off',
    placeholder: t('quiet-name-hint') });
  const grade = h('select', { class: 'select' }, ...grades.map((one) =>
    h('option', { value: one, selected: one === hours.grade }, t(`quiet-${one}`))));
  const value = (label) => label.querySelector('input').value;
  const form = h('form', { class: 'labelled-form', onsubmit: (event) => {
    event.preventDefault();
    box.close();
    save({ quiet: former?.quiet, from: value(from), to: value(to), days: chosen.value() || 'all', name: name.value.trim(),
      grade: grade.value }, former);
  } }, h('div', { class: 'family-times' }, from, to), chosen.node,
  h('label', { class: 'labelled' }, h('span', {}, t('quiet-grade')), grade),
  h('label', { class: 'labelled' }, h('span', {}, t('name')), name),
  sheetEnd(t('quiet-delete-name', { span }), former && (() => remove(former)), () => box));
  const box = dialog(t(former ? 'quiet-edit' : 'quiet-add'), form);
  from.querySelector('input').focus();
}

function row(hours, mayChange) {
  const span = spanOf(hours);
  const content = [h('span', { class: 'row-icon' }, icon('sleep')), h('span', { class: 'row-text' },
    h('bdi', { class: 'row-title' }, [span, hours.name].filter(Boolean).join(' · ')),
    h('span', { class: 'row-detail' }, [daysText(hours.days), t(`quiet-${hours.grade}`)].join(' · ')))];
  return h('li', { class: 'quiet-row' }, mayChange ? h('button', { type: 'button', class: 'row-main',
    'aria-label': t('quiet-edit-name', { span }), onclick: () => edit(hours) }, ...content, icon('forward'))
    : h('div', { class: 'row-main' }, ...content));
}

export function quietHours(may) {
  const box = h('ul', { class: 'box-places', role: 'list' });
  async function fill() {
    const all = await get(['quiethours']);
    box.replaceChildren(...all.map((hours) => row(hours, may)));
    if (all.length === 0) box.append(h('li', { class: 'muted' }, t('no-quiet')));
  }
  return { node: card('quiet', t('quiet-hours'), box, may && h('button', { type: 'button', class: 'filled', onclick: () => edit() },
    icon('plus'), t('quiet-add'))), fill };
}
