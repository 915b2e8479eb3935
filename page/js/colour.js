// Colours that persons choose, as `RRGGBB`.

export const palette = ['E5484D', 'F76B15', 'FFB454', 'C3D72C', '46A758', '12A594', '0090FF', '6E56CF', 'D6409F', '8D8D8D'];

// The ink on a colour: black or white, the one with more contrast.
export function ink(colour) {
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#FFFFFF';
}
