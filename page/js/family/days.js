// The card of the budget: minutes of music for each day of the week.

import { batch, get } from '../api.js';
import { dayName, days } from '../alarms/days.js';
import { attempt, offer } from '../bar.js';
import { card } from '../box/card.js';
import { h } from '../dom.js';
import { emit } from '../store.js';
import { t } from '../texts.js';
import { minutesOf, settingDays, shared } from './budget.js';

const choices = ['off', '15', '30', '45', '60', '90', '120', '180', '240'];

const label = (value) => (value === 'off' ? t('budget-off') : t('min-n', { value: Number(value) }));

function select(name, value, mayChange, change) {
  const all = value === undefined || choices.includes(value) ? choices : [...choices, value];
  return h('select', { class: 'select', 'aria-label': name, disabled: !mayChange,
    onchange: (event) => change(event.target.value) },
  value === undefined && h('option', { value: '', selected: true, disabled: true }, t('budget-differs')),
  ...all.map((one) => h('option', { value: one, selected: one === value }, label(one))));
}

export function budgetDays(may) {
  const box = h('div', { class: 'family-days' });
  const change = (minutes, former) => attempt(async () => {
    await batch(settingDays(minutes));
    emit('family');
    offer(t('budget-saved'), async () => {
      await batch(settingDays(former));
      emit('family');
    });
  });
  async function fill() {
    const minutes = minutesOf([await get(['budget'])].flat()[0] ?? {});
    const line = (name, value, some, kind = '') => h('div', { class: `family-day${kind}` }, h('span', {}, name),
      select(name, value, may, (next) => change({ ...minutes, ...Object.fromEntries(some.map((day) => [day, next])) }, minutes)));
    box.replaceChildren(line(t('days-all'), shared(minutes), days, ' is-whole'),
      ...days.map((day) => line(dayName(day), minutes[day], [day])));
  }
  return { node: card('budget', t('budget'), h('p', { class: 'muted' }, t('budget-hint')), box), fill };
}
