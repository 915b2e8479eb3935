// The keys of the page.

import { h } from './dom.js';
import { dialog } from './menu.js';
import { t } from './texts.js';

export const texts = true;

const keys = [
  ['key-space', 'key-play'], ['←  →', 'key-seek'], ['↑  ↓', 'key-volume'], ['N  P', 'key-skip'], ['M', 'mute'],
  ['/', 'search'], ['1–9', 'key-pads'], ['U', 'undo'], ['Alt ↑ ↓', 'key-move'], ['key-delete', 'key-remove'],
  ['key-row-space', 'key-select'], ['Shift ↑ ↓', 'key-select-more'],
  ['←  →  +  −  C', 'key-chords'], ['A', 'key-cue'], ['?', 'key-help'],
];

export const keyList = () => h('dl', { class: 'keys' }, ...keys.flatMap(([key, text]) => [
  h('dt', {}, h('kbd', {}, key.startsWith('key-') ? t(key) : key)), h('dd', {}, t(text)),
]));

export const showKeys = () => dialog(t('keys'), keyList());
