// Days of the week as the jukebox writes them, and as people read them. Pure functions.

import { language, t } from '../texts.js';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const names = (style) => {
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  // A Monday.
  return days.map((_, at) => format.format(Date.UTC(2024, 0, 1 + at)).replace('.', ''));
};
const short = names('short');
const long = names('long');

export const dayName = (day) => long[days.indexOf(day)];
export const shortDayName = (day) => short[days.indexOf(day)];

const groups = { all: 'days-all', weekdays: 'days-weekdays', weekend: 'days-weekend' };

// The days of a list or of its word.
export function daysOf(list) {
  if (list === 'weekdays') return days.slice(0, 5);
  if (list === 'weekend') return days.slice(5);
  if (list === 'all') return days;
  return days.filter((day) => (list ?? '').split(',').includes(day));
}

export function daysText(list) {
  const chosen = daysOf(list);
  const word = Object.keys(groups).find((name) => daysOf(name).join() === chosen.join());
  return word ? t(groups[word]) : chosen.map(shortDayName).join(', ');
}
