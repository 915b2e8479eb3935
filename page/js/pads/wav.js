// A WAV file of samples from -1 to 1: one channel, 16 bits.

export function wavOf(blocks, rate) {
  const frames = blocks.reduce((sum, block) => sum + block.length, 0);
  const bytes = new DataView(new ArrayBuffer(44 + 2 * frames));
  const word = (at, text) => [...text].forEach((letter, place) => bytes.setUint8(at + place, letter.charCodeAt(0)));
  word(0, 'RIFF');
  bytes.setUint32(4, 36 + 2 * frames, true);
  word(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, 2 * rate, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, 'data');
  bytes.setUint32(40, 2 * frames, true);
  let at = 44;
  for (const block of blocks) {
    for (const sample of block) {
      bytes.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * 32767), true);
      at += 2;
    }
  }
  return bytes.buffer;
}
