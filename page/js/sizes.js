// Numbers of bytes as people read them.

import { language } from './texts.js';

// Of bytes: 340 kB, 12.5 GB.
export function size(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  let value = Number(bytes);
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return new Intl.NumberFormat(language,
    { style: 'unit', unit: units[at], maximumFractionDigits: value < 100 && at > 1 ? 1 : 0 }).format(value);
}
