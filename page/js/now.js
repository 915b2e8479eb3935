// The song that plays: cover, names, chords, waveform, transport, volume, tools, and what comes next.

import { h, icon, iconButton, label, setIcon, setText, styled } from './dom.js';
import { get, isStream, post, Refusal } from './api.js';
import { attempt } from './bar.js';
import { songCover, tint } from './cover.js';
import { duration, may, on, position, store } from './store.js';
import { number, t } from './texts.js';
import { albumLink, albumOf, artistOf, byOf, favourite, link, one, rate, songMenu, titleOf } from './actions.js';
import { everyTick, seek, sleepText, times, transport } from './player.js';
import { stars } from './stars.js';
import { wave } from './wave.js';
import { volume } from './volume.js';
import { mixButtons } from './mixes.js';
import { emptyNote } from './songs.js';

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

export function nowView() {
  const picture = h('div', { class: 'now-cover' });
  const title = h('bdi', {});
  const about = h('a', { class: 'quiet-link' }, title);
  const artist = h('a', { class: 'quiet-link' });
  const album = h('a', { class: 'quiet-link' });
  const dot = h('span', { 'aria-hidden': 'true' }, ' · ');
  const like = iconButton('heart', t('favourite'), () => favourite(store.song, liked() ? '0' : '1'), { 'aria-pressed': 'false', 'data-needs': 'control' });
  const more = iconButton('more', t('more'), () => songMenu(store.song, playerEntries()));
  const facts = h('span', { class: 'now-facts' });
  const rating = stars((wanted, former) => rate(store.song, wanted, former));
  const strip = wave(rating.node);
  const row = h('div', { class: 'now-chords', hidden: true });
  const chords = tool('chords', 'a', { href: '#chords' });
  const button = (name, action) => tool(name, 'button', { type: 'button', 'data-needs': 'player', onclick: sheet(action) });
  const loop = button('loop', 'loopSheet');
  const speed = button('speed', 'speedSheet');
  const sound = button('equaliser', 'equaliserSheet');
  const sleep = button('sleep', 'sleepSheet');
  const upcoming = h('a', { class: 'now-next', href: '#queue', hidden: true });
  const problem = h('p', { class: 'now-problem', role: 'alert', hidden: true });
  const song = h('section', { class: 'now', hidden: true },
    picture,
    h('div', { class: 'now-side' },
      h('div', { class: 'now-names' },
        h('div', { class: 'now-text' }, h('h1', { tabindex: '-1' }, about), h('p', { class: 'muted' }, h('span', {}, artist, dot, album), facts)),
        mixButtons(() => store.song), like, more),
      problem, row, strip.node, transport(), volume(),
      h('div', { class: 'tools', role: 'group', 'aria-label': t('tools') }, ...[chords, loop, speed, sound, sleep].map((one) => one.node)),
      h('div', { class: 'now-foot' }, upcoming, mixButtons(() => store.song))));
  const nothing = h('section', { class: 'now-nothing', hidden: true });
  const box = h('div', { class: 'now-view' }, song, nothing);
  const liked = () => like.getAttribute('aria-pressed') === 'true';
  const state = { file: undefined, next: undefined };

  async function personal() {
    const file = store.song?.file;
    if (!file) return;
    const asked = rating.changes();
    const data = isStream(file) ? null : await get(['personal', file]).catch(() => null);
    if (store.song?.file !== file) return;
    like.hidden = rating.node.hidden = !data;
    rating.show(data?.rating ?? 0, asked);
    const marked = data?.favourite === '1';
    like.setAttribute('aria-pressed', String(marked));
    setIcon(like, 'heart', marked);
    label(like, marked ? t('favourite-remove') : t('favourite'));
  }

  let isFirst = true;
  let asking = 0;

  async function following() {
    const { nextsong, playlist } = store.status;
    const key = `${nextsong} ${playlist}`;
    if (state.next === key) return;
    state.next = key;
    upcoming.hidden = nextsong === undefined;
    if (nextsong === undefined) return;
    const [next] = await get(['playlistinfo', nextsong]).catch(() => []);
    if (!next || state.next !== key) return;
    upcoming.replaceChildren(songCover(next, 96), h('span', { class: 'row-text' },
      h('span', { class: 'row-detail' }, t('coming')), h('bdi', { class: 'row-title' }, titleOf(next))));
  }

  function update() {
    const current = store.song;
    song.hidden = !current;
    nothing.hidden = Boolean(current) || !store.known;
    if (!current) {
      const waiting = store.status.playlistlength !== '0';
      nothing.replaceChildren(emptyNote('now', t(waiting ? 'stopped' : 'nothing-plays'), t(waiting ? 'stopped-hint' : 'nothing-plays-hint'),
        waiting
          ? h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => attempt(() => post('play')) }, icon('play', true), t('play'))
          : h('a', { class: 'filled', href: '#library' }, icon('library'), t('open-library'))));
      nothing.querySelector('h2').replaceWith(h('h1', { tabindex: '-1' }, nothing.querySelector('h2').textContent));
      document.documentElement.style.removeProperty('--tint');
      state.file = undefined;
      return;
    }
    setText(title, titleOf(current));
    if (isStream(current.file)) about.removeAttribute('href');
    else about.setAttribute('href', link('song', current.file));
    setText(artist, byOf(current) || (isStream(current.file) ? '' : t('unknown-artist')));
    if (artistOf(current)) artist.setAttribute('href', link('artist', artistOf(current)));
    else artist.removeAttribute('href');
    setText(album, one(current.Album));
    album.hidden = dot.hidden = !current.Album;
    album.setAttribute('href', albumLink(albumOf(current)));
    const { error, eq, loopend, speed: pace } = store.status;
    problem.hidden = !error;
    setText(problem, error ?? '');
    loop.show(loopend !== undefined && t('on'));
    speed.show(pace !== undefined && times(pace));
    sound.show(eq !== undefined && t('on'));
    if (state.file !== current.file) {
      state.file = current.file;
      document.documentElement.style.removeProperty('--tint');
      picture.replaceChildren(songCover(current, 1024, (image) => document.documentElement.style.setProperty('--tint', tint(image))));
      strip.marks.replaceChildren();
      strip.strip.hidden = facts.hidden = true;
      // Quick presses of "next" ask only about the song at which they end.
      clearTimeout(asking);
      asking = setTimeout(() => {
        personal();
        marks();
        following();
      }, isFirst ? 0 : 150);
      isFirst = false;
    } else {
      following();
    }
  }

  // Cues, chapters and chords come after the song itself, in a module of their own.
  let parts = null;
  async function marks() {
    const file = store.song?.file;
    if (!file) return;
    if (isStream(file)) {
      row.hidden = true;
      return;
    }
    const known = parts ?? await import('./marks.js').catch(() => null);
    if (!known) return;
    const found = await known.marksOf(file).catch(() => ({ cues: [], chapters: [], chords: [], analysis: {} }));
    if (store.song?.file !== file) return;
    if (!parts) {
      parts = known;
      state.chords = known.chordRow((chord) => may('player') && seek(chord.start));
      row.append(state.chords.node);
    }
    known.drawMarks(strip.marks, found, duration());
    known.drawStrip(strip.strip, found.chords, duration());
    strip.nameAt = (seconds) => known.nameAt(found, seconds);
    row.hidden = found.chords.length === 0;
    state.chords.show(found.chords);
    state.chords.tick(position());
    const { bpm, key, outcome, chords: count } = found.analysis;
    // Tempo and key may come before the chords.
    state.analysed = count !== undefined || !['none', 'done', undefined].includes(outcome);
    setText(facts, [bpm && t('bpm', { value: number(Math.round(bpm)) }), key && known.signs(key)].filter(Boolean).join(' · '));
    facts.hidden = !facts.textContent;
  }

  const playerEntries = () => [{ icon: 'chords', text: t('chords'), action: () => { location.hash = '#chords'; } }];

  on('state', update);
  on('stickers', () => {
    personal();
    marks();
  });
  on('analysis', () => { if (!state.analysed) marks(); });
  on('corrected', marks);
  everyTick(() => {
    sleep.show(sleepText());
    state.chords?.tick(position());
  });
  update();
  return { node: box };
}
