import assert from 'node:assert/strict';
import test from 'node:test';
import { groupEnd, lineAt } from '../../page/js/song/lyrics-lines.js';

const lines = [1, 3, 3, 7].map((time) => ({ time }));

test('the line of a moment is the first of those with its time', () => {
  const at = (seconds) => lineAt(lines, seconds);
  assert.deepEqual([0, 0.99, 1, 2.9, 3, 6, 7, 99].map(at), [-1, -1, 0, 0, 1, 1, 3, 3]);
  assert.equal(lineAt([], 5), -1);
});

test('lines of the same time are sung together', () => {
  assert.deepEqual([-1, 0, 1, 3].map((first) => groupEnd(lines, first)), [0, 1, 3, 4]);
});
