// What the numbered buttons of the box play: the presets.

import { get, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { t } from '../texts.js';

const most = 12;

const boundTo = ({ playlist, station, path }) => playlist ?? station ?? path;

// The presets 1 to 12, and those above that are bound: each with what it plays.
export async function presets() {
  const bound = new Map((await get(['presets'])).map((preset) => [Number(preset.preset), preset]));
  const numbers = new Set([...Array.from({ length: most }, (_, at) => at + 1), ...bound.keys()]);
  return [...numbers].sort((one, other) => one - other).map((number) => {
    const preset = bound.get(number);
    return { number, name: preset && boundTo(preset), isThere: preset?.present === '1' };
  });
}

// Binds a preset to a playlist, station, folder or song; an empty name frees it. The former one can come back.
export const bind = ({ number, name: former }, name, title = name) => attempt(async () => {
  const set = (value) => post('presetset', String(number), ...value ? [value] : []);
  await set(name);
  offer(name ? t('button-plays', { n: number, name: title }) : t('button-freed', { n: number }), () => set(former));
});

// Asks which button plays it.
export const chooseButton = (name, title = name) => attempt(async () => {
  const all = await presets();
  const box = dialog(t('on-button'), h('p', { class: 'muted sheet-hint' }, t('on-button-hint', { name: title })),
    h('ul', { class: 'menu' }, ...all.map((preset) => h('li', {}, h('button', { type: 'button', onclick: () => {
      box.close();
      bind(preset, name, title);
    } }, h('span', { class: 'preset-number' }, String(preset.number)),
    preset.name ? h('bdi', {}, preset.name) : h('span', { class: 'muted' }, t('button-free')),
    preset.name === name ? icon('check') : null)))));
});
