import assert from 'node:assert/strict';
import test from 'node:test';
import { Due } from '../../page/js/box/due.js';

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
