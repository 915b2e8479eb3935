// Places of cues as people read and type them.

import { time } from '../texts.js';

// 1:02.5: a place with tenths.
export const precise = (seconds) => `${time(seconds)}.${Math.floor(seconds * 10 + 1e-6) % 10}`;

// Seconds of `1:02.5`, `62.5` or `62,5`; NaN if it is none.
export function seconds(text) {
  const parts = text.trim().replace(',', '.').split(':');
  if (!parts.every((part) => /^\d+(\.\d*)?$/.test(part))) return NaN;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}
