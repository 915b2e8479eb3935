import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { Windows } = await import('../../page/js/virtual.js');
const { may, position, store } = await import('../../page/js/store.js');
const { holds, roleOf } = await import('../../page/js/rights.js');
const { barAt, cueName, nameAt } = await import('../../page/js/song/marks.js');
const { precise, seconds } = await import('../../page/js/song/cue-time.js');
const { findingsOf } = await import('../../page/js/box/findings.js');
const { size } = await import('../../page/js/sizes.js');
const { signs, t, time } = await import('../../page/js/texts.js');

// Questions that a test answers by hand.
function questions() {
  const open = [];
  return { open, ask: (from, to) => new Promise((done, failed) => { open.push({ from, to, done, failed }); }) };
}
const settled = () => new Promise((done) => { setImmediate(done); });

test('a window is asked once, when one of its items is seen', async () => {
  const { open, ask } = questions();
  let arrivals = 0;
  const windows = new Windows(ask, () => { arrivals += 1; });
  windows.want(90, 110);
  windows.want(95, 120);
  assert.deepEqual(open.map(({ from, to }) => [from, to]), [[0, 100], [100, 200]]);
  open[1].done(['x', 'y']);
  await settled();
  assert.equal(windows.at(101), 'y');
  assert.equal(windows.at(0), null);
  assert.equal(arrivals, 1);
});

test('an answer from before a change does not count, and what failed is asked again', async () => {
  const { open, ask } = questions();
  const windows = new Windows(ask, () => {});
  windows.want(0, 1);
  windows.stale();
  open[0].done(['old']);
  await settled();
  assert.equal(windows.at(0), null);
  windows.want(0, 1);
  open[1].failed(new Error('away'));
  await settled();
  windows.want(0, 1);
  open[2].done(['new']);
  await settled();
  assert.equal(windows.at(0), 'new');
});

test('an item that moves is at its new place at once', () => {
  const windows = new Windows(() => new Promise(() => {}), () => {});
  windows.items.push('a', 'b', 'c');
  windows.move(0, 2);
  assert.deepEqual(windows.items, ['b', 'c', 'a']);
});

test('the position ends with the song, and comes round in a loop', () => {
  Object.assign(store, { status: { state: 'pause', elapsed: '12', duration: '10' }, song: null, connection: 'open' });
  assert.equal(position(), 10);
  store.status = { state: 'pause', elapsed: '7.5', duration: '10', loopstart: '2', loopend: '8' };
  assert.equal(position(), 7.5);
  store.status = { state: 'play', elapsed: '7.9', duration: '1000', loopstart: '2', loopend: '7.9', speed: '1' };
  assert.ok(position() < 7.9 && position() >= 2);
});

test('a guest may do what the role holds', () => {
  const most = ['add', 'player', 'control'];
  for (const [role, allowed] of [['look', []], ['add', ['add']], ['all', most], [undefined, most]]) {
    store.role = role;
    assert.deepEqual(most.filter(may), allowed);
  }
});

test('the rights of a visitor follow from the commands that are not refused', () => {
  assert.equal(roleOf(new Set(['add', 'play', 'padset', 'log'])), 'all');
  assert.equal(roleOf(new Set(['add', 'play', 'padset'])), 'control');
  assert.equal(roleOf(new Set(['add'])), 'add');
  assert.equal(roleOf(new Set()), 'look');
  assert.equal(holds(new Set(['play']), 'player'), true);
});

test('a place has the name of its cue, else of its chapter', () => {
  const found = {
    cues: [{ time: 10, end: 20, name: 'Solo', type: 'marker' }, { time: 30, type: 'chorus', name: '' }],
    chapters: [{ time: 0, title: 'One' }, { time: 25, title: 'Two' }],
  };
  assert.deepEqual([5, 10, 15, 20, 26, 31].map((seconds) => nameAt(found, seconds)),
    ['One', 'Solo', 'Solo', 'One', 'Two', cueName(found.cues[1])]);
  assert.equal(nameAt({ cues: [], chapters: [] }, 3), '');
});

test('times and numbers are written as people read them', () => {
  assert.deepEqual([0, 7, 187, 3765, -3, 'x'].map(time), ['0:00', '0:07', '3:07', '1:02:45', '0:00', '0:00']);
  assert.equal(t('songs', { n: 1 }), '1 song');
  assert.equal(t('songs', { n: 12345 }), '12,345 songs');
});

test('a place that is typed is read, with a point or a comma', () => {
  assert.deepEqual(['1:02.5', '62,5', ' 1:01:00 ', '7'].map(seconds), [62.5, 62.5, 3660, 7]);
  for (const text of ['', '1:x', '-3', '1:2:', 'NaN']) assert.equal(seconds(text), NaN, text);
  for (const place of [0, 4.5, 62.3, 3725.9]) assert.equal(seconds(precise(place)), place);
});

test('bytes are written with the unit that fits', () => {
  assert.deepEqual([0, 999, 1500, 340000, 12500000000, '98765432100'].map(size),
    ['0 byte', '999 byte', '2 kB', '340 kB', '12.5 GB', '98.8 GB']);
});

test('of the findings only faults have an effect and a remedy, in their order', () => {
  const answer = {
    state: ['well', 'fault', 'note', 'fault'], group: ['sound', 'sound', 'sticks', 'network'], text: ['a', 'b', 'c', 'd'],
    effect: ['no sound', 'no page'], remedy: ['do this   because', 'do that'],
  };
  assert.deepEqual(findingsOf(answer).map(({ text, effect, remedy }) => [text, effect, remedy]),
    [['a', undefined, undefined], ['b', 'no sound', 'do this   because'], ['c', undefined, undefined],
      ['d', 'no page', 'do that']]);
  assert.deepEqual(findingsOf({ state: 'well', group: 'sound', text: 'a' }), [{ state: 'well', group: 'sound', text: 'a' }]);
});

test('signs are those of musicians', () => {
  assert.equal(signs('F#m7b5'), 'F♯m7♭5');
  assert.equal(signs('Bb/D'), 'B♭/D');
  assert.equal(signs('Bbm'), 'B♭m');
});

test('a loop by hand begins and ends with the nearest bars', () => {
  const bars = [0.5, 2.5, 4.5, 6.5];
  assert.equal(barAt(bars, 3.4), 2.5);
  assert.equal(barAt(bars, 3.6), 4.5);
  // The end is at least a bar after the beginning.
  assert.equal(barAt(bars, 2.9, 2.5), 4.5);
  assert.equal(barAt(bars, 9, 6.5), 9);
  assert.equal(barAt(bars, 60), 60);
  assert.equal(barAt([], 3), 3);
});
