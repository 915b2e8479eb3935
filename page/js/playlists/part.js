// The part of its song that an entry of a playlist plays. Pure functions.

// The part that plays of an entry, in seconds. `before`: the crossfade into it.
export function partOf(entry, before = 0) {
  const length = Number(entry.duration ?? 0);
  const [start, end] = (entry.Range ?? '-').split('-').map(Number);
  return { start: start || 0, end: end || length, length, fadeIn: Number(before), fadeOut: Number(entry.Crossfade ?? 0) };
}

// 1:04.5
export function precise(seconds) {
  const tenths = Math.round(Number(seconds) * 10);
  return `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, '0')}`;
}
