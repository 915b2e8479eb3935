// The card of the numbered buttons: what each plays.

import { attempt } from '../bar.js';
import { h, iconButton } from '../dom.js';
import { bind, presets } from '../radio/buttons.js';
import { replace } from '../songs/queueing.js';
import { t } from '../texts.js';
import { card } from './card.js';

const press = ({ number, name }) => attempt(() => replace([['preset', String(number)]], t('plays', { name })));

const row = (preset, may) => h('li', { class: preset.isThere ? 'preset' : 'preset absent' },
  h('span', { class: 'preset-number' }, String(preset.number)), h('bdi', { class: 'row-text' }, preset.name),
  may.has('preset') && iconButton('play', t('play-name', { name: preset.name }), () => press(preset), { solid: true }),
  may.has('presetset') && iconButton('remove', t('free-button', { n: preset.number }), () => bind(preset, '')));

export function buttonPresets(may) {
  const box = h('ul', { class: 'box-list box-presets', role: 'list' });
  async function fill() {
    const bound = (await presets()).filter(({ name }) => name);
    box.replaceChildren(...bound.map((preset) => row(preset, may)));
    if (bound.length === 0) box.append(h('li', { class: 'muted' }, t('no-button-bound')));
  }
  return { node: card('presets', t('what-buttons-play'), h('p', { class: 'muted' }, t('what-buttons-play-hint')), box), fill,
    events: ['playlists', 'database'] };
}
