// The open strings of instruments, and how far a tone is from the nearest one. Pure functions.

const strings = {
  guitar: [['E', 82.41], ['A', 110], ['D', 146.83], ['G', 196], ['B', 246.94], ['E', 329.63]],
  ukulele: [['G', 392], ['C', 261.63], ['E', 329.63], ['A', 440]],
  bass: [['E', 41.2], ['A', 55], ['D', 73.42], ['G', 98]],
  violin: [['G', 196], ['D', 293.66], ['A', 440], ['E', 659.26]],
};
// The needle's scale ends here on either side.
const mostCents = 50;

const centsFrom = (hertz, goal) => 1200 * Math.log2(hertz / goal);

// The note that is meant, and the distance in cents: `nearest` where no instrument is chosen.
export function stringsOf(instrument, hertz, nearest) {
  const [best] = (strings[instrument] ?? []).map(([note, goal]) => ({ note, cents: centsFrom(hertz, goal) }))
    .sort((one, other) => Math.abs(one.cents) - Math.abs(other.cents));
  return best ?? nearest;
}

// The place of the needle, from 0 to 1.
export const centsPart = (cents) => (Math.min(mostCents, Math.max(-mostCents, cents)) + mostCents) / (2 * mostCents);
