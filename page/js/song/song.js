// A song: its cues, taste, notes, analysis with corrections, statistics, what fits it, its file and tags.

import { goBack, link } from '../address.js';
import { batch, get } from '../api.js';
import { songCover } from '../cover.js';
import { emptyNote, h, icon, iconButton, setText } from '../dom.js';
import { artistOf, one, titleOf } from '../songs/names.js';
import { enqueue, playAt, playNext, playSong } from '../songs/queueing.js';
import { albumLink, albumOf, songsSource } from '../songs/sources.js';
import { addToPlaylist } from '../songs/taste.js';
import { may, on, store } from '../store.js';
import { t, time } from '../texts.js';
import { analysisCard } from './analysis-card.js';
import { card } from './card.js';
import { CueEditor } from './cues.js';
import { fileCard, resumeCard } from './file-card.js';
import { lyricsOf, LyricsList } from './lyrics.js';
import { marksOf } from './marks.js';
import { fittingSongs, listeningFacts } from './statistics.js';
import { taste } from './taste-card.js';

export const styles = ['song', 'library', 'lyrics'];
export const texts = true;

// The links below the title.
function nameParts(song) {
  const artist = artistOf(song);
  const album = one(song.Album);
  return [
    artist && h('a', { class: 'quiet-link', href: link('artist', artist) }, h('bdi', {}, artist)),
    album && h('a', { class: 'quiet-link', href: albumLink(albumOf(song)) }, h('bdi', {}, album)),
    one(song.Date),
  ].filter(Boolean).flatMap((part, at) => (at ? [' · ', part] : [part]));
}

function songButtons(song) {
  const source = songsSource(titleOf(song), [song]);
  const edged = (name, text, action, needs) =>
    iconButton(name, t(text), action, { class: 'icon-button edged', 'data-needs': needs });
  return [
    h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => playSong(song) }, icon('play', true),
      t('play')),
    edged('play-next', 'play-next', () => playNext(source), 'player'), edged('add', 'add-to-queue', () => enqueue(source), 'add'),
    edged('playlists', 'add-to-playlist', () => addToPlaylist(source), 'control'),
    h('a', { class: 'icon-button edged', href: link('chords', song.file), 'aria-label': t('chords'), title: t('chords') },
      icon('chords')),
  ];
}

const chapterRow = (song, { chapter, time: place, title }) => h('li', {}, h('button', {
  type: 'button', class: 'row-main', disabled: !may('player'), onclick: () => playAt(song, place),
}, h('bdi', { class: 'row-title' }, title || t('chapter-n', { n: Number(chapter) })),
h('span', { class: 'row-time' }, time(place))));
const chapterList = (song, chapters) => h('ol', { class: 'chapter-list', role: 'list' },
  ...chapters.map((chapter) => chapterRow(song, chapter)));

async function lyricsCard(song) {
  const lines = await lyricsOf(song.file).catch(() => []);
  return card('', t('lyrics'), lines.length ? new LyricsList(lines, (seconds) => playAt(song, seconds)).node
    : h('p', { class: 'muted' }, t('no-lyrics')));
}

class SongView {
  constructor(file) {
    this.file = file;
    this.offs = [];
    this.editor = null;
    this.gone = false;
    this.title = h('bdi', {});
    this.picture = h('div', { class: 'head-cover' });
    this.names = h('p', { class: 'muted song-names' });
    this.buttons = h('div', { class: 'head-buttons' });
    this.columns = h('div', { class: 'song-columns' });
    this.taste = taste(file);
    this.analysis = analysisCard(file);
    this.statistics = h('div', {});
    this.fitting = h('div', {});
    const back = iconButton('back', t('back'), () => goBack(store.song?.file === file ? '#now' : '#library'),
      { class: 'icon-button head-back' });
    this.node = h('div', { class: 'page song-page' }, h('header', { class: 'head' }, back, this.picture,
      h('div', { class: 'head-text' }, h('h1', { tabindex: '-1' }, this.title), this.names, this.buttons)), this.columns);
    this.keys = { a: () => this.editor?.cueHere() };
    if (!file) this.node.replaceChildren(emptyNote('now', t('nothing-plays'), t('nothing-plays-hint')));
    this.ready = file ? this.load() : null;
  }

  async personal() {
    const asked = this.taste.changes();
    const data = await get(['personal', this.file]).catch(() => null);
    if (data) this.taste.show(data, asked);
    return data;
  }

  async count() {
    this.statistics.replaceChildren(await listeningFacts(this.file, this.personal()));
  }

  async fit(isKnown = true) {
    this.fitting.replaceChildren(await fittingSongs(this.file, isKnown));
  }

  async load() {
    const { file } = this;
    let refusal = '';
    const [song] = await get(['lsinfo', file]).catch(({ key }) => {
      refusal = key;
      return [];
    });
    if (refusal === 'no-such-path' && !this.gone) {
      setText(this.title, titleOf({ file }));
      this.columns.replaceWith(emptyNote('now', t('song-gone'), '', h('a', { class: 'filled', href: '#library' }, t('library'))));
      return;
    }
    const [comments, marks] = await Promise.all([
      get(['readcomments', file]).catch(() => ({})), marksOf(file).catch(() => ({ cues: [], chapters: [], analysis: {} })),
    ]);
    if (this.gone) return;
    this.show(song ?? { file, absent: '1' }, Boolean(song), comments, marks);
    const { analysis } = marks;
    if (analysis.outcome) this.analysis.show(analysis);
    this.fit(Boolean(analysis.bpm && analysis.key));
    this.count();
    this.follow(analysis.outcome);
  }

  // Its head, and its cards in their order. A song that is away has no buttons, cues and analysis.
  show(song, isHere, comments, { analysis, chapters }) {
    const { columns } = this;
    const length = Number(song.duration ?? analysis.duration ?? 0);
    setText(this.title, titleOf(song));
    this.picture.replaceChildren(songCover(song, 320));
    this.names.replaceChildren(...nameParts(song));
    if (isHere) this.buttons.replaceChildren(...songButtons(song));
    if (isHere && length) {
      this.editor = new CueEditor(this.file, length, chapters);
      columns.append(card('wide', t('cues'), ...this.editor.nodes));
    }
    columns.append(card('', t('your-taste'), ...this.taste.nodes));
    if (isHere) columns.append(card('', t('measured'), this.analysis.node));
    if (chapters.length) columns.append(card('', t('chapters'), chapterList(song, chapters)));
    if (isHere) {
      const lyrics = h('div', {});
      columns.append(lyrics);
      lyricsCard(song).then((found) => lyrics.replaceWith(found));
    }
    columns.append(card('', t('statistics'), this.statistics));
    if (isHere) columns.append(card('', t('fits'), this.fitting));
    columns.append(fileCard(song, isHere, comments, length));
    const resume = resumeCard(this.file);
    if (resume) columns.append(resume);
  }

  follow(known) {
    let outcome = known;
    this.offs.push(on('stickers', () => this.count()), on('corrected', () => this.fit()), on('analysis', async () => {
      if (outcome === 'done') return;
      ({ outcome } = await this.analysed() ?? {});
      if (outcome === 'done') this.fit();
    }));
  }

  async analysed() {
    const [data] = await batch([['analysis', this.file]]).catch(() => []);
    if (data) this.analysis.show(data);
    return data;
  }

  end() {
    this.gone = true;
    this.offs.forEach((off) => off());
    this.taste.end();
    this.editor?.end();
  }
}

export const songView = (scroller, file = store.song?.file ?? '') => new SongView(file);
