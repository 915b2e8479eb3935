import assert from 'node:assert/strict';
import test from 'node:test';
import { Due } from '../../page/js/box/due.js';
import { settingsOf } from '../../page/js/box/setting-list.js';

test('settings are read from lists by key, also where there is one', () => {
  const one = { setting: 'player night', value: 'off', usual: 'off', expected: 'HH:MM', effect: 'now', place: '' };
  assert.deepEqual(settingsOf(one), [one]);
  const [, second] = settingsOf({ setting: ['a b', 'c d'], value: ['1', ''], usual: ['0', 'x'], expected: ['n', 'w'],
    effect: ['now', 'restart'], place: ['', '/f:3'] });
  assert.deepEqual(second, { setting: 'c d', value: '', usual: 'x', expected: 'w', effect: 'restart', place: '/f:3' });
  assert.deepEqual(settingsOf({}), []);
});

test('a restart stays due until it comes or the change is undone', () => {
  const due = new Due();
  const change = (setting, from, to, effect = 'restart') => due.change({ setting, value: to, effect }, { value: from });
  change('audio latency', 'normal', 'low');
  change('web guests', 'look', 'add');
  change('player max-volume', '80', '60', 'now');
  assert.deepEqual([due.atRestart(), due.ofPage()], [['audio latency'], ['web guests']]);
  change('audio latency', 'low', 'safe');
  change('audio latency', 'safe', 'normal');
  assert.deepEqual(due.atRestart(), []);
  change('control trust', 'local', 'all');
  due.restarted();
  assert.deepEqual([due.atRestart(), due.ofPage()], [[], ['web guests']]);
});
