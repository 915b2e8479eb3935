// The song that plays: cover, names, waveform, transport, volume, and what comes next.

import { h, icon, iconButton, label, setIcon, setText } from './dom.js';
import { get, post } from './api.js';
import { attempt, notify } from './bar.js';
import { songCover, tint } from './cover.js';
import { menu } from './menu.js';
import { may, on, store } from './store.js';
import { t, time } from './texts.js';
import { albumLink, artistOf, favourite, link, one, songMenu, titleOf } from './actions.js';
import { transport, wave } from './player.js';
import { volume } from './volume.js';
import { emptyNote } from './songs.js';

export function nowView() {
  const picture = h('div', { class: 'now-cover' });
  const title = h('bdi', {});
  const artist = h('a', { class: 'quiet-link' });
  const album = h('a', { class: 'quiet-link' });
  const dot = h('span', { 'aria-hidden': 'true' }, ' · ');
  const like = iconButton('heart', t('favourite'), () => favourite(store.song, liked() ? '0' : '1'), { 'aria-pressed': 'false', 'data-needs': 'control' });
  const more = iconButton('more', t('more'), () => songMenu(store.song, playerEntries()));
  const sleep = h('button', { type: 'button', class: 'chip', 'data-needs': 'player', onclick: chooseSleep, hidden: true }, icon('sleep'), h('span', {}));
  const upcoming = h('a', { class: 'now-next', href: '#queue', hidden: true });
  const problem = h('p', { class: 'now-problem', role: 'alert', hidden: true });
  const song = h('section', { class: 'now', hidden: true },
    picture,
    h('div', { class: 'now-side' },
      h('div', { class: 'now-names' },
        h('div', { class: 'now-text' }, h('h1', { tabindex: '-1' }, title), h('p', { class: 'muted' }, artist, dot, album)),
        like, more),
      problem, wave(), transport(), volume(), h('div', { class: 'now-foot' }, upcoming, sleep)));
  const nothing = h('section', { class: 'now-nothing', hidden: true });
  const box = h('div', { class: 'now-view' }, song, nothing);
  const liked = () => like.getAttribute('aria-pressed') === 'true';
  const state = { file: undefined, next: undefined };

  async function personal() {
    const file = store.song?.file;
    if (!file) return;
    const data = await get(['personal', file]).catch(() => null);
    if (store.song?.file !== file) return;
    like.hidden = !data;
    const marked = data?.favourite === '1';
    like.setAttribute('aria-pressed', String(marked));
    setIcon(like, 'heart', marked);
    label(like, marked ? t('favourite-remove') : t('favourite'));
  }

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
    setText(artist, artistOf(current) || t('unknown-artist'));
    artist.setAttribute('href', link('artist', one(current.AlbumArtist) || artistOf(current)));
    setText(album, one(current.Album));
    album.hidden = dot.hidden = !current.Album;
    album.setAttribute('href', albumLink({ Album: one(current.Album), AlbumArtist: one(current.AlbumArtist) || artistOf(current), file: current.file }));
    const { error, sleep: seconds, sleepafter } = store.status;
    problem.hidden = !error;
    setText(problem, error ?? '');
    sleep.hidden = seconds === undefined && !sleepafter;
    if (!sleep.hidden) setText(sleep.lastChild, seconds > 0 ? time(seconds) : t(`sleep-${sleepafter}`));
    if (state.file !== current.file) {
      state.file = current.file;
      document.documentElement.style.removeProperty('--tint');
      picture.replaceChildren(songCover(current, 1024, (image) => document.documentElement.style.setProperty('--tint', tint(image))));
      personal();
    }
    following();
  }

  // The time that is left of the sleep timer, once a minute of it.
  function chooseSleep() {
    const set = (words, text) => attempt(async () => {
      await post('sleep', words);
      notify(text);
    });
    menu(t('sleep-timer'), [
      ...[15, 30, 60].map((n) => ({ icon: 'sleep', text: t('minutes', { n }), action: () => set(n, t('sleeps-in', { text: t('minutes', { n }) })) })),
      { icon: 'sleep', text: t('sleep-track'), action: () => set('track', t('sleeps-track')) },
      { icon: 'sleep', text: t('sleep-album'), action: () => set('album', t('sleeps-album')) },
      !sleep.hidden && { icon: 'close', text: t('sleep-off'), action: () => set('off', t('sleeps-off')) },
    ]);
  }

  const playerEntries = () => may('player') ? [{ icon: 'sleep', text: t('sleep-timer'), action: chooseSleep }] : [];

  on('state', update);
  on('stickers', personal);
  update();
  return { node: box };
}
