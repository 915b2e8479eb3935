import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Listening } from '../../page/js/practice/listening.js';

// The jukebox: `answers` by request, as a body or a promise of one; a refusal where it is an error.
function jukebox(answers) {
  const asked = [];
  globalThis.fetch = async (url, options = {}) => {
    const words = [...url.split('/').slice(2), ...JSON.parse(options.body ?? '[]')].join(' ');
    asked.push(options.keepalive ? `${words} at the end` : words);
    const body = await answers(words);
    if (body instanceof Error) throw body;
    return { ok: true, status: 200, json: async () => body };
  };
  return asked;
}
const silent = { changed: () => {}, heard: () => {} };
const turn = () => new Promise((done) => { setImmediate(done); });

test('who leaves before the microphone is open closes it, before and after the answer', async () => {
  let open = null;
  const asked = jukebox((words) => (words === 'listen start' ? new Promise((done) => { open = done; }) : {}));
  const listening = new Listening(silent);
  const started = listening.start();
  await turn();
  await listening.end();
  open({});
  await started;
  assert.deepEqual(asked, ['listen start', 'listen stop at the end', 'listen stop at the end']);
  assert.equal(listening.isOn, false);
});

test('after a question without an answer it is still on, so that the end closes it', async () => {
  const asked = jukebox((words) => (words === 'listen' ? new TypeError('no network') : {}));
  const states = [];
  const listening = new Listening({ ...silent, changed: (isOn) => states.push(isOn) });
  await listening.start();
  assert.equal(listening.isOn, true);
  await listening.end();
  assert.deepEqual(asked, ['listen start', 'listen', 'listen stop at the end']);
  assert.deepEqual(states, [true, false]);
});

test('what the jukebox ended needs no end, and says why', async () => {
  const asked = jukebox((words) => (words === 'listen' ? [{ state: 'off', message: 'unplugged' }] : {}));
  const states = [];
  const listening = new Listening({ ...silent, changed: (...words) => states.push(words) });
  await listening.start();
  await listening.end();
  assert.deepEqual(states, [[true, undefined], [false, 'unplugged']]);
  assert.deepEqual(asked, ['listen start', 'listen']);
});
