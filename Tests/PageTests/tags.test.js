import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { changesOf, commonOf, editsOf, wordsOf } = await import('../../page/js/files/tag-changes.js');

const songs = [
  { file: 'a', Title: 'One', Artist: 'A', Genre: ['Jazz', 'Soul'], Track: '1' },
  { file: 'b', Title: 'Two', Artist: 'B', Genre: ['Jazz', 'Soul'] },
];

test('what songs have in common is one value, else null', () => {
  assert.deepEqual(commonOf(songs, ['Artist', 'Genre', 'Album']), { Artist: null, Genre: 'Jazz; Soul', Album: '' });
});

test('only songs that change are written, with their own tags and those of all', () => {
  const changes = changesOf(songs, { Artist: 'A' }, [{ Track: '1', Title: 'One' }, { Track: '2', Title: 'Two' }]);
  assert.deepEqual(changes.map(({ song, tags }) => [song.file, tags]), [
    ['b', [{ tag: 'Track', from: '', to: '2' }, { tag: 'Artist', from: 'B', to: 'A' }]],
  ]);
  assert.deepEqual(changesOf(songs, { Genre: 'Jazz; Soul' }), []);
});

test('several values of a tag are several words, and an empty one removes the tag', () => {
  assert.deepEqual(wordsOf([{ tag: 'Genre', to: 'Jazz; Soul;' }, { tag: 'Date', to: '' }]),
    ['Genre', 'Jazz', 'Genre', 'Soul', 'Date', '']);
});

test('a semicolon is a part of a title, an album, a comment and a date', () => {
  assert.deepEqual(wordsOf([{ tag: 'Title', to: 'Wait; Stop' }, { tag: 'Album', to: 'One; Two' }, { tag: 'Artist', to: 'A; B' },
    { tag: 'Comment', to: '' }]), ['Title', 'Wait; Stop', 'Album', 'One; Two', 'Artist', 'A', 'Artist', 'B', 'Comment', '']);
});

test('a field that nobody touched changes nothing, also where the song has a second value', () => {
  const began = { Track: '1', Title: 'First' };
  const song = { file: 'a', Track: '1', Title: ['First', 'Second'] };
  assert.deepEqual(changesOf([song], {}, [editsOf(began, { ...began })]), []);
  assert.deepEqual(changesOf([song], {}, [editsOf(began, { ...began, Track: '2' })]).map(({ tags }) => tags),
    [[{ tag: 'Track', from: '1', to: '2' }]]);
});
