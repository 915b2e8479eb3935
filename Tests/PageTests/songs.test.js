import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { artistOf, byOf, one, stickOf, titleOf } = await import('../../page/js/songs/names.js');
const {
  adding, albumFilter, albumOf, albumSource, filterSource, folderSource, playlistSource, songsSource,
} = await import('../../page/js/songs/sources.js');
const { link, place } = await import('../../page/js/address.js');

test('a song without a title has the name of its station, stream or file', () => {
  assert.equal(titleOf({ Title: ['First', 'Second'], file: 'a/b.flac' }), 'First');
  assert.equal(titleOf({ Name: 'A station', file: 'http://host/live' }), 'A station');
  assert.equal(titleOf({ file: 'http://user:word@host.example/live?' }), 'host.example/live');
  assert.equal(titleOf({ file: 'Stick/Folder/04 No. 5.flac' }), '04 No. 5');
  assert.equal(titleOf({}), '');
});

test('below a title stands the artist, or the station that plays it', () => {
  assert.equal(byOf({ Artist: ['One', 'Two'] }), 'One');
  assert.equal(artistOf({ AlbumArtist: 'Many' }), 'Many');
  assert.equal(byOf({ Title: 'News', Name: 'A station' }), 'A station');
  assert.equal(byOf({ Name: 'A station' }), '');
  assert.equal(stickOf({ file: 'Stick/a.flac' }), 'Stick');
  assert.equal(one(undefined), '');
});

test('an album without an album artist is known by the folder of its discs', () => {
  assert.equal(albumOf({ file: 'S/Box/CD 2/1.flac', Album: 'Box', Artist: 'A' }).AlbumFolder, 'S/Box');
  assert.equal(albumOf({ file: 'S/Box/1.flac', Album: 'Box' }).AlbumFolder, 'S/Box');
  assert.equal(albumOf({ file: '1.flac', Album: 'Box' }).AlbumFolder, '/');
  assert.equal(albumOf({ file: 'S/Box/1.flac', Album: 'Box', AlbumArtist: 'A' }).AlbumFolder, '');
});

test('the filter of an album names its artist or its folder, with quotes that are safe', () => {
  assert.equal(albumFilter({ Album: 'A "B" \\', AlbumArtist: 'C' }), '((Album == "A \\"B\\" \\\\") AND (AlbumArtist == "C"))');
  assert.equal(albumFilter({ Album: 'A', AlbumFolder: 'S/A' }), '((Album == "A") AND (AlbumFolder == "S/A"))');
  assert.equal(albumFilter({ Album: 'A', AlbumArtist: 'C', AlbumFolder: '' }),
    '((Album == "A") AND (AlbumArtist == "C") AND (AlbumFolder == ""))');
});

test('a source is added by the commands of its kind, at a place or at the end', () => {
  assert.deepEqual(adding(filterSource('x', '(a)')), [['findadd', '(a)']]);
  assert.deepEqual(adding(filterSource('x', '(a)'), '+0'), [['findadd', '(a)', 'position', '+0']]);
  assert.deepEqual(adding(playlistSource('Mix'), '+0'), [['load', 'Mix', '0:', '+0']]);
  assert.deepEqual(adding(folderSource('F', 'S/F')), [['add', 'S/F']]);
  assert.deepEqual(adding(songsSource('x', [{ file: 'a' }, { file: 'b' }]), '+0'), [['add', 'a', '+0'], ['add', 'b', '+1']]);
  assert.deepEqual(adding(songsSource('x', [{ file: 'a' }, { file: 'b' }]), '7'), [['add', 'a', '7'], ['add', 'b', '8']]);
  assert.equal(albumSource({ Album: '', AlbumArtist: 'A' }).name, 'No album');
});

test('an entry of a playlist is added with its part', () => {
  assert.deepEqual(adding(songsSource('x', [{ file: 'a', of: 'Mix', Pos: '4' }])), [['load', 'Mix', '4:5']]);
});

test('an address gives back the words that made it', () => {
  for (const words of [['album', 'AC/DC', 'Back #1'], ['folder', 'a b/c%'], ['playlist', 'ä → ö']]) {
    globalThis.location = { hash: link(...words) };
    assert.deepEqual(place(), words);
  }
  globalThis.location = { hash: '#folder/100%' };
  assert.deepEqual(place(), ['folder', '100%']);
});
