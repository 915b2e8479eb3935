import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Refusal, batches, coverURL, get, isStream, post, quoted } from '../../page/js/api.js';

// The jukebox as `fetch` sees it: `answer` gives the status and body of a request.
function jukebox(answer) {
  const asked = [];
  globalThis.fetch = async (url, options = {}) => {
    asked.push({ url, body: options.body && JSON.parse(options.body) });
    const { status = 200, body = [] } = answer(asked.length, asked.at(-1));
    return { ok: status < 300, status, json: async () => body };
  };
  return asked;
}

test('many commands go in lists that the jukebox takes, in order', async () => {
  const asked = jukebox((_, { body }) => ({ body: body.map(([, number]) => Number(number)) }));
  const commands = Array.from({ length: 1001 }, (_, at) => ['add', String(at)]);
  assert.deepEqual(await batches(commands), commands.map((_, at) => at));
  assert.deepEqual(asked.map(({ body }) => body.length), [400, 400, 201]);
});

test('a list of long commands stays below its bytes', async () => {
  const asked = jukebox((_, { body }) => ({ body }));
  await batches(Array.from({ length: 40 }, () => ['add', 'x'.repeat(4000)]));
  for (const { body } of asked) assert.ok(JSON.stringify(body).length < 64 * 1024);
  assert.equal(asked.flatMap(({ body }) => body).length, 40);
  assert.deepEqual(await batches([]), []);
});

test('words of a question are parts of its address, and those of a command are texts', async () => {
  const asked = jukebox(() => ({ body: {} }));
  await get(['lsinfo', 'A/B c']);
  await post('seekcur', 12.5);
  assert.equal(asked[0].url, '/api/lsinfo/A%2FB%20c');
  assert.deepEqual(asked[1].body, ['12.5']);
});

test('a refusal has its status and key, and a jukebox that is away one of its own', async () => {
  jukebox(() => ({ status: 404, body: { key: 'no-such-path', about: 'x', text: 'there is no x' } }));
  await assert.rejects(get(['lsinfo', 'x']),
    (problem) => problem instanceof Refusal && problem.status === 404 && problem.key === 'no-such-path');
  globalThis.fetch = async () => { throw new TypeError('no network'); };
  await assert.rejects(get(['status']), { key: 'no-connection', status: 0 });
});

test('a text in a filter keeps its quotes and backslashes', () => {
  assert.equal(quoted('a "b" \\c'), '"a \\"b\\" \\\\c"');
  assert.equal(isStream('http://a/b'), true);
  assert.equal(isStream('Stick/a.flac'), false);
  assert.equal(coverURL('A/b c.flac', '2026-01-01T00:00:00Z', 96), '/cover/song/A/b%20c.flac?size=96&v=2026-01-01T00%3A00%3A00Z');
});
