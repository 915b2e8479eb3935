// Seven buttons, one for each day of the week.

import { h } from '../dom.js';
import { t } from '../texts.js';
import { dayName, days, daysOf, shortDayName } from './days.js';

// `value()` is the list of the days that are chosen.
export function dayButtons(list) {
  const chosen = new Set(daysOf(list));
  const node = h('div', { class: 'days', role: 'group', 'aria-label': t('days') }, ...days.map((day) => {
    const button = h('button', { type: 'button', class: 'day', 'aria-pressed': String(chosen.has(day)), 'aria-label': dayName(day),
      onclick: () => {
        if (!chosen.delete(day)) chosen.add(day);
        button.setAttribute('aria-pressed', String(chosen.has(day)));
      } }, shortDayName(day));
    return button;
  }));
  return { node, value: () => days.filter((day) => chosen.has(day)).join(',') };
}
