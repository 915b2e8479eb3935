import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { added, changed, contentOf } from '../../page/js/alarms/alarm.js';
import { dayName, days, daysOf, daysText } from '../../page/js/alarms/days.js';
import { minutesOf, settingDays, shared } from '../../page/js/family/budget.js';
import { limits, urgent } from '../../page/js/family/limits.js';
import { viewTexts } from '../../page/js/texts.js';

await viewTexts();

const school = { alarm: '3', time: '06:45', days: 'mon,tue,wed,thu,fri', content: 'stream Radio of the Bay', volume: '40',
  fade: '30', length: '60', enabled: '0' };

test('an alarm has the words that make it again, and those that change it', () => {
  const rest = ['volume', '40', 'fade', '30', 'length', '60', 'enabled', '0'];
  assert.deepEqual(added(school), ['alarm', 'add', '06:45', 'days', 'mon,tue,wed,thu,fri', 'content', 'stream',
    'Radio of the Bay', ...rest]);
  assert.deepEqual(changed({ ...school, days: undefined, date: '2026-12-24', content: '' }), ['alarm', 'set', '3', 'time', '06:45',
    'date', '2026-12-24', 'content', 'none', ...rest]);
  assert.deepEqual(added({ time: '07:00', date: '2026-12-24' }), ['alarm', 'add', '07:00', 'date', '2026-12-24']);
});

test('content is a kind and a target that may have blanks', () => {
  assert.deepEqual(contentOf(school), { kind: 'stream', target: 'Radio of the Bay' });
  assert.equal(contentOf({}), null);
  assert.equal(contentOf({ content: '' }), null);
});

test('days are read and named as lists and as words', () => {
  assert.deepEqual(daysOf('weekend'), ['sat', 'sun']);
  assert.deepEqual(daysOf('sun,mon'), ['mon', 'sun']);
  assert.equal(daysText('mon,tue,wed,thu,fri'), daysText('weekdays'));
  assert.equal(daysText(days.join()), daysText('all'));
  assert.equal(daysText('mon,wed'), 'Mon, Wed');
  assert.equal(dayName('sun'), 'Sunday');
});

test('the minutes of each day are set by one command for those that are alike', () => {
  const minutes = minutesOf({ used: '60', day: ['mon', 'sat', 'sun'], minutes: ['45', '120', '120'] });
  assert.deepEqual(minutes, { mon: '45', tue: 'off', wed: 'off', thu: 'off', fri: 'off', sat: '120', sun: '120' });
  assert.deepEqual(settingDays(minutes), [['budget', 'set', 'mon', '45'], ['budget', 'set', 'tue,wed,thu,fri', 'off'],
    ['budget', 'set', 'sat,sun', '120']]);
  assert.equal(shared(minutes), undefined);
  assert.equal(shared(minutesOf({ day: 'mon', minutes: '45' })), undefined);
  assert.equal(shared(minutesOf({})), 'off');
});

test('the most important limit comes first, and a long rest is nobody\'s concern', () => {
  assert.equal(urgent({}), undefined);
  assert.equal(urgent({ budget: '3000' }), undefined);
  assert.equal(urgent({ budget: '600' }), '10 minutes left');
  assert.equal(urgent({ budget: '0', closed: 'budget' }), 'Today’s minutes are used up');
  const all = { quiet: 'Bedtime until 07:00', budget: '90', allowed: '61', locked: '1' };
  assert.deepEqual(limits(all), ['Quiet: Bedtime until 07:00',
    'Music is allowed for 2 minutes', '2 minutes left', 'Buttons and cards are locked']);
});
