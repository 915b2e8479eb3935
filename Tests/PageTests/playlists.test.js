import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { partOf, precise } = await import('../../page/js/playlists/part.js');
const { fieldsOf, find, put, takeOut } = await import('../../page/js/playlists/entries.js');
const { entryLines, headLines } = await import('../../page/js/playlists/m3u.js');
const { grouped } = await import('../../page/js/playlists/groups.js');
const { base64 } = await import('../../page/js/playlists/base64.js');

// A jukebox with one playlist of these entries; `commands` are those that it was sent.
function jukebox(entries) {
  const commands = [];
  const part = (range) => {
    const [from, to] = range.split(':').map(Number);
    return entries.slice(from, to);
  };
  globalThis.fetch = async (url, options = {}) => {
    const lists = options.body ? JSON.parse(options.body) : null;
    if (lists) commands.push(...lists);
    const answer = (words) => (words[0] === 'playlistentries' ? part(words.at(-1)) : { added: '1' });
    const body = lists ? lists.map(answer) : answer(url.slice('/api/'.length).split('/').map(decodeURIComponent));
    return { ok: true, status: 200, json: async () => body };
  };
  return commands;
}

test('the part of an entry is the whole song where nothing is set', () => {
  assert.deepEqual(partOf({ duration: '100' }), { start: 0, end: 100, length: 100, fadeIn: 0, fadeOut: 0 });
  assert.deepEqual(partOf({ duration: '100', Range: '5.5-', Crossfade: '4' }, '3'),
    { start: 5.5, end: 100, length: 100, fadeIn: 3, fadeOut: 4 });
  assert.deepEqual(partOf({ duration: '100', Range: '-60' }).end, 60);
});

test('a place is written with tenths', () => {
  assert.deepEqual([0, 4.54, 59.96, 64.5, 605].map(precise), ['0:00.0', '0:04.5', '1:00.0', '1:04.5', '10:05.0']);
});

test('what is set of an entry ends with its notes', () => {
  assert.deepEqual(fieldsOf({ Range: '1-2', Gain: '-3', Crossfade: '0', Notes: ['a', 'b'] }),
    ['start', '1', 'end', '2', 'gain', '-3', 'crossfade', '0', 'notes', 'a', 'b']);
  assert.deepEqual(fieldsOf({}), []);
});

test('entries are found by file at the nearest place, each once', async () => {
  jukebox(['a', 'b', 'a', 'c', 'a'].map((file) => ({ file })));
  assert.deepEqual((await find('Mix', [{ file: 'a', Pos: '3' }, { file: 'a', Pos: '3' }])).map(({ at }) => at), [2, 4]);
  assert.equal((await find('Mix', [{ file: 'c', Pos: '0' }]))[0].before.file, 'a');
  assert.equal(await find('Mix', [{ file: 'd', Pos: '0' }]), null);
});

test('songs go in by commands of at most 128 words', async () => {
  const commands = jukebox([]);
  const added = await put('Mix', { uris: Array.from({ length: 250 }, (_, at) => `S/${at}.flac`) }, true);
  assert.deepEqual(commands.map((words) => words.length), [104, 104, 54]);
  assert.deepEqual(commands[0].slice(0, 5), ['playlistput', 'Mix', 'new', 'uri', 'S/0.flac']);
  assert.equal(added, 3);
});

test('what is taken out goes from the end, and comes back with what was set', async () => {
  const commands = jukebox([{ file: 'a' }, { file: 'b', Gain: '2' }, { file: 'c' }]);
  const back = await takeOut('Mix', [1, 0]);
  assert.deepEqual(commands.filter(([word]) => word === 'playlistdelete').map((words) => words[2]), ['1', '0']);
  commands.length = 0;
  await back();
  assert.deepEqual(commands, [
    ['playlistput', 'Mix', 'position', '0', 'uri', 'a'], ['playlistput', 'Mix', 'position', '1', 'uri', 'b'],
    ['playlistentryset', 'Mix', '1', 'fields', 'gain', '2'],
  ]);
});

test('a song that is missing has no way back', async () => {
  jukebox([{ file: 'a', absent: '1' }]);
  assert.equal(await takeOut('Mix', [0]), null);
});

test('bytes are written as base64', () => {
  assert.equal(base64(new Uint8Array([0, 255, 16, 7])), 'AP8QBw==');
});

test('an entry is lines of an M3U file, each in one line', () => {
  assert.deepEqual(headLines('Mix\r\n2'), ['#EXTM3U', '#PLAYLIST:Mix 2']);
  assert.deepEqual(entryLines({ file: 'S/a.flac', duration: '61.6', Artist: 'A', Title: 'B\nC', Album: 'D', Range: '5.50-' }),
    ['#EXTINF:62,A - B C', '#EXTALB:D', '#EXTVLCOPT:start-time=5.5', 'S/a.flac']);
  assert.deepEqual(entryLines({ file: '#1.flac' }), ['#EXTINF:-1,#1', './#1.flac']);
  assert.deepEqual(entryLines({ file: 'S/a.flac', named: 'old/a.flac', Range: '-9' }).slice(1),
    ['#EXTVLCOPT:stop-time=9', 'old/a.flac']);
});

test('a heading has the number of its songs', () => {
  const items = grouped('Mix', [{ group: 'A' }, { file: 'a' }, { file: 'b' }, { group: '' }, { file: 'c' }]);
  assert.deepEqual(items.map(({ count }) => count), [2, undefined, undefined, 1, undefined]);
  assert.equal(items[1].of, 'Mix');
});
