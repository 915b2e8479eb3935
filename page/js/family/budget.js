// The minutes of music a day, as the jukebox lists them. Pure functions.

import { days } from '../alarms/days.js';

const list = (value) => [value ?? []].flat();

// Minutes by day; `off` where a day has no limit.
export function minutesOf(budget) {
  const minutes = list(budget.minutes);
  const found = Object.fromEntries(list(budget.day).map((day, at) => [day, minutes[at]]));
  return Object.fromEntries(days.map((day) => [day, found[day] ?? 'off']));
}

// The minutes that all days have; nothing where they differ.
export function shared(minutes) {
  const [first, ...others] = Object.values(minutes);
  return others.every((other) => other === first) ? first : undefined;
}

// The commands that give each day its minutes: one for all days with the same.
export function settingDays(minutes) {
  const groups = new Map();
  for (const day of days) groups.set(minutes[day], [...groups.get(minutes[day]) ?? [], day]);
  return [...groups].map(([value, some]) => ['budget', 'set', some.join(','), String(value)]);
}
