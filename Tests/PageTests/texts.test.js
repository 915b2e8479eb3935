import './browser.js';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const { languages } = await import('../../page/js/texts.js');
const page = new URL('../../page/', import.meta.url);
const names = Object.keys(languages);

const filesOf = (folder) => readdirSync(new URL(folder, page)).filter((name) => name.endsWith('.js')).sort();

async function textsOf(folder) {
  const files = await Promise.all(names.map((name) => import(new URL(`${folder}${name}.js`, page))));
  return Object.fromEntries(files.map((file, at) => [names[at], file.default]));
}

const first = await textsOf('texts/');
const later = await textsOf('texts/views/');

const variables = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join(' ');

test('each language of the page has its files', () => {
  const expected = names.map((name) => `${name}.js`).sort();
  assert.deepEqual(filesOf('texts/'), expected);
  assert.deepEqual(filesOf('texts/views/'), expected);
});

test('each text is in each language, with the same variables', () => {
  for (const texts of [first, later]) {
    for (const name of names) {
      assert.deepEqual(Object.keys(texts[name]).sort(), Object.keys(texts.en).sort(), name);
      for (const [key, text] of Object.entries(texts[name])) {
        assert.notEqual(text.trim(), '', `${key} in ${name}`);
        assert.equal(text, text.trim(), `${key} in ${name}`);
        assert.equal(variables(text), variables(texts.en[key]), `${key} in ${name}`);
      }
    }
  }
});

test('a text with a number has both forms', () => {
  for (const texts of [first.en, later.en]) {
    for (const key of Object.keys(texts).filter((name) => /\.(one|other)$/.test(name))) {
      const both = [key.replace(/\.\w+$/, '.one'), key.replace(/\.\w+$/, '.other')];
      assert.ok(both.every((name) => Object.hasOwn(texts, name)), key);
    }
  }
});

test('the modules ask for texts that exist', () => {
  const all = { ...first.en, ...later.en };
  const scripts = readdirSync(new URL('js/', page), { recursive: true }).filter((name) => name.endsWith('.js'));
  const asked = scripts.flatMap((name) => [...readFileSync(new URL(`js/${name}`, page), 'utf8').matchAll(/\bt\('([\w.-]+)'[,)]/g)]);
  assert.ok(asked.length > 300, `${asked.length} are found`);
  for (const [, key] of asked) assert.ok(key in all || `${key}.other` in all, key);
});
