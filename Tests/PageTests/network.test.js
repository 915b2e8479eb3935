import './browser.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { nameOf, newsOf } from '../../page/js/box/network.js';
import { viewTexts } from '../../page/js/texts.js';

await viewTexts();

test('a try to join is told, and each reason why it failed', () => {
  assert.match(newsOf({ state: 'joining', name: 'Home', error: '' }), /^The box tries “Home”/);
  const news = ['password', 'absent', 'address', 'failed'].map((error) => newsOf({ state: 'open', name: 'Home', error }));
  assert.equal(new Set(news).size, 4);
  assert.ok(news.every((line) => line.includes('“Home”')));
  assert.equal(newsOf({ state: 'open', name: '', error: '' }), '');
});

test('a name has the spaces at its ends that the box has seen', () => {
  assert.equal(nameOf('Home ', ['Home', 'Next door ']), 'Home');
  assert.equal(nameOf('Next door ', ['Home', 'Next door ']), 'Next door ');
});
