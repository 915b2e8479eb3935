import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { groupEnd, lineAt } from '../../page/js/song/lyrics-lines.js';
import { NowLyrics } from '../../page/js/song/lyrics.js';

const lines = [1, 3, 3, 7].map((time) => ({ time }));

test('the line of a moment is the first of those with its time', () => {
  const at = (seconds) => lineAt(lines, seconds);
  assert.deepEqual([0, 0.99, 1, 2.9, 3, 6, 7, 99].map(at), [-1, -1, 0, 0, 1, 1, 3, 3]);
  assert.equal(lineAt([], 5), -1);
});

test('lines of the same time are sung together', () => {
  assert.deepEqual([-1, 0, 1, 3].map((first) => groupEnd(lines, first)), [0, 1, 3, 4]);
});

test('lyrics go with their song: a stream has none, and no button', async () => {
  globalThis.fetch = async () => ({ ok: true, json: async () => [{ line: 'La', time: '1' }] });
  const nodes = new Set();
  const room = {
    classList: { add: () => {}, remove: () => {}, toggle: () => {} }, querySelectorAll: () => [...nodes],
    append: (...more) => more.forEach((node) => {
      node.remove = () => nodes.delete(node);
      nodes.add(node);
    }),
  };
  localStorage.lyrics = '';
  const now = new NowLyrics(room);
  await Promise.all([now.show('a.flac'), now.show('a.flac')]);
  assert.equal(nodes.size, 2);
  await now.show('http://radio.example/live');
  assert.deepEqual([nodes.size, now.list], [0, null]);
  await now.show('b.flac');
  assert.equal(nodes.size, 2);
});
