// What the analysis found of a song, with corrections by people.

import { link } from '../address.js';
import { post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { ask, menu } from '../menu.js';
import { emit } from '../store.js';
import { has, number, signs, t, time } from '../texts.js';
import { facts } from './card.js';
import { keyChanges, spell } from './harmony.js';

const chip = (text, action, name = text) =>
  h('button', { type: 'button', class: 'chip', 'aria-label': name, 'data-needs': 'control', onclick: action }, text);

// Where a value comes from.
const source = (data, kind) => {
  if (data[`${kind}_person`]) return t('by-person');
  if (data[`${kind}_tag`]) return t('by-tag');
  return data[`${kind}_confidence`] === undefined
    ? '' : t('by-analysis', { value: Math.round(data[`${kind}_confidence`] * 100) });
};

// `correct` gets the key that is chosen.
function chooseKey(correct) {
  const keys = [...Array(12).keys()].flatMap((place) => {
    // Around the circle of fifths, each major key with its relative minor.
    const root = (place * 7) % 12;
    const major = spell(root, 'C').replace('Gb', 'F#');
    return [major, `${spell(root + 9, major)}m`];
  });
  const sheet = menu(t('key-set'), keys.map((key) => ({ icon: 'music', text: signs(key), action: () => correct(key) })));
  sheet.classList.add('keys-menu');
}

export function analysisCard(file) {
  const box = h('div', { class: 'analysis' });
  const correct = (kind, value) => attempt(async () => {
    show(await post('analysis', 'set', file, kind, value));
    emit('corrected');
  });
  const value = (name, text, data, kind, ...buttons) => h('div', { class: 'measured' },
    h('span', { class: 'muted' }, name), h('strong', {}, text), h('span', { class: 'muted' }, source(data, kind)),
    h('div', { class: 'chips' }, ...buttons,
      data[`${kind}_person`] && chip(t('as-measured'), () => correct(kind, 'off'), t('as-measured-name', { name }))));

  async function chooseTempo(bpm) {
    const wanted = Number((await ask(t('tempo-set'), bpm ? String(Math.round(bpm * 10) / 10) : '', t('save'))).replace(',', '.'));
    if (wanted) correct('bpm', wanted);
  }

  function show(data) {
    const progress = data.outcome === 'none';
    if (progress || (data.outcome !== 'done' && !data.bpm && !data.key)) {
      box.replaceChildren(h('p', { class: 'muted' },
        has(`outcome-${data.outcome}`) ? t(`outcome-${data.outcome}`) : data.problem ?? data.outcome),
        h('button', { type: 'button', class: 'chip', 'data-needs': 'control', onclick: (event) => {
          event.currentTarget.disabled = true;
          attempt(() => post('analyze', file));
        } }, icon('current'), t('analyse')));
      return;
    }
    const { bpm, key, camelot } = data;
    const halves = bpm ? [bpm >= 40 && chip('½', () => correct('bpm', '/2'), t('tempo-half')),
      bpm <= 250 && chip('×2', () => correct('bpm', 'x2'), t('tempo-double'))] : [];
    const measured = (name, unit) => data[name] !== undefined && `${number(Number(data[name]))} ${unit}`;
    box.replaceChildren(
      value(t('tempo'), bpm ? t('bpm', { value: number(Math.round(bpm * 10) / 10) }) : '–', data, 'bpm', ...halves,
        chip(t('set'), () => chooseTempo(bpm), t('tempo-set'))),
      value(t('key'), key ? [signs(key), camelot].filter(Boolean).join(' · ') : '–', data, 'key',
        chip(t('set'), () => chooseKey((wanted) => correct('key', wanted)), t('key-set'))),
      facts([
        [t('key-changes'), keyChanges(data.key_changes).map((part) => `${signs(part.key)} ${time(part.start)}`).join(' · ')],
        [t('loudness'), measured('loudness', 'LUFS')], [t('loudness-range'), measured('loudness_range', 'LU')],
        [t('true-peak'), measured('true_peak', 'dB')], [t('tuning'), measured('tuning', 'cent')],
        [t('chords'), data.chords > 0
          && h('a', { href: link('chords', file), class: 'text-link' }, t('chords-open', { n: Number(data.chords) }))],
      ].map(([name, text]) => [name, text || ''])));
  }
  return { node: box, show };
}
