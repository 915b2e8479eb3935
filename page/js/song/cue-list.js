// The cues of a song in rows, and a loop between any two of them.

import { batch, post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon, iconButton } from '../dom.js';
import { may } from '../store.js';
import { t, time } from '../texts.js';
import { cueSheet } from './cue-sheet.js';
import { precise } from './cue-time.js';
import { cueName } from './marks.js';

export class CueList {
  constructor(changes) {
    this.changes = changes;
    this.cues = [];
    this.list = h('ul', { class: 'cue-list', role: 'list' });
    this.ends = ['loop-first', 'loop-second'].map((name) => h('select', { class: 'select', 'aria-label': t(name) }));
    this.between = h('div', { class: 'cue-between', 'data-needs': 'player', hidden: true }, h('span', {}, t('loop')), this.ends[0],
      h('span', { 'aria-hidden': 'true' }, '→'), this.ends[1],
      h('button', { type: 'button', class: 'chip', onclick: () => this.loopBetween() }, icon('loop'), t('loop-start')));
  }

  loop(...numbers) {
    return attempt(() => batch([['cueplay', this.changes.file, numbers[0]], ['loopcue', ...numbers]]));
  }

  loopBetween() {
    const placeOf = (number) => this.cues.findIndex((cue) => cue.cue === number);
    const numbers = this.ends.map((select) => select.value).sort((one, other) => placeOf(one) - placeOf(other));
    if (numbers[0] !== numbers[1]) this.loop(...numbers);
  }

  show(cues) {
    this.cues = cues;
    this.list.replaceChildren(...cues.map((cue) => this.row(cue)));
    this.between.hidden = cues.length < 2;
    this.ends.forEach((select, number) => {
      const { value } = select;
      select.replaceChildren(...cues.map((cue) => h('option', { value: cue.cue }, `${cueName(cue)} ${time(cue.time)}`)));
      select.value = cues.some((cue) => cue.cue === value) ? value : cues[number]?.cue;
    });
  }

  row(cue) {
    const { changes } = this;
    const name = cueName(cue);
    const range = cue.end === undefined ? precise(cue.time) : `${precise(cue.time)} – ${precise(cue.end)}`;
    const shown = h('i', { class: 'cue', 'data-type': cue.type, 'aria-hidden': 'true' });
    if (cue.colour) shown.style.setProperty('--cue', `#${cue.colour}`);
    return h('li', { class: 'row' }, h('button', {
      type: 'button', class: 'row-main', disabled: !may('player'), 'aria-label': t('cue-play', { name, place: range }),
      onclick: () => attempt(() => post('cueplay', changes.file, cue.cue)),
    }, shown, h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, name), h('span', { class: 'row-detail' }, range))),
    cue.end !== undefined && iconButton('loop', t('cue-loop-name', { name }), () => this.loop(cue.cue), { 'data-needs': 'player' }),
    iconButton('pencil', t('cue-edit-name', { name }), () => cueSheet(cue, changes), { 'data-needs': 'control' }));
  }
}
