// The cards of the sound: outputs, crossfade, channels, and the limits of the volume.

import { batch, post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { store } from '../store.js';
import { number, t } from '../texts.js';
import { card, fact, fixed, put, select, slider } from './card.js';

// An output with its switch; a further one has a volume of its own.
function outputRow(output, may, done) {
  const own = /^volume=(\d+)$/.exec([output.attribute ?? []].flat().find((text) => text.startsWith('volume=')) ?? '');
  const line = own && may.has('outputset') && slider(t('output-volume'), {
    min: 0, max: 100, step: 1, value: () => own[1], show: (value) => t('percent', { value }),
    action: (value) => post('outputset', output.outputid, 'volume', value),
  });
  line?.update?.();
  return h('li', {}, h('label', { class: 'switch-row' }, icon('speaker'), h('bdi', {}, output.outputname), h('input', {
    type: 'checkbox', role: 'switch', class: 'switch', checked: output.outputenabled === '1', disabled: !may.has('enableoutput'),
    onchange: (event) =>
      attempt(() => post(event.target.checked ? 'enableoutput' : 'disableoutput', output.outputid)).then(done),
  })), line ? line.node : '');
}

// What has to be done at the box for music in other rooms.
const roomSteps = () => h('details', { class: 'box-rooms' }, h('summary', {}, t('other-rooms')),
  h('p', { class: 'muted' }, t('other-rooms-hint')),
  h('div', { class: 'fixed' }, h('code', {}, 'sudo apt install snapserver\nsudo jukebox rooms --set-up')));

export function sound(may) {
  const rooms = roomSteps();
  const outputs = h('ul', { class: 'box-list', role: 'list', 'aria-label': t('outputs') });
  const facts = h('dl', { class: 'box-facts' });
  let gain = 'off';
  const lines = [
    slider(t('crossfade'), {
      min: 0, max: 15, step: 1, value: () => store.status.xfade ?? 0, action: (seconds) => post('crossfade', seconds),
      show: (value) => (value ? t('seconds-value', { value: number(value) }) : t('off')),
    }),
    select(t('mix-ramp'), [['nan', t('off')], ...[0, 1, 2, 4, 8].map((seconds) =>
      [String(seconds), t('seconds-value', { value: number(seconds) })])], () => store.status.mixrampdelay ?? 'nan',
    (seconds) => post('mixrampdelay', seconds)),
    select(t('replay-gain'), ['off', 'track', 'album', 'auto'].map((mode) => [mode, t(`gain-${mode}`)]), () => gain,
      (mode) => post('replay_gain_mode', mode)),
    select(t('channels'), ['stereo', 'mono', 'left', 'right', 'swapped'].map((mode) => [mode, t(`channels-${mode}`)]),
      () => store.status.channels ?? 'stereo', (mode) => post('channels', mode)),
    slider(t('balance'), {
      min: -100, max: 100, step: 5, value: () => store.status.balance ?? 0, action: (value) => post('balance', value),
      show: (value) => (value === 0
        ? t('balance-middle') : t(value < 0 ? 'balance-left' : 'balance-right', { value: Math.abs(value) })),
    }),
  ];

  async function fill() {
    const [all, engine, mode] = await batch([['outputs'], ['engine'], ['replay_gain_status']]);
    gain = mode.replay_gain_mode ?? 'off';
    const focused = [...outputs.querySelectorAll('input')].indexOf(document.activeElement);
    outputs.replaceChildren(...all.map((output) => outputRow(output, may, fill)));
    rooms.hidden = all.length > 1;
    outputs.querySelectorAll('input')[focused]?.focus();
    const format = (engine.format ?? '').split(':');
    put(facts, fact(t('device'), h('bdi', {}, engine.device ?? '')),
      format.length === 3 && fact(t('format'),
        t('format-of', { rate: number(Number(format[0]) / 1000), bits: format[1].replace(/\D+/g, '') || format[1],
          channels: format[2] })),
      fact(t('underruns'), number(Number(engine.underruns ?? 0))),
      store.status.released === '1' && fact('', t('released')));
    update();
  }
  const update = () => lines.forEach((line) => line.update());
  return {
    node: card('sound', t('sound'), outputs, may.has('enableoutput') ? null : h('p', { class: 'fixed' }, t('outputs-need')),
      h('div', { class: 'box-lines', 'data-needs': 'player' }, ...lines.map((line) => line.node)), facts, rooms),
    fill, update, events: ['outputs', 'state'],
  };
}

export function limits(may) {
  const facts = h('dl', { class: 'box-facts' });
  const update = () => {
    const { ceiling = '100', floor = '0', night } = store.status;
    put(facts, fact(t('maximum'), t('percent', { value: Number(ceiling) })),
      Number(floor) > 0 && fact(t('minimum'), t('percent', { value: Number(floor) })),
      fact(t('night'), night === '1' ? t('night-now') : t('night-not')));
    // With the permission to change them there are settings for it.
    if (may.has('settingset')) return;
    line.replaceWith(line = fixed('player', night === '1' ? `night-volume = ${ceiling}` : `max-volume = ${ceiling}`));
  };
  let line = h('p', {});
  const node = card('limits', t('volume'), facts, line);
  return { node, update, events: ['state'] };
}
