// One podcast: its episodes with their dates, what is new or heard, where one was left, and downloads.

import { batches, get, post } from '../api.js';
import { attempt, complain, notify, offer } from '../bar.js';
import { onCard } from '../cards/on-card.js';
import { emptyNote, h, icon, iconButton } from '../dom.js';
import { filled } from '../library/lists.js';
import { ask, menu } from '../menu.js';
import { deletePlaylist, former, rename } from '../playlists/changes.js';
import { collage } from '../playlists/collage.js';
import { takeOut } from '../playlists/entries.js';
import { chooseButton } from '../radio/buttons.js';
import { songMenu } from '../songs/menus.js';
import { titleOf } from '../songs/names.js';
import { play, replace } from '../songs/queueing.js';
import { head } from '../songs/rows.js';
import { songsSource } from '../songs/sources.js';
import { may, on, store } from '../store.js';
import { language, t, time } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { downloads, fetchEpisodes } from './downloads.js';
import { runsOf } from './runs.js';

export const styles = ['more'];
export const texts = true;

// Of a feed, as the jukebox has them.
const mostEpisodes = 2000;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const dateOf = ({ Date: text }) => {
  const date = new Date(`${text}T12:00`);
  return Number.isNaN(date.getTime()) ? text ?? '' : dates.format(date);
};
const isHeard = ({ plays }) => Number(plays) > 0;
const isNew = (episode) => !isHeard(episode) && !Number(episode.left);
const placesOf = (episodes) => episodes.map(({ Pos }) => Number(Pos));
const isHere = ({ file }) => !file.includes('://');
const kinds = { all: () => true, new: (episode) => !isHeard(episode), here: isHere };

function stateOf(episode) {
  if (Number(episode.left)) return t('left-at', { place: time(episode.left) });
  return t(isHeard(episode) ? 'episode-heard' : 'episode-unheard');
}

// Marks episodes at neighbouring places as heard or as new; the way back has those that were otherwise.
const mark = (name, episodes, heard) => attempt(async () => {
  const set = (places, wanted) =>
    batches(runsOf(places).map(([from, to]) => ['playlistheard', name, `${from}:${to}`, wanted ? '1' : '0']));
  await set(placesOf(episodes), heard);
  const changed = episodes.filter((episode) => isHeard(episode) !== heard);
  offer(t(heard ? 'marked-heard' : 'marked-new', { n: changed.length }), () => set(placesOf(changed), !heard));
});

function episodeMenu(name, episode) {
  const title = titleOf(episode);
  songMenu({ ...episode, of: name }, [
    may('control') && !isHere(episode) && { icon: 'download', text: t('download-episode'),
      action: () => fetchEpisodes(name, Number(episode.Pos), title) },
    may('control') && { icon: isHeard(episode) ? 'restart' : 'check', text: t(isHeard(episode) ? 'mark-new' : 'mark-heard'),
      action: () => mark(name, [episode], !isHeard(episode)) },
    may('control') && { icon: 'trash', text: t('remove-episode'), action: () => attempt(async () => {
      const back = await takeOut(name, [Number(episode.Pos)]);
      offer(t('removed', { name: title }), back);
    }) },
  ]);
}

function episodeRow(name, episode) {
  const title = titleOf(episode);
  const download = downloads.of(episode.file);
  const isOn = store.song?.file === episode.file;
  const state = stateOf(episode);
  const length = Number(episode.duration) > 0 && time(episode.duration);
  const detail = [dateOf(episode), length, isNew(episode) ? '' : state, isHere(episode) && t('downloaded'),
    download && t(`download-${download.state}`)].filter(Boolean).join(' · ');
  const kind = isOn ? ' current' : isHeard(episode) && !Number(episode.left) ? ' heard' : '';
  const row = h('div', { class: `row episode${kind}` },
    h('button', { type: 'button', class: 'row-main', 'aria-label': [title, detail, state].join(', '),
      onclick: () => play(songsSource(title, [{ ...episode, of: name }])) },
    h('span', { class: isNew(episode) ? 'episode-mark new' : 'episode-mark' },
      !isNew(episode) && icon(isOn ? 'volume' : Number(episode.left) ? 'pause' : 'check')),
    h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, title), h('span', { class: 'row-detail' }, detail))),
    iconButton('more', t('more-of', { name: title }), () => episodeMenu(name, episode)));
  row.song = { ...episode, of: name };
  const part = Number(episode.left ?? 0) / Number(episode.duration);
  const shown = download?.size ? Number(download.received) / Number(download.size) : part;
  if (shown > 0) {
    const line = h('span', { class: download ? 'episode-line download' : 'episode-line' });
    line.style.transform = `scaleX(${Math.min(1, shown)})`;
    row.append(line);
  }
  return row;
}

const checkNow = (podcast) => attempt(async () => {
  notify(t('feed-read'));
  const { added } = await post('playlistsubscribe', podcast.url);
  notify(t('new-episodes', { n: Number(added) }));
});

