import assert from 'node:assert/strict';
import test from 'node:test';
import { settingsOf } from '../../page/js/box/setting-list.js';

test('settings are read from lists by key, also where there is one', () => {
  const one = { setting: 'player night', value: 'off', usual: 'off', expected: 'HH:MM', effect: 'now', place: '' };
  assert.deepEqual(settingsOf(one), [one]);
  const [, second] = settingsOf({ setting: ['a b', 'c d'], value: ['1', ''], usual: ['0', 'x'], expected: ['n', 'w'],
    effect: ['now', 'restart'], place: ['', '/f:3'] });
  assert.deepEqual(second, { setting: 'c d', value: '', usual: 'x', expected: 'w', effect: 'restart', place: '/f:3' });
  assert.deepEqual(settingsOf({}), []);
});
