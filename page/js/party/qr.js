// A QR code (ISO/IEC 18004) of a short text: bytes, error correction M, versions 1 to 6. Pure functions.

// By version from 1: bytes of data and of error correction in a block, blocks, the place of the alignment pattern.
const versions = [[16, 10, 1, 0], [28, 16, 1, 18], [44, 26, 1, 22], [32, 18, 2, 26], [43, 24, 2, 30], [27, 16, 4, 34]];
const headerBits = 12;

const exp = new Uint8Array(510);
const log = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at += 1) {
  exp[at] = exp[at + 255] = value;
  log[value] = at;
  value = value << 1 ^ (value > 127 ? 0x11D : 0);
}
const times = (a, b) => (a && b ? exp[log[a] + log[b]] : 0);

// The remainder of Reed and Solomon.
function correction(data, count) {
  let generator = [1];
  for (let at = 0; at < count; at += 1) {
    const next = [...generator, 0];
    generator.forEach((value, place) => { next[place + 1] ^= times(value, exp[at]); });
    generator = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at];
    generator.forEach((value, place) => { rest[at + place] ^= times(value, factor); });
  }
  return rest.slice(data.length);
}

// All bytes of the code, its blocks interleaved.
function codewords(bytes, [size, extra, blocks]) {
  let bits = ['0100', ...[bytes.length, ...bytes].map((byte) => byte.toString(2).padStart(8, '0'))].join('');
  bits += '0'.repeat(Math.min(4, 8 * size * blocks - bits.length));
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const data = bits.match(/.{8}/g).map((byte) => parseInt(byte, 2));
  for (let at = 0; data.length < size * blocks; at += 1) data.push(at % 2 ? 0x11 : 0xEC);
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(at * size, (at + 1) * size));
  const woven = (lists) => lists[0].flatMap((_, place) => lists.map((list) => list[place]));
  return [...woven(parts), ...woven(parts.map((part) => correction(part, extra)))];
}

// A module is undefined while it is free for data.
function frame(side, alignment) {
  const rows = Array.from({ length: side }, () => Array(side).fill(undefined));
  const square = (row, column, reach, dark) => {
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1) {
        if (rows[row + y]?.[column + x] !== undefined || !(row + y in rows) || !(column + x in rows)) continue;
        rows[row + y][column + x] = dark(Math.max(Math.abs(x), Math.abs(y)));
      }
    }
  };
  for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) square(row, column, 4, (far) => far !== 2 && far !== 4);
  if (alignment) square(alignment, alignment, 2, (far) => far !== 1);
  for (let at = 8; at < side - 8; at += 1) rows[6][at] = rows[at][6] = at % 2 === 0;
  rows[side - 8][8] = true;
  return rows;
}

// The places of the 15 bits that say correction and mask, twice.
const formatPlaces = (side) => Array.from({ length: 15 }, (_, at) => [
  at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at < 9 ? [7, 8] : [14 - at, 8],
  at < 7 ? [side - 1 - at, 8] : [8, side - 15 + at],
]);

function format(mask) {
  let rest = mask << 10;
  for (let at = 14; at > 9; at -= 1) if (rest >> at & 1) rest ^= 0x537 << at - 10;
  return (mask << 10 | rest) ^ 0x5412;
}

const masks = [
  (y, x) => (y + x) % 2, (y) => y % 2, (y, x) => x % 3, (y, x) => (y + x) % 3,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (y, x) => y * x % 2 + y * x % 3, (y, x) => (y * x % 2 + y * x % 3) % 2, (y, x) => ((y + x) % 2 + y * x % 3) % 2,
];

// The places of all modules: two columns at a time from the right, up and down.
function zigzag(side) {
  const places = [];
  let up = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let at = 0; at < side; at += 1) places.push(...[right, right - 1].map((x) => [up ? side - 1 - at : at, x]));
    up = !up;
  }
  return places;
}

// Long runs of one colour are hard to read.
function runs(rows) {
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))];
  const long = lines.flatMap((line) => line.map(Number).join('').match(/0{5,}|1{5,}/g) ?? []);
  return long.reduce((sum, run) => sum + run.length - 2, 0);
}

// Rows of dark (true) and light modules; nothing where the text is too long.
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const at = versions.findIndex(([size, , blocks]) => 8 * (size * blocks - bytes.length) >= headerBits);
  if (at < 0) return null;
  const side = 21 + 4 * at;
  const base = frame(side, versions[at][3]);
  for (const [y, x] of formatPlaces(side).flat()) base[y][x] = false;
  const bits = codewords(bytes, versions[at]).flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => byte >> bit & 1));
  const codes = masks.map((mask, number) => {
    const rows = base.map((row) => [...row]);
    let next = 0;
    for (const [y, x] of zigzag(side)) {
      if (base[y][x] !== undefined) continue;
      rows[y][x] = (bits[next] ?? 0) === 1 !== (mask(y, x) === 0);
      next += 1;
    }
    formatPlaces(side).forEach((places, bit) => {
      for (const [y, x] of places) rows[y][x] = (format(number) >> 14 - bit & 1) === 1;
    });
    return rows;
  });
  return codes.reduce((best, rows) => (runs(rows) < runs(best) ? rows : best));
}
