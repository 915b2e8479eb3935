import assert from 'node:assert/strict';
import test from 'node:test';
import { chordAt, colour, parse } from '../../page/js/song/chord.js';
import { keyChanges, spell, transpose, transposeKey } from '../../page/js/song/harmony.js';
import { structure } from '../../page/js/song/structure.js';

test('a chord has a root in semitones, a quality and a bass', () => {
  assert.deepEqual(parse('C'), { root: 0, quality: '', bass: null, minor: false });
  assert.deepEqual(parse('F#m7/E'), { root: 6, quality: 'm7', bass: 4, minor: true });
  assert.equal(parse('Cmaj7').minor, false);
  assert.equal(parse('Bdim').minor, true);
  for (const other of ['N', '', 'H', undefined, null]) assert.equal(parse(other), null);
});

test('a chord that is transposed has the signs of its new key', () => {
  assert.equal(transpose('C', 2, 'C'), 'D');
  assert.equal(transpose('Am7', 3, 'Am'), 'Cm7');
  assert.equal(transpose('Bb', 1, 'Bb'), 'B');
  assert.equal(transpose('E/G#', 1, 'A'), 'F/A');
  assert.equal(transpose('C/E', 4, 'C'), 'E/G#');
  assert.equal(transpose('N', 5, 'C'), 'N');
  assert.equal(transpose('E/G#', 12, 'A'), 'E/G#');
});

test('a song that modulates has its keys with their beginnings', () => {
  assert.deepEqual(keyChanges('0.000 C, 62.310 Am'), [{ start: 0, key: 'C' }, { start: 62.31, key: 'Am' }]);
  assert.deepEqual(keyChanges(undefined), []);
});

test('steps up and the same steps down lead back', () => {
  for (const [chord, key] of [['C', 'C'], ['F#m', 'A'], ['Bb/D', 'F'], ['Ebm7', 'Db']]) {
    for (let steps = -5; steps <= 6; steps += 1) {
      const there = transpose(chord, steps, key);
      const back = transpose(there, -steps, transposeKey(key, steps));
      assert.deepEqual(parse(back), parse(chord), `${chord} in ${key} by ${steps}: ${there}, ${back}`);
    }
  }
});

test('a key is transposed to the name with the fewest signs', () => {
  assert.equal(transposeKey('C', 1), 'Db');
  assert.equal(transposeKey('Am', 1), 'Bbm');
  assert.equal(transposeKey('Em', 2), 'F#m');
  assert.equal(transposeKey('G', 12), 'G');
  assert.equal(transposeKey('', -1), 'B');
});

test('a pitch is spelled by its key', () => {
  assert.equal(spell(6, 'G'), 'F#');
  assert.equal(spell(6, 'Db'), 'Gb');
  assert.equal(spell(10, 'F'), 'Bb');
  assert.equal(spell(5, 'F#'), 'E#');
  assert.equal(spell(5, 'C'), 'F');
});

test('the colour of a chord follows its root, and pales where it is not sure', () => {
  assert.match(colour('C'), /^rgb\(\d+ \d+ \d+\)$/);
  assert.equal(colour('N'), 'transparent');
  assert.equal(colour('C7'), colour('C'));
  assert.notEqual(colour('C'), colour('Am'));
  const spread = (text) => {
    const values = text.match(/\d+/g).map(Number);
    return Math.max(...values) - Math.min(...values);
  };
  assert.ok(spread(colour('C', 0.3)) < spread(colour('C', 1)));
});

test('the chord at a place is the last one that began', () => {
  const chords = [{ start: 1 }, { start: 2 }, { start: 4 }];
  assert.deepEqual([0, 1, 1.9, 2, 3.9, 4, 99].map((seconds) => chordAt(chords, seconds)), [-1, 0, 0, 1, 1, 2, 2]);
  assert.equal(chordAt([], 3), -1);
});

test('a progression that comes again is one section with its letter', () => {
  const chords = (names) => names.split(' ').map((chord, at) => ({ chord, start: at, end: at + 1 }));
  const sections = structure(chords('C G Am F C G Am F C G Am F Dm E Dm E Dm E C G Am F C G Am F'));
  assert.deepEqual(sections.map(({ letter, times }) => [letter, times]), [['A', 3], ['B', 3], ['A', 2]]);
  assert.deepEqual(sections.map(({ from, to }) => [from, to]), [[0, 12], [12, 18], [18, 26]]);
});

test('sections cover each chord once, whatever the song is', () => {
  for (const names of ['C', 'C C C', 'N N', 'C G Am F Dm E', 'C G C G C G Am']) {
    const chords = names.split(' ').map((chord, at) => ({ chord, start: at, end: at + 1 }));
    const sections = structure(chords);
    assert.equal(sections[0].from, 0);
    assert.equal(sections.at(-1).to, chords.length);
    sections.slice(1).forEach((section, at) => assert.equal(section.from, sections[at].to));
  }
});
