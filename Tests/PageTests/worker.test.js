import assert from 'node:assert/strict';
import test, { mock } from 'node:test';

const origin = 'http://jukebox.local';
const kept = new Map();
const absolute = (request) => new URL(request.url ?? request, origin).href;
const answer = (text) => ({ ok: true, text: async () => text, clone: () => answer(text) });
const cache = {
  match: async (request) => kept.get(absolute(request)),
  put: async (request, response) => { kept.set(absolute(request), response); },
  add: async (request) => { kept.set(absolute(request), await fetch(request)); },
  delete: async (request) => kept.delete(absolute(request)),
  keys: async () => [...kept.keys()].map((url) => ({ url })),
};
const handlers = {};
globalThis.caches = { open: async () => cache };
globalThis.self = { location: { origin }, skipWaiting: () => {}, clients: { claim: () => {} },
  addEventListener: (name, handler) => { handlers[name] = handler; } };
await import('../../page/worker.js');

async function send(name, more = {}) {
  const waits = [];
  let given;
  handlers[name]({ ...more, waitUntil: (work) => waits.push(work), respondWith: (work) => { given = work; } });
  return { given, done: () => Promise.all(waits) };
}
const open = () => send('fetch', { request: { method: 'GET', url: `${origin}/` } });
const turns = async () => { for (let at = 0; at < 20; at += 1) await new Promise((done) => { setImmediate(done); }); };

test('the page and the files that it loaded are kept from the first visit on', async () => {
  globalThis.fetch = async (request) => answer(`of ${absolute(request)}`);
  await (await send('install')).done();
  await (await send('message', { data: [`${origin}/a/one/js/main.js`, `${origin}/a/-/icons.svg`, `${origin}/api/status`,
    'http://elsewhere.example/a/one/x.js'] })).done();
  assert.deepEqual([...kept.keys()], [`${origin}/`, `${origin}/a/one/js/main.js`]);
});

test('a network that is away, and one that does not answer, give the kept page', async () => {
  kept.clear();
  await cache.put('/', answer('kept'));
  globalThis.fetch = async () => { throw new TypeError('no network'); };
  assert.equal(await (await (await open()).given).text(), 'kept');

  mock.timers.enable({ apis: ['setTimeout'] });
  let arrive = null;
  globalThis.fetch = () => new Promise((done) => { arrive = done; });
  const opened = await open();
  await turns();
  mock.timers.tick(2000);
  assert.equal(await (await opened.given).text(), 'kept');
  mock.timers.reset();
  // The page that is shown keeps its files.
  arrive(answer('<script src="/a/two/js/main.js">'));
  await opened.done();
  assert.equal(await kept.get(`${origin}/`).text(), 'kept');
});

test('the new page drops the files of the former version', async () => {
  kept.clear();
  await cache.put('/a/one/js/main.js', answer(''));
  await cache.put('/a/two/js/main.js', answer(''));
  globalThis.fetch = async () => answer('<script src="/a/two/js/main.js">');
  const opened = await open();
  assert.match(await (await opened.given).text(), /two/);
  await opened.done();
  assert.deepEqual([...kept.keys()].sort(), [`${origin}/`, `${origin}/a/two/js/main.js`]);
});
