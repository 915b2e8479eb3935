import assert from 'node:assert/strict';
import test from 'node:test';
import { fold, words } from '../../page/js/letters.js';
import { ink } from '../../page/js/colour.js';

test('letters are found as they are typed', () => {
  for (const [text, typed] of [
    ['Björk', 'bjork'], ['Motörhead', 'motorhead'], ['Łódź', 'lodz'], ['Straße', 'strasse'], ['Æther', 'aether'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Ｒｏｏｓｔｅｒ', 'rooster'], ['٣', '3'], ['ひらがな', 'ヒラガナ'], ['ガ', 'ガ'],
  ]) assert.equal(fold(text), fold(typed), text);
  assert.equal(fold('plain TEXT 1'), 'plain text 1');
});

test('words stand apart, and an ideograph is one by itself', () => {
  assert.equal(words('AC/DC - Back in Black!'), 'ac dc back in black');
  assert.equal(words('東京 Jazz'), '東 京 jazz');
  assert.equal(words('...'), '');
});

test('the ink on a colour is the one with more contrast', () => {
  assert.equal(ink('FFFFFF'), '#000000');
  assert.equal(ink('F5C542'), '#000000');
  assert.equal(ink('000000'), '#FFFFFF');
  assert.equal(ink('202060'), '#FFFFFF');
});
