// The song that plays: cover, names, chords, waveform, transport, volume, tools, and what comes next.

import { link } from '../address.js';
import { get, isStream, post, Refusal } from '../api.js';
import { attempt } from '../bar.js';
import { songCover, tint } from '../cover.js';
import { emptyNote, h, icon, iconButton, label, setIcon, setText, styled } from '../dom.js';
import { mixButtons, repaint } from '../songs/mixes.js';
import { songMenu } from '../songs/menus.js';
import { artistOf, byOf, one, titleOf } from '../songs/names.js';
import { albumLink, albumOf } from '../songs/sources.js';
import { favourite, rate } from '../songs/taste.js';
import { stars } from '../stars.js';
import { duration, emit, may, on, position, store } from '../store.js';
import { number, signs, t } from '../texts.js';
import { everyTick, seek, sleepText, times, transport } from './player.js';
import { volume } from './volume.js';
import { Wave } from './wave.js';

// A button with a word; the word changes to the value while it is not the usual one.
function tool(name, tag, properties) {
  const word = h('span', {}, t(name));
  const button = h(tag, { class: 'tool', ...properties }, icon(name), word);
  return {
    node: button,
    show: (value) => {
      button.classList.toggle('on', Boolean(value));
      setText(word, value || t(name));
    },
  };
}

// A sheet of the tools, whose module comes with the first tap.
const sheet = (name) => () => attempt(async () => {
  const tools = await import('./tools.js').then(styled).catch(() => Promise.reject(new Refusal(0, {})));
  return tools[name]();
});

// The names of a song, as links to what they name.
export class SongNames {
  constructor(level) {
    this.title = h('bdi', {});
    this.about = h('a', { class: 'quiet-link' }, this.title);
    this.artist = h('a', { class: 'quiet-link' });
    this.album = h('a', { class: 'quiet-link' });
    this.dot = h('span', { 'aria-hidden': 'true' }, ' · ');
    this.facts = h('span', { class: 'now-facts' });
    this.node = h('div', { class: 'now-text' }, h(level, level === 'h1' ? { tabindex: '-1' } : {}, this.about),
      h('p', { class: 'muted' }, h('span', {}, this.artist, this.dot, this.album), this.facts));
  }

  show(song) {
    const { about, album, artist } = this;
    const to = (node, isThere, address) => (isThere ? node.setAttribute('href', address) : node.removeAttribute('href'));
    setText(this.title, titleOf(song));
    to(about, !isStream(song.file), link('song', song.file));
    setText(artist, byOf(song) || (isStream(song.file) ? '' : t('unknown-artist')));
    to(artist, artistOf(song), link('artist', artistOf(song)));
    setText(album, one(song.Album));
    album.hidden = this.dot.hidden = !song.Album || one(song.Album) === byOf(song);
    to(album, true, albumLink(albumOf(song)));
  }
}

// All that the first view needs is there.
const firstView = new Promise((done) => {
  if (performance.getEntriesByName('first-view').length) done();
  else on('first-view', done);
});

// Cues, chapters and chords come after the song itself, in a module of their own.
class SongMarks {
  constructor(strip, facts) {
    Object.assign(this, { strip, facts });
    this.row = h('div', { class: 'now-chords', hidden: true });
    this.module = null;
    this.analysed = false;
  }

  clear() {
    this.strip.marks.replaceChildren();
    this.strip.strip.hidden = this.facts.hidden = true;
  }

  tick() {
    this.chords?.tick(position());
  }

  async show() {
    const { row, strip } = this;
    const file = store.song?.file;
    if (!file) return;
    if (isStream(file)) {
      row.hidden = true;
      return;
    }
    await firstView;
    const module = this.module ?? await import('../song/marks.js').catch(() => null);
    if (!module) return;
    const found = await module.marksOf(file).catch(() => ({ cues: [], chapters: [], chords: [], analysis: {} }));
    if (store.song?.file !== file) return;
    if (!this.module) {
      this.module = module;
      this.chords = module.chordRow((chord) => may('player') && seek(chord.start));
      row.append(this.chords.node);
    }
    module.drawMarks(strip.marks, found, duration());
    module.drawStrip(strip.strip, found.chords, duration());
    strip.nameAt = (seconds) => module.nameAt(found, seconds);
    row.hidden = found.chords.length === 0;
    this.chords.show(found.chords);
    this.tick();
    const { bpm, key, outcome, chords: count } = found.analysis;
    // Tempo and key may come before the chords.
    this.analysed = count !== undefined || !['none', 'done', undefined].includes(outcome);
    setText(this.facts, [bpm && t('bpm', { value: number(Math.round(bpm)) }),
      key && signs(key)].filter(Boolean).join(' · '));
    this.facts.hidden = !this.facts.textContent;
  }
}

