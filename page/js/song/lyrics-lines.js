// Lines of lyrics by their times, which are in order.

// The first line of those that are sung at a moment; -1 before the first one.
export function lineAt(lines, seconds) {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].time <= seconds) low = middle + 1;
    else high = middle;
  }
  let first = low - 1;
  while (first > 0 && lines[first - 1].time === lines[first].time) first -= 1;
  return first;
}

// The end of the lines that have the same time: a line and its translation.
export function groupEnd(lines, first) {
  let end = first + 1;
  while (first >= 0 && end < lines.length && lines[end].time === lines[first].time) end += 1;
  return end;
}
