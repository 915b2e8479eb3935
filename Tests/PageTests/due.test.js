import assert from 'node:assert/strict';
import test from 'node:test';
import { Due } from '../../page/js/box/due.js';

test('a restart stays due until it comes or the change is undone', () => {
  const due = new Due();
  const change = (setting, from, to, effect = 'restart') => due.change({ setting, value: to, effect }, { value: from });
  change('audio latency', 'normal', 'low');
  change('web guests', 'look', 'add', 'now');
  change('player max-volume', '80', '60', 'now');
  assert.deepEqual(due.atRestart(), ['audio latency']);
  change('audio latency', 'low', 'safe');
  change('audio latency', 'safe', 'normal');
  assert.deepEqual(due.atRestart(), []);
  change('audio idle-release', 'off', 'on');
  due.restarted();
  assert.deepEqual(due.atRestart(), []);
});
