import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { fitting, inOrder } = await import('../../page/js/songs/table.js');

const songs = [
  { file: 'a', Title: 'Track 10', Artist: 'Öl', duration: '61', Date: '1999-05-01' },
  { file: 'b', Title: 'track 2', duration: '7' },
  { file: 'c', Title: 'Apfel', Artist: ['Zed', 'Abel'], duration: '500', Date: '1972' },
];
const order = (name, known) => inOrder(songs, name, known).map((song) => song.file).join('');

test('a column of names is sorted as people sort, and songs without a name are last both ways', () => {
  assert.equal(order('title'), 'cba');
  assert.equal(order('-title'), 'abc');
  assert.equal(order('artist'), 'acb');
  assert.equal(order('-artist'), 'cab');
});

test('lengths, years and ratings are sorted by their value', () => {
  assert.equal(order('length'), 'bac');
  assert.equal(order('-length'), 'cab');
  assert.equal(order('year'), 'cab');
  const known = new Map([['a', { rating: '10', bpm: '99.6' }], ['b', { rating: '9', bpm: '100.2', key: 'Am' }]]);
  assert.equal(order('rating', known), 'bac');
  assert.equal(order('-rating', known), 'abc');
  assert.equal(order('key', known), 'bac');
  assert.equal(order('bpm', known), 'abc');
});

test('where there is no room the least needed columns go, never the title', () => {
  const all = ['title', 'artist', 'album', 'year', 'bpm', 'key', 'length', 'rating'];
  assert.deepEqual(fitting(all, 2000), all);
  assert.deepEqual(fitting(all, 500), ['title', 'artist', 'album', 'length']);
  assert.deepEqual(fitting(all, 0), ['title', 'length']);
  assert.deepEqual(fitting(['title', 'rating'], 0), ['title']);
});
