import assert from 'node:assert/strict';
import test from 'node:test';
import { runsOf } from '../../page/js/podcasts/runs.js';

test('neighbouring episodes are one run', () => {
  assert.deepEqual(runsOf([0, 1, 2, 5, 7, 8]), [[0, 3], [5, 6], [7, 9]]);
  assert.deepEqual(runsOf([]), []);
});
