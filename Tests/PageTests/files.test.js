import './browser.js';
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';

const { undoLast } = await import('../../page/js/bar.js');
const { removeFiles } = await import('../../page/js/files/removing.js');
const { putPicture } = await import('../../page/js/files/pictures.js');
const { store } = await import('../../page/js/store.js');
const { viewTexts } = await import('../../page/js/texts.js');
await viewTexts();
// The bar hides itself after a while.
mock.timers.enable({ apis: ['setTimeout'] });

// The jukebox: gives the status and body of a request.
function jukebox(answer) {
  const asked = [];
  globalThis.fetch = async (url, { method, body } = {}) => {
    const words = method === 'POST' ? [url.split('/').pop(), ...JSON.parse(body)] : [method ?? 'GET', decodeURIComponent(url)];
    asked.push(words);
    const [status, found] = answer(words);
    return { ok: status < 300, status, json: async () => found };
  };
  return asked;
}

test('songs that went to the trash before a refusal come back', async () => {
  let number = 0;
  const asked = jukebox(([command, ...words]) => {
    if (command === 'remove' && number > 0) return [403, { key: 'files-protected', text: 'protected' }];
    return [200, words.map(() => ({ trash: String(number += 1) }))];
  });
  await removeFiles(Array.from({ length: 100 }, (_, at) => `${at}.flac`), 'Folder');
  assert.deepEqual(asked.map(([command, ...words]) => [command, words.length]), [['remove', 40], ['remove', 40]]);
  await undoLast();
  const [command, word, ...trash] = asked.at(-1);
  assert.deepEqual([command, word, trash.length, trash[0], trash.at(-1)], ['trash', 'restore', 40, '1', '40']);
});

test('the former cover comes back where the new one is refused or does not arrive', async () => {
  globalThis.createImageBitmap = async () => ({ width: 2000, height: 1500 });
  store.role = 'all';
  for (const refusal of [() => [507, { key: 'volume-full', text: 'full' }], () => { throw new TypeError('no network'); }]) {
    const asked = jukebox(([command]) => {
      if (command === 'PUT') return refusal();
      if (command === 'GET') return [200, [{ file: 'cover.jpg' }]];
      return [200, [{ trash: '7' }]];
    });
    await assert.rejects(putPicture({ volume: 'Stick', root: '', path: '' }, new Blob([])), { name: 'Error' });
    assert.deepEqual(asked.slice(-3).map((words) => words.slice(0, 3)),
      [['remove', 'cover.jpg'], ['PUT', '/upload/Stick/cover.jpg'], ['trash', 'restore', '7']]);
  }
});
