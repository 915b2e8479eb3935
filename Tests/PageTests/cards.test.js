import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { binding, cardOf, contentName, sharedFolder, sorted } from '../../page/js/cards/card.js';

const momo = { card: '0012345678', folder: 'STICK/Books/Momo', storage: 'STICK', name: 'Red fish', again: 'next', volume: '40',
  current: '1' };

test('a card has the words that bind it to the same again', () => {
  assert.deepEqual(binding(cardOf(momo)), ['card', 'bind', '0012345678', 'folder', 'STICK/Books/Momo', 'name', 'Red fish',
    'again', 'next', 'volume', '40']);
  assert.deepEqual(binding(cardOf({ card: '7', action: 'sleep 30', hidden: '1' })), ['card', 'bind', '7', 'action', 'sleep 30']);
  assert.deepEqual(binding({ ...cardOf(momo), name: '', again: '', kind: 'playlist', target: 'Party' }),
    ['card', 'bind', '0012345678', 'playlist', 'Party', 'volume', '40']);
  const unlocks = cardOf({ card: '5', action: 'lock', 'when-locked': 'yes', 'repeat-ms': '300' });
  assert.deepEqual(binding(unlocks), ['card', 'bind', '5', 'action', 'lock', 'repeat-ms', '300', 'when-locked', 'yes']);
  assert.deepEqual(binding({ ...unlocks, kind: 'folder', target: 'A/B' }), ['card', 'bind', '5', 'folder', 'A/B']);
});

test('bound cards stand by their titles, and unknown ones apart', () => {
  const title = ({ kind, target }) => contentName(kind, target);
  const { bound, unknown } = sorted([{ unknown: '9', reader: 'door', ago: '61' }, momo, { card: '2', playlist: 'Party' },
    { card: '1', playlist: 'Party' }, { card: '3', song: 'STICK/Abba/01 Dancing.mp3' }], title,
  (one, other) => (one < other ? -1 : Number(one > other)));
  assert.deepEqual(bound.map(({ number }) => number), ['3', '0012345678', '1', '2']);
  assert.deepEqual(unknown.map((row) => row.unknown), ['9']);
  assert.deepEqual([bound[1].isCurrent, bound[1].isHidden, bound[2].storage], [true, false, '']);
  assert.equal(cardOf({ card: '1', later: 'x' }), null);
  assert.deepEqual([bound[1].isAbsent, cardOf({ ...momo, absent: '1' }).isAbsent], [false, true]);
});

test('content is called by its last name', () => {
  assert.equal(contentName('song', 'STICK/Abba/01 Dancing.mp3'), '01 Dancing');
  assert.equal(contentName('stream', 'https://radio.example/live'), 'radio.example/live');
  assert.equal(contentName('folder', 'STICK/Books/Momo'), 'Momo');
});

test('an album is the folder that all its songs share, with those of its discs', () => {
  assert.equal(sharedFolder(['S/A/1.mp3', 'S/A/2.mp3']), 'S/A');
  assert.equal(sharedFolder(['S/A/CD1/1.mp3', 'S/A/CD2/1.mp3', 'S/A/CD1/2.mp3']), 'S/A');
  assert.equal(sharedFolder(['S/A/1.mp3', 'T/A/2.mp3']), '');
  assert.equal(sharedFolder(['1.mp3']), '');
  assert.equal(sharedFolder([]), '');
});
