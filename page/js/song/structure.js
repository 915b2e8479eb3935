// The structure of a song: progressions of chords that come again. A pure function.

import { parse } from './chord.js';

// What is alike: the root and whether it is minor. Sevenths and the bass come and go between repetitions.
const kind = ({ chord }) => {
  const parsed = parse(chord);
  return parsed ? parsed.root * 2 + Number(parsed.minor) : -1;
};

const most = 12;      // chords in a progression
const least = 2;
const mostLoose = 16;      // chords in a section without repetition: a line to be read

// The song as sections: progressions that come again get one letter, and how often they follow each other.
// A section: `from` and `to` are numbers of chords, `length` the chords of its progression, `times` its repetitions.
export function structure(chords) {
  const kinds = chords.map(kind);
  const same = (a, b, length) => {
    for (let at = 0; at < length; at += 1) if (kinds[a + at] !== kinds[b + at]) return false;
    return true;
  };
  const repeats = (at, pattern, length) => {
    let times = 0;
    while (at + (times + 1) * length <= kinds.length && same(pattern, at + times * length, length)) times += 1;
    return times;
  };
  const sections = [];
  const known = [];          // progressions with a letter: { start, length, letter }
  let loose = null;
  for (let at = 0; at < kinds.length;) {
    let best = null;
    for (const pattern of known) {
      const times = repeats(at, pattern.start, pattern.length);
      if (times && (!best || times * pattern.length > best.times * best.length)) best = { ...pattern, times };
    }
    for (let length = least; length <= most && at + 2 * length <= kinds.length; length += 1) {
      const times = repeats(at, at, length);
      if (times >= 2 && (!best || times * length > best.times * best.length)) best = { start: at, length, times };
    }
    if (!best) {
      if (loose && loose.length < mostLoose) loose.to += 1;
      else sections.push(loose = { from: at, to: at + 1, length: 1, times: 1, letter: '' });
      loose.length = loose.to - loose.from;
      at += 1;
      continue;
    }
    loose = null;
    if (best.letter === undefined) {
      best.letter = String.fromCharCode(65 + known.length % 26);
      known.push({ start: best.start, length: best.length, letter: best.letter });
    }
    const to = at + best.times * best.length;
    sections.push({ from: at, to, length: best.length, times: best.times, letter: best.letter });
    at = to;
  }
  return sections;
}
