// Recordings as WAV files.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const { wavOf } = await import('../../page/js/pads/wav.js');

test('samples become a WAV file of one channel', () => {
  const bytes = new DataView(wavOf([new Float32Array([0, 1]), new Float32Array([-2, 0.5])], 48000));
  const word = (at, count) => String.fromCharCode(...new Uint8Array(bytes.buffer, at, count));
  assert.equal(bytes.byteLength, 44 + 8);
  assert.deepEqual([word(0, 4), word(8, 8), word(36, 4)], ['RIFF', 'WAVEfmt ', 'data']);
  assert.deepEqual([4, 24, 28, 40].map((at) => bytes.getUint32(at, true)), [44, 48000, 96000, 8]);
  assert.deepEqual([20, 22, 32, 34].map((at) => bytes.getUint16(at, true)), [1, 1, 2, 16]);
  assert.deepEqual([44, 46, 48, 50].map((at) => bytes.getInt16(at, true)), [0, 32767, -32767, 16384]);
});
