import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { centsPart, stringsOf } = await import('../../page/js/practice/strings.js');
const { fretsOf } = await import('../../page/js/song/fingering.js');

test('the nearest open string is meant, and the distance is in cents', () => {
  const low = stringsOf('guitar', 80, { note: 'D#2', cents: 48 });
  assert.equal(low.note, 'E');
  assert.ok(Math.abs(low.cents + 51.4) < 0.5, String(low.cents));
  assert.equal(stringsOf('violin', 442, null).note, 'A');
  assert.deepEqual(stringsOf('any', 442, { note: 'A4', cents: 7.9 }), { note: 'A4', cents: 7.9 });
});

test('the needle stays on its scale', () => {
  assert.deepEqual([-90, -50, 0, 25, 400].map(centsPart), [0, 0, 0.5, 0.75, 1]);
});

test('a fingering has a fret for each string', () => {
  assert.deepEqual(fretsOf('x32010'), [null, 3, 2, 0, 1, 0]);
  assert.deepEqual(fretsOf('x-10-12-12-11-10'), [null, 10, 12, 12, 11, 10]);
});