// The tools that have a sheet; each shows its value.
function soundTools() {
  const button = (name, action) => tool(name, 'button', { type: 'button', 'data-needs': 'player', onclick: sheet(action) });
  const all = { loop: button('loop', 'loopSheet'), speed: button('speed', 'speedSheet'),
    sound: button('equaliser', 'equaliserSheet'), sleep: button('sleep', 'sleepSheet') };
  return {
    ...all, node: h('div', { class: 'tools', role: 'group', 'aria-label': t('tools') },
      tool('chords', 'a', { href: '#chords' }).node, ...Object.values(all).map((one) => one.node)),
    show: ({ eq, loopend, speed }) => {
      all.loop.show(loopend !== undefined && t('on'));
      all.speed.show(speed !== undefined && times(speed));
      all.sound.show(eq !== undefined && t('on'));
    },
  };
}

const playerEntries = () => [{ icon: 'chords', text: t('chords'), action: () => { location.hash = '#chords'; } }];
const setTint = (colour) =>
  (colour ? document.documentElement.style.setProperty('--tint', colour) : document.documentElement.style.removeProperty('--tint'));

class NowView {
  constructor() {
    this.file = undefined;          // of the song that is shown
    this.next = undefined;          // the next one and the version of the queue that it is of
    this.isFirst = true;
    this.note = '';                 // of what is shown without a song
    this.asking = 0;
    this.lyrics = null;
    this.build();
    on('state', () => this.update());
    on('stickers', () => {
      this.personal();
      this.marks.show();
    });
    on('analysis', () => { if (!this.marks.analysed) this.marks.show(); });
    on('corrected', () => this.marks.show());
    everyTick(() => {
      this.tools.sleep.show(sleepText());
      this.marks.tick();
    });
    this.update();
  }

  build() {
    const more = iconButton('more', t('more'), () => songMenu(store.song, playerEntries()));
    this.like = iconButton('heart', t('favourite'), () => favourite(store.song, this.isLiked() ? '0' : '1'),
      { 'aria-pressed': 'false', 'data-needs': 'control' });
    this.rating = stars((wanted, former) => rate(store.song, wanted, former));
    this.picture = h('div', { class: 'now-cover' });
    this.names = new SongNames('h1');
    const strip = new Wave(this.rating.node);
    this.marks = new SongMarks(strip, this.names.facts);
    this.tools = soundTools();
    this.upcoming = h('a', { class: 'now-next', href: '#queue', hidden: true });
    this.problem = h('p', { class: 'now-problem', role: 'alert', hidden: true });
    this.song = h('section', { class: 'now', hidden: true }, this.picture, h('div', { class: 'now-side' },
      h('div', { class: 'now-names' }, this.names.node, mixButtons(() => store.song), this.like, more),
      this.problem, this.marks.row, strip.node, transport(), volume(), this.tools.node,
      h('div', { class: 'now-foot' }, this.upcoming, mixButtons(() => store.song))));
    this.nothing = h('section', { class: 'now-nothing', hidden: true });
    on('role', () => this.addVote());
    this.addVote();
    on('state', () => this.addLimits());
    this.node = h('div', { class: 'now-view' }, this.song, this.nothing);
  }

  isLiked() {
    return this.like.getAttribute('aria-pressed') === 'true';
  }

  async personal() {
    const { like, rating } = this;
    const file = store.song?.file;
    if (!file) return;
    const asked = rating.changes();
    const data = isStream(file) ? null : await get(['personal', file]).catch(() => null);
    if (store.song?.file !== file) return;
    like.hidden = rating.node.hidden = !data;
    rating.show(data?.rating ?? 0, asked);
    const marked = data?.favourite === '1';
    store.favourite = marked;
    emit('favourite');
    like.setAttribute('aria-pressed', String(marked));
    setIcon(like, 'heart', marked);
    label(like, marked ? t('favourite-remove') : t('favourite'));
  }

