import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { songsBelow } from '../../page/js/files/volumes.js';

test('a folder is read to its end, and its name may have any sign', async () => {
  const count = 2300;
  const asked = [];
  globalThis.fetch = async (url) => {
    const words = url.split('/').slice(2).map(decodeURIComponent);
    asked.push(words);
    const [from, to] = words.at(-1).split(':').map(Number);
    const songs = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, at) => ({ file: `${from + at}.flac` }));
    return { ok: true, json: async () => [{ total: String(count) }, ...songs] };
  };
  const songs = await songsBelow('A "B" \\ C');
  assert.equal(new Set(songs.map(({ file }) => file)).size, count);
  assert.equal(asked.length, 3);
  assert.equal(asked[0][2], '(base "A \\"B\\" \\\\ C")');
});