function podcastMenu(podcast, episodes) {
  const name = podcast.playlist;
  menu(name, may('control') ? [
    { icon: 'restart', text: t('look-for-episodes'), action: () => checkNow(podcast) },
    episodes.some((episode) => !isHeard(episode))
      && { icon: 'check', text: t('mark-all-heard'), action: () => mark(name, episodes, true) },
    { icon: 'download', text: t('download-newest'), action: () => fetchEpisodes(name, 0, name) },
    downloads.busy() && { icon: 'close', text: t('stop-downloads'), action: () => attempt(() => post('playlistfetch', 'stop')) },
    { icon: 'button', text: t('on-button'), action: () => chooseButton(name) },
    onCard('podcast', name),
    { icon: 'pencil', text: t('rename'), action: () => attempt(async () => {
      const next = await ask(t('rename'), name, t('save'));
      if (next && next !== name) await rename(name, next);
    }) },
    { icon: 'trash', text: t('unsubscribe'), action: () => deletePlaylist(name) },
  ] : []);
}

class Episodes {
  // `chosen.kind` are the episodes to show: it stays when the library changes and the view is made anew.
  constructor(scroller, name, chosen) {
    this.name = name;
    this.chosen = chosen;
    this.place = h('div', {});
    this.picture = h('div', {}, collage(name));
    this.chips = h('div', { class: 'chips', role: 'group', 'aria-label': t('episodes-shown') });
    this.list = new VirtualList({
      scroller, name, height: 68, item: (at) => episodeRow(name, this.shown[at]), songs: (from, to) => this.songs(from, to),
      key: (at) => JSON.stringify([this.shown[at], downloads.of(this.shown[at]?.file), store.song?.file === this.shown[at]?.file]),
    });
    this.all = [];
    this.shown = [];
    const refresh = () => this.list.refresh();
    this.offs = [on('playlists', () => this.again()), on('song', refresh), on('downloads', refresh)];
  }

  songs(from, to) {
    return this.shown.slice(from, to).map((episode) => ({ ...episode, of: this.name }));
  }

  again() {
    if (former.has(this.name)) return undefined;
    // The picture of the feed comes after the episodes.
    if (!this.picture.querySelector('.collage > img')) this.picture.replaceChildren(collage(this.name));
    return this.fill().then(() => this.show()).catch(complain);
  }

  async fill() {
    this.all = (await get(['playlistentries', this.name, `0:${mostEpisodes}`])).filter(({ file }) => file);
  }

  show() {
    this.shown = this.all.filter(kinds[this.chosen.kind]);
    this.chips.replaceChildren(...Object.keys(kinds).map((kind) => h('button', {
      type: 'button', class: 'chip', 'aria-pressed': String(kind === this.chosen.kind), onclick: () => {
        this.chosen.kind = kind;
        this.show();
        this.chips.querySelector('[aria-pressed=true]').focus();
      },
    }, t(`episodes-${kind}`, { n: this.all.filter(kinds[kind]).length }))));
    this.place.replaceChildren(this.list.element,
      ...this.shown.length ? [] : [emptyNote('podcast', t('no-episodes'), t('no-episodes-hint'))]);
    this.list.show(this.shown.length);
  }

  end() {
    this.offs.forEach((off) => off());
    this.list.end();
  }
}

const playNew = (name) => attempt(() => replace([['playname', name]], t('plays', { name })));

export function podcastView(scroller, name = '') {
  const chosen = { kind: 'all' };
  return filled(scroller, async () => {
    const podcast = (await get(['podcasts'])).find(({ playlist }) => playlist === name);
    if (!podcast) return { nodes: [head({ title: name, detail: '', parent: '#library/podcasts' }), emptyNote('podcast',
      t('playlist-gone'), t('playlist-gone-hint'))] };
    const episodes = new Episodes(scroller, name, chosen);
    await episodes.fill();
    downloads.look();
    const checked = podcast.checked
      && t('feed-checked', { time: new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' })
        .format(new Date(podcast.checked)) });
    return {
      nodes: [head({
        picture: episodes.picture, title: name, parent: '#library/podcasts',
        detail: [t('episodes', { n: Number(podcast.episodes) }), t('new-n', { n: Number(podcast.unheard) }), checked]
          .filter(Boolean).join(' · '),
        buttons: [h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => playNew(name) },
          icon('play', true), t(Number(podcast.unheard) > 0 ? 'play-new' : 'play')),
        iconButton('more', t('more-of', { name }), () => podcastMenu(podcast, episodes.all),
          { class: 'icon-button edged', 'data-needs': 'control' })],
      }), podcast.problem && h('p', { class: 'danger-note' }, icon('warning'), h('span', {}, podcast.problem)),
      episodes.chips, episodes.place].filter(Boolean),
      drawn: () => episodes.show(), end: () => episodes.end(),
    };
  });
}