  async following() {
    const { nextsong, playlist } = store.status;
    const key = `${nextsong} ${playlist}`;
    if (this.next === key) return;
    this.next = key;
    this.upcoming.hidden = nextsong === undefined;
    if (nextsong === undefined) return;
    const [next] = await get(['playlistinfo', nextsong]).catch(() => []);
    if (!next || this.next !== key) return;
    this.upcoming.replaceChildren(songCover(next, 96), h('span', { class: 'row-text' },
      h('span', { class: 'row-detail' }, t('coming')), h('bdi', { class: 'row-title' }, titleOf(next))));
  }

  update() {
    const { song, status } = store;
    this.song.hidden = !song;
    this.nothing.hidden = Boolean(song) || !store.known;
    if (!song) {
      this.showNothing();
      return;
    }
    this.names.show(song);
    // Nobody knows where a station ends.
    this.song.classList.toggle('endless', isStream(song.file) && !duration());
    this.problem.hidden = !status.error;
    setText(this.problem, status.error ?? '');
    this.tools.show(status);
    if (this.file === song.file) this.following();
    else this.begin(song);
  }

  showCover(song) {
    this.picture.querySelector('.cover')?.remove();
    this.picture.prepend(songCover(song, 1024, (image) => setTint(tint(image))));
  }

  // Covers and mix buttons stay as they are while another view is there.
  drawn() {
    repaint(this.node);
    if (!store.song) return;
    if (!this.picture.querySelector('.loaded')) this.showCover(store.song);
    if (!this.upcoming.querySelector('.loaded')) {
      this.next = undefined;
      this.following();
    }
  }

  // Another song.
  begin(song) {
    this.file = song.file;
    setTint();
    this.showCover(song);
    this.marks.clear();
    this.lyrics?.clear();
    // Quick presses of "next" ask only about the song at which they end.
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      this.personal();
      this.marks.show();
      this.following();
      this.sing(song.file);
    }, this.isFirst ? 0 : 150);
    this.isFirst = false;
  }

  // Guests alone vote.
  async addVote() {
    if (store.role !== 'add' || this.vote) return;
    this.vote = import('../party/vote.js').then(styled);
    const module = await this.vote.catch(() => { this.vote = null; });
    if (module) this.tools.node.before(module.voteButton());
  }

  // Why music may not play, or not for long, or that an alarm rings, in a module of its own.
  async addLimits() {
    const { quiet, closed, locked, budget, ringing, snoozed } = store.status;
    if (this.limits || !(quiet || closed || locked || budget || ringing || snoozed)) return;
    this.limits = import('../family/sign.js').then(styled);
    const module = await this.limits.catch(() => { this.limits = null; });
    if (!module) return;
    this.tools.node.before(module.limitSign());
    this.sign = h('div', { class: 'limit-alone' }, module.limitSign());
    this.nothing.append(this.sign);
    this.alarmNote = module.alarmNote;
    this.update();
  }

  // The lyrics in the place of the cover, in a module of their own.
  async sing(file) {
    await firstView;
    const module = this.lyrics ? null : await import('../song/lyrics.js').then(styled).catch(() => null);
    if (module) this.lyrics ??= new module.NowLyrics(this.picture);
    if (store.song?.file === file) this.lyrics?.show(file);
  }

  noteOf(waiting) {
    const { status } = store;
    if (this.alarmNote && (status.ringing || status.snoozed)) return this.alarmNote(status);
    return emptyNote('now', t(waiting ? 'stopped' : 'nothing-plays'), t(waiting ? 'stopped-hint' : 'nothing-plays-hint'), waiting
      ? h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => attempt(() => post('play')) },
        icon('play', true), t('play'))
      : h('a', { class: 'filled', href: '#library' }, icon('library'), t('open-library')));
  }

  showNothing() {
    const note = this.noteOf(store.status.playlistlength !== '0');
    setTint();
    this.file = undefined;
    // A button that has the focus stays.
    if (note.textContent === this.note && this.nothing.firstChild) return;
    this.note = note.textContent;
    const heading = note.querySelector('h2');
    heading.replaceWith(h('h1', { tabindex: '-1' }, heading.textContent));
    this.nothing.replaceChildren(note, this.sign ?? '');
  }
}

export const nowView = () => new NowView();
