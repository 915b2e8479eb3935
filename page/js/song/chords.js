// The music stand: the chord of the moment, those that come, and the structure of the song, transposed as it is played.

import { goBack } from '../address.js';
import { canStayAwake, stayAwake } from '../app.js';
import { batch, get } from '../api.js';
import { attempt, notify } from '../bar.js';
import { h, icon, iconButton, setText } from '../dom.js';
import { everyTick } from '../player/player.js';
import { artistOf, titleOf } from '../songs/names.js';
import { on, store } from '../store.js';
import { number, signs, t } from '../texts.js';
import { ChordLane, still } from './chord-lane.js';
import { ChordMap } from './chord-map.js';
import { ChordPanels } from './chord-panels.js';
import { ChordSearch } from './chord-search.js';
import { StandFingers } from './fingering.js';
import { keyChanges, transposeKey } from './harmony.js';
import { chordsOf } from './marks.js';
import { StandSong } from './stand-song.js';
import { StandTools } from './stand-tools.js';
import { structure } from './structure.js';

export const styles = ['song', 'chords', 'more'];
export const texts = true;

class ChordsView {
  // Without a wanted file it shows the song that plays.
  constructor(wanted) {
    this.wanted = wanted;
    this.song = new StandSong(wanted ?? null);
    this.shown = null;              // the number of the chord that is large
    this.turn = 0;
    this.build();
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.lane.node);
    this.offs = [
      on('state', () => this.state()), on('role', () => { if (this.song.chords.length) this.redraw(); }), on('song', () => {
        if (wanted === undefined) this.load();
        else this.redraw();
      }), everyTick(() => this.tick()), on('analysis', () => this.analysed()),
    ];
    this.seen = () => { if (!document.hidden) this.state(); };
    document.addEventListener('visibilitychange', this.seen);
    this.keys = {
      ArrowLeft: () => this.song.step(-1), ArrowRight: () => this.song.step(1),
      '+': () => this.shift(1), '=': () => this.shift(1), '-': () => this.shift(-1), c: () => this.fret(1),
    };
    this.ready = this.load();
  }

  build() {
    const { song } = this;
    this.title = h('bdi', {});
    this.detail = h('span', { class: 'muted' });
    this.panels = new ChordPanels(song);
    this.lane = new ChordLane(song);
    this.map = new ChordMap(song);
    this.tools = new StandTools(song,
      { shift: (step) => this.shift(step), fret: (step) => this.fret(step), chord: () => this.shown });
    this.fingers = new StandFingers(song);
    this.tools.node.append(this.fingers.chip);
    this.missing = new ChordSearch();
    const top = h('header', { class: 'stand-top' }, iconButton('back', t('back'), () => goBack('#now')),
      h('div', { class: 'stand-names' }, h('h1', { tabindex: '-1' }, this.title), this.detail),
      h('a', { class: 'icon-button', href: '#practice', 'aria-label': t('practice'), title: t('practice') }, icon('speed')));
    this.stand = h('div', { class: 'stand' }, top, this.panels.node, this.fingers.node,
      h('div', { class: 'stand-way', 'aria-hidden': 'true' }, this.lane.node),
      this.tools.node, this.map.node);
    this.structure = h('section', { class: 'page stand-text' }, h('h2', {}, t('structure')), this.map.list,
      h('p', { class: 'stand-hint muted' }, t(canStayAwake ? 'stand-awake' : 'stand-hint')));
    this.node = h('div', { class: 'stand-page' }, this.stand, this.missing.node, this.structure);
  }

  shift(step) {
    this.song.transpose(this.song.steps + step);
    this.redraw();
  }

  fret(step) {
    this.song.setCapo(this.song.capo + step);
    this.redraw();
  }

  redraw() {
    this.tools.showSteps();
    this.describe();
    this.clear();
    this.map.drawList();
    this.tick();
  }

  // Its key is that of the moment.
  describe() {
    const { about, capo, steps } = this.song;
    const key = this.song.keyNow();
    setText(this.detail, [
      artistOf(about ?? {}), key && signs(transposeKey(key, steps)),
      capo > 0 && t('capo-plays', { fret: capo, key: signs(transposeKey(key || 'C', steps - capo)) }),
      about?.bpm && t('bpm', { value: number(Math.round(about.bpm)) }),
    ].filter(Boolean).join(' · '));
  }

  // All that follows the position is to be drawn again.
  clear() {
    this.shown = null;
    this.lane.clear();
  }

  tick() {
    const { song } = this;
    if (!song.chords.length) return;
    this.map.follow(song.place());
    const at = song.chordNow();
    if (at === this.shown) return;
    this.shown = at;
    this.describe();
    this.lane.show(at);
    this.panels.show(at);
    this.fingers.show(...[at, at + 1].map((place) => song.chords[place]).map((chord) => (chord ? song.shape(chord) : '')));
    this.map.show(at);
    if (still.matches) this.lane.anchor();
    this.panels.count(at);
  }

  measure() {
    if (!this.song.chords.length || !this.lane.node.clientWidth) return;
    this.lane.measure();
    this.clear();
    this.tick();
    this.lane.anchor();
  }

  state() {
    this.tools.update();
    this.tick();
    this.lane.anchor();
    this.panels.count(this.shown);
  }

  // Either the stand, or what is in its place.
  showStand(isThere) {
    this.stand.hidden = this.structure.hidden = !isThere;
    this.missing.node.hidden = isThere;
  }

  async load() {
    const { song } = this;
    this.turn += 1;
    this.missing.cancel();
    const mine = this.turn;
    if (this.wanted === undefined) song.file = store.song?.file ?? null;
    const { file } = song;
    if (!file) {
      song.chords = [];
      this.showStand(false);
      this.missing.showNothing();
      return;
    }
    const [found, analysis] = await attempt(() => batch([['lsinfo', file], ['analysis', file]])) ?? [];
    if (mine !== this.turn || !analysis) return;
    song.about = { file, ...[found].flat()[0], bpm: analysis.bpm };
    song.key = analysis.key ?? '';
    song.keys = keyChanges(analysis.key_changes);
    song.length = Number(song.about.duration ?? analysis.duration ?? 0);
    song.chords = Number(analysis.chords) > 0 ? await chordsOf(file).catch(() => []) : [];
    if (mine !== this.turn) return;
    song.recall();
    setText(this.title, titleOf(song.about));
    this.showStand(song.chords.length > 0);
    if (song.chords.length) this.begin();
    else this.missing.show(file, analysis);
  }

  // Draws a song whose chords are there.
  begin() {
    this.sleep ??= stayAwake();
    if (!canStayAwake && !localStorage.standHint && matchMedia('(pointer: coarse)').matches) {
      localStorage.standHint = '1';
      notify(t('stand-hint'));
    }
    this.song.sections = structure(this.song.chords);
    this.map.draw();
    this.redraw();
    this.measure();
    this.state();
  }

  async analysed() {
    const { file } = this.song;
    if (this.missing.node.hidden || !file) return;
    await this.missing.search();
    const analysis = await get(['analysis', file]).catch(() => ({}));
    if (analysis.chords !== undefined || !['none', 'done', undefined].includes(analysis.outcome)) this.load();
  }

  end() {
    this.sleep?.();
    this.turn += 1;
    this.missing.cancel();
    this.lane.end();
    this.panels.end();
    this.observer.disconnect();
    document.removeEventListener('visibilitychange', this.seen);
    this.offs.forEach((off) => off());
  }
}

export const chordsView = (scroller, wanted) => new ChordsView(wanted);
