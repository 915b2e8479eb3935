// The chord of the moment, large, and the one that follows it, with the time that is left.

import { h } from '../dom.js';
import { playing, store } from '../store.js';
import { signs, t } from '../texts.js';
import { still } from './chord-lane.js';
import { colour } from './chord.js';

// The root large, the rest smaller.
function nameParts(name) {
  if (name === 'N') return [h('span', {}, '–')];
  const [, root, rest, bass] = /^([A-G][#b]?)([^/]*)(\/.*)?$/.exec(name);
  return [
    h('span', {}, root[0]), root[1] && h('span', { class: 'sign' }, signs(root).slice(1)),
    rest && h('span', { class: 'quality' }, signs(rest)), bass && h('span', { class: 'bass' }, signs(bass)),
  ].filter(Boolean);
}

export class ChordPanels {
  constructor(song) {
    this.song = song;
    this.counting = null;
    this.large = h('div', { class: 'stand-now' });
    this.following = h('div', { class: 'stand-next' });
    this.wait = h('div', { class: 'stand-wait' });
    this.node = h('div', { class: 'stand-stage', 'aria-hidden': 'true' }, this.large,
      h('div', { class: 'stand-side' }, this.following, this.wait));
  }

  show(at) {
    const { song } = this;
    const chord = song.chords[at];
    this.panel(this.large, chord, chord.chord === 'N' || song.capo === 0 ? []
      : [h('span', { class: 'stand-sound' }, t('sounds', { chord: signs(song.sound(chord)) }))]);
    this.panel(this.following, song.chords[at + 1], [h('span', { class: 'stand-label' }, t('coming'))]);
  }

  panel(node, chord, extra) {
    const name = chord && this.song.shape(chord);
    node.replaceChildren(...chord ? [h('span', { class: 'stand-name' }, ...nameParts(name)), ...extra] : []);
    node.classList.toggle('none', !chord || chord.chord === 'N');
    node.classList.toggle('unsure', Boolean(chord) && chord.confidence < 0.5);
    node.style.setProperty('--chord', chord ? colour(chord.chord, chord.confidence) : 'transparent');
    node.style.setProperty('--letters', String(chord ? Math.max(2, name.length) : 2));
  }

  // How long the chord still lasts.
  count(at) {
    const { song } = this;
    this.counting?.cancel();
    const chord = song.chords[at];
    if (!chord) return;
    const seconds = Math.max(chord.start, Math.min(chord.end, song.place()));
    const part = `scaleX(${(chord.end - seconds) / Math.max(0.01, chord.end - chord.start)})`;
    this.wait.style.transform = part;
    if (still.matches || !song.isCurrent() || !playing()) return;
    const duration = (chord.end - seconds) / Number(store.status.speed ?? 1) * 1000;
    this.counting = this.wait.animate([{ transform: part }, { transform: 'scaleX(0)' }], { duration, fill: 'forwards' });
  }

  end() {
    this.counting?.cancel();
  }
}
