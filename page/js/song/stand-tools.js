// The tools under the music stand: play, loop and speed, and how the song is transposed.

import { post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon, iconButton, label, setIcon, setText } from '../dom.js';
import { times, toggle } from '../player/player.js';
import { speedSheet } from '../player/tools.js';
import { playing, store } from '../store.js';
import { t } from '../texts.js';

// A number with a button at each side.
function stepper(name, step, shortcuts) {
  const value = h('output', { class: 'stepper-value' });
  return {
    show: (text, isOn) => {
      setText(value, text);
      value.classList.toggle('on', isOn);
    },
    node: h('div', { class: 'stepper', role: 'group', 'aria-label': name }, h('span', { class: 'stepper-name' }, name),
      iconButton('minus', `${name} −`, () => step(-1), { 'aria-keyshortcuts': shortcuts[0] }), value,
      iconButton('plus', `${name} +`, () => step(1), { 'aria-keyshortcuts': shortcuts[1] })),
  };
}

export class StandTools {
  // `shift` and `fret` change the transposition and the capo by steps; `chord` gives the number of the current chord.
  constructor(song, { shift, fret, chord }) {
    this.song = song;
    this.play = iconButton('play', t('play'), () => (song.isCurrent() ? toggle() : song.jump(0)),
      { class: 'play-button', solid: true, 'data-needs': 'player' });
    this.loop = h('button', { type: 'button', class: 'chip', 'data-needs': 'player', onclick: () => attempt(() => (
      store.status.loopend !== undefined ? post('loop', 'off') : song.repeatRound(chord()))) }, icon('loop'),
      h('span', {}, t('loop')));
    this.pace = h('button',
      { type: 'button', class: 'chip', 'data-needs': 'player', onclick: speedSheet, 'aria-label': t('speed') },
      icon('speed'), h('span', {}));
    this.shift = stepper(t('transpose'), shift, ['-', '+']);
    this.fret = stepper(t('capo'), fret, ['', 'c']);
    this.node = h('div', { class: 'stand-tools' }, this.play, this.loop, this.pace, this.shift.node, this.fret.node);
  }

  showSteps() {
    const { steps, capo } = this.song;
    this.shift.show(steps > 0 ? `+${steps}` : steps < 0 ? `−${-steps}` : '0', steps !== 0);
    this.fret.show(String(capo), capo !== 0);
  }

  update() {
    const current = this.song.isCurrent();
    const plays = current && playing();
    setIcon(this.play, plays ? 'pause' : 'play', true);
    label(this.play, plays ? t('pause') : t('play'));
    this.loop.setAttribute('aria-pressed', String(current && store.status.loopend !== undefined));
    setText(this.pace.lastChild, times(store.status.speed ?? 1));
    this.pace.setAttribute('aria-label', `${t('speed')} ${times(store.status.speed ?? 1)}`);
  }
}
