// The controls of one pad: all that can be set, its part of the file on its waveform.

import { post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h, icon, iconButton, setIcon, setText } from '../dom.js';
import { t, trouble } from '../texts.js';
import { figure } from './figure.js';
import { choiceRow, colourRow, folderRow, lineRow, row, textRow } from './pad-fields.js';
import { PadSettings } from './pad-settings.js';
import { Trim } from './trim.js';

const decibels = (value) => t('decibels', { value: figure(value, value % 1 ? 1 : 0) });
const factor = (value) => t('times', { value: figure(value, 2) });
const gain = { min: -12, max: 12, step: 0.5, show: decibels };

function starButton(settings) {
  const star = iconButton('star', t('favourite'), () => settings.change({ favourite: settings.pad.favourite === '1' ? '0' : '1' }),
    { 'data-key': 'favourite', 'aria-pressed': 'false' });
  settings.on(() => {
    const isFavourite = settings.pad.favourite === '1';
    star.setAttribute('aria-pressed', String(isFavourite));
    setIcon(star, 'star', isFavourite);
  });
  return star;
}

// How it sounds.
const soundRows = (settings) => [
  lineRow(settings, 'volume', 'volume', { min: 0, max: 100, step: 1, show: (value) => t('percent', { value }) }),
  lineRow(settings, 'boost', 'boost', { min: 1, max: 2, step: 0.05, show: factor }),
  lineRow(settings, 'speed', 'speed', { min: 0.25, max: 2, step: 0.05, show: factor }),
  lineRow(settings, 'bass', 'bass', gain), lineRow(settings, 'mid', 'middle', gain), lineRow(settings, 'treble', 'treble', gain),
  h('button', { type: 'button', class: 'chip pad-flat', onclick: () => settings.change({ bass: '0', mid: '0', treble: '0' }) },
    icon('undo'), t('flat')),
];

// What a press does.
const pressRows = (settings) => [
  choiceRow(settings, 'loops', 'loops',
    [['0', '0', t('loops-none')], ['1', '1'], ['2', '2'], ['5', '5'], ['-1', '∞', t('loops-endless')]]),
  choiceRow(settings, 'mode', 'mode', ['once', 'toggle', 'hold', 'layer'].map((mode) => [mode, t(`mode-name-${mode}`)])),
  lineRow(settings, 'duck', 'duck', { min: 0, max: 60, step: 1, show: decibels }),
  textRow(settings, 'delay', 'delay', { type: 'number', min: '0', max: '300', step: '0.1', inputmode: 'decimal' },
    h('span', { class: 'muted' }, t('unit-seconds'))),
  textRow(settings, 'group', 'pad-group', { list: 'pad-groups', placeholder: t('none') }),
];

const present = (values) => [...new Set(values.filter(Boolean))];

class PadControls {
  // `close` closes the controls; `move` moves the pad by one place.
  constructor(id, { close, move }) {
    this.id = id;
    this.title = h('bdi', {});
    const settings = this.settings = new PadSettings(id);
    this.stop = iconButton('stop', t('stop'), () => attempt(() => post('padstop', id)), { solid: true, 'data-needs': 'player' });
    this.groups = h('datalist', { id: 'pad-groups' });
    this.place = h('span', { class: 'pad-place' });
    this.file = h('p', { class: 'muted pad-file' });
    const play = h('button',
      { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => attempt(() => post('pad', id)) },
      icon('play', true), t('play'));
    this.node = h('div', { class: 'pad-controls' },
      h('div', { class: 'pad-play' }, play, this.stop, h('span', { class: 'spring' }), starButton(settings)), settings.note,
      new Trim(settings).node,
      ...soundRows(settings), ...pressRows(settings), this.groups, textRow(settings, 'name', 'name'), folderRow(settings),
      colourRow(settings), row('order', iconButton('back', t('pad-earlier'), () => move(settings.pad, -1)), this.place,
        iconButton('forward', t('pad-later'), () => move(settings.pad, 1))),
      h('button', { type: 'button', class: 'chip danger', onclick: () => this.remove(close) }, icon('trash'), t('remove-pad')),
      this.file);
  }

  remove(close) {
    return attempt(async () => {
      const { file, pad: name } = this.settings.pad;
      await post('padremove', this.id);
      close();
      offer(t('removed', { name }), () => post('padadd', file));
    });
  }

  update(pads) {
    const found = pads.find((one) => one.id === this.id);
    if (!found) return;
    const { settings } = this;
    settings.show(found);
    const { pad } = settings;
    settings.folders = present(pads.map((one) => one.folder));
    this.groups.replaceChildren(...present(pads.map((one) => one.group)).map((name) => h('option', { value: name })));
    setText(this.title, pad.pad);
    const all = pads.filter((one) => one.id.split('-')[0] === this.id.split('-')[0]);
    setText(this.place, t('place-of', { place: all.indexOf(found) + 1, n: all.length }));
    setText(this.file, pad.problem ? `${pad.file}: ${trouble(pad.problem, pad.problem_key)}` : pad.file);
    this.stop.disabled = !pad.playing;
    settings.update();
  }

  end() {
    this.settings.end();
  }
}

export const padControls = (id, actions) => new PadControls(id, actions);
