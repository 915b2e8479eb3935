// A song: its cues, taste, notes, analysis with corrections, statistics, what fits it, its file and tags.

import { link } from '../address.js';
import { batch, get, post } from '../api.js';
import { attempt, notify, offer } from '../bar.js';
import { songCover } from '../cover.js';
import { h, icon, iconButton, label, setIcon, setText } from '../dom.js';
import { ask, menu } from '../menu.js';
import { artistOf, one, stickOf, titleOf } from '../songs/names.js';
import { enqueue, playAt, playNext, playSong } from '../songs/queueing.js';
import { addToPlaylist, favourite, rate } from '../songs/song-menu.js';
import { emptyNote, goBack, songRow } from '../songs/songs.js';
import { albumLink, albumOf, songsSource } from '../songs/sources.js';
import { stars } from '../stars.js';
import { emit, may, on, store } from '../store.js';
import { swatches } from '../swatches.js';
import { has, language, number, t, time } from '../texts.js';
import { signs } from './chord.js';
import { CueEditor } from './cues.js';
import { spell } from './harmony.js';
import { marksOf } from './marks.js';

export const styles = ['song'];
export const texts = true;

const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const date = (text) => (text ? dates.format(new Date(text)) : '');
const folderOf = (file) => file.slice(0, Math.max(0, file.lastIndexOf('/')));
const all = (value) => (value === undefined ? [] : [value].flat());

// 44.1 kHz, 16 bit, stereo
function formatText(format) {
  const [rate, bits, channels] = (format ?? '').split(':');
  return [
    rate > 0 && `${number(rate / 1000)} kHz`, bits === 'f' ? '32 bit' : bits > 0 && `${bits} bit`,
    channels > 0 && (channels <= 2 ? t(channels === '1' ? 'mono' : 'stereo') : t('channels-n', { n: Number(channels) })),
  ].filter(Boolean).join(' · ');
}

const card = (name, title, ...content) => h('section', { class: `card-box ${name}` }, h('h2', {}, title), ...content);
const facts = (rows) => h('dl', { class: 'facts' }, ...rows.filter(([, value]) => value !== undefined && value !== '' && value !== null)
  .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value instanceof Node ? value : h('bdi', {}, String(value)))]));

// Values of a song that are no tags, or stand elsewhere.
const notTags = ['file', 'Last-Modified', 'Added', 'Format', 'Time', 'duration', 'Pos', 'Id', 'Prio', 'Range', 'absent'];

function taste(file) {
  const like = iconButton('heart', t('favourite'), () => favourite({ file }, like.getAttribute('aria-pressed') === 'true' ? '0' : '1'), { 'aria-pressed': 'false', 'data-needs': 'control' });
  const rating = stars((wanted, former) => rate({ file }, wanted, former));
  const colours = h('div', { 'data-needs': 'control' });
  const note = h('textarea', { class: 'field', rows: '3', maxlength: '8000', 'aria-label': t('note'), placeholder: t('note-hint'), disabled: !may('control') });
  let former = '';
  let colour;
  const save = () => attempt(async () => {
    const before = former;
    if (note.value.trimEnd() === before.trimEnd()) return;
    former = note.value.trimEnd();
    const set = (text) => post('note', file, ...text ? text.split('\n') : []);
    await set(former);
    if (before) offer(t('note-saved'), () => set(before));
    else notify(t('note-saved'));
  });
  note.addEventListener('change', save);
  return {
    end: save,
    nodes: [h('div', { class: 'taste' }, rating.node, like), colours, note],
    changes: rating.changes,
    show: (data, asked) => {
      const marked = data.favourite === '1';
      like.setAttribute('aria-pressed', String(marked));
      setIcon(like, 'heart', marked);
      label(like, marked ? t('favourite-remove') : t('favourite'));
      rating.show(data.rating ?? 0, asked);
      const text = all(data.note).join('\n');
      // What somebody types is not taken away.
      if (document.activeElement !== note) note.value = text;
      former = text;
      if (colour !== (data.colour ?? '')) {
        colour = data.colour ?? '';
        colours.replaceChildren(swatches(t('colour'), colour, (value) => {
          colour = value;
          attempt(() => post('colour', file, ...value ? [value] : []));
        }));
      }
    },
  };
}

function analysisCard(file) {
  const box = h('div', { class: 'analysis' });
  const correct = (kind, value) => attempt(async () => {
    show(await post('analysis', 'set', file, kind, value));
    emit('corrected');
  });
  const chip = (text, action, name = text) => h('button', { type: 'button', class: 'chip', 'aria-label': name, 'data-needs': 'control', onclick: action }, text);
  const source = (data, kind) => {
    if (data[`${kind}_person`]) return t('by-person');
    if (data[`${kind}_tag`]) return t('by-tag');
    return data[`${kind}_confidence`] === undefined ? '' : t('by-analysis', { value: Math.round(data[`${kind}_confidence`] * 100) });
  };
  const value = (name, text, data, kind, ...buttons) => h('div', { class: 'measured' },
    h('span', { class: 'muted' }, name), h('strong', {}, text), h('span', { class: 'muted' }, source(data, kind)),
    h('div', { class: 'chips' }, ...buttons,
      data[`${kind}_person`] && chip(t('as-measured'), () => correct(kind, 'off'), t('as-measured-name', { name }))));

  async function chooseTempo(bpm) {
    const wanted = Number((await ask(t('tempo-set'), bpm ? String(Math.round(bpm * 10) / 10) : '', t('save'))).replace(',', '.'));
    if (wanted) correct('bpm', wanted);
  }
  function chooseKey() {
    const keys = [...Array(12).keys()].flatMap((place) => {
      // Around the circle of fifths, each major key with its relative minor.
      const root = (place * 7) % 12;
      const major = spell(root, 'C').replace('Gb', 'F#');
      return [major, `${spell(root + 9, major)}m`];
    });
    const sheet = menu(t('key-set'), keys.map((key) => ({ icon: 'music', text: signs(key), action: () => correct('key', key) })));
    sheet.classList.add('keys-menu');
  }

  function show(data) {
    const progress = data.outcome === 'none';
    if (progress || (data.outcome !== 'done' && !data.bpm && !data.key)) {
      box.replaceChildren(h('p', { class: 'muted' }, has(`outcome-${data.outcome}`) ? t(`outcome-${data.outcome}`) : data.problem ?? data.outcome),
        h('button', { type: 'button', class: 'chip', 'data-needs': 'control', onclick: (event) => {
          event.currentTarget.disabled = true;
          attempt(() => post('analyze', file));
        } }, icon('current'), t('analyse')));
      return;
    }
    const { bpm, key, camelot } = data;
    const halves = bpm ? [bpm >= 40 && chip('½', () => correct('bpm', '/2'), t('tempo-half')), bpm <= 250 && chip('×2', () => correct('bpm', 'x2'), t('tempo-double'))] : [];
    const measured = (name, unit) => data[name] !== undefined && `${number(Number(data[name]))} ${unit}`;
    box.replaceChildren(
      value(t('tempo'), bpm ? t('bpm', { value: number(Math.round(bpm * 10) / 10) }) : '–', data, 'bpm', ...halves, chip(t('set'), () => chooseTempo(bpm), t('tempo-set'))),
      value(t('key'), key ? `${signs(key)}${camelot ? ` · ${camelot}` : ''}` : '–', data, 'key', chip(t('set'), chooseKey, t('key-set'))),
      facts([
        [t('loudness'), measured('loudness', 'LUFS')], [t('loudness-range'), measured('loudness_range', 'LU')],
        [t('true-peak'), measured('true_peak', 'dB')], [t('tuning'), measured('tuning', 'cent')],
        [t('chords'), data.chords > 0 && h('a', { href: link('chords', file), class: 'text-link' }, t('chords-open', { n: Number(data.chords) }))],
      ].map(([name, text]) => [name, text || ''])));
  }
  return { node: box, show };
}

function resumeCard(folder) {
  const box = h('div', {});
  async function load() {
    const [rule] = await get(['resume', folder]).catch(() => []);
    if (!rule) return;
    const chosen = rule.why === 'marked' ? (rule.resumes === '1' ? 'on' : 'off') : 'auto';
    box.replaceChildren(
      h('p', { class: 'muted' }, t(rule.resumes === '1' ? 'resumes' : 'resumes-not', { folder: folder.split('/').pop() }),
        rule.elapsed ? ` ${t('resume-at', { place: time(rule.elapsed) })}` : ''),
      h('fieldset', { class: 'choice', 'data-needs': 'control' }, h('legend', { class: 'unseen' }, t('resume')), ...['auto', 'on', 'off'].map((value) => h('label', {},
        h('input', { type: 'radio', name: 'resume', value, checked: value === chosen, onchange: () => attempt(async () => {
          await post('setresume', folder, value);
          await load();
        }) }), h('span', {}, t(`resume-${value}`))))));
  }
  load();
  return box;
}

export function songView(scroller, file = store.song?.file ?? '') {
  const title = h('bdi', {});
  const picture = h('div', { class: 'head-cover' });
  const names = h('p', { class: 'muted song-names' });
  const buttons = h('div', { class: 'head-buttons' });
  const back = iconButton('back', t('back'), () => goBack(store.song?.file === file ? '#now' : '#library'), { class: 'icon-button head-back' });
  const top = h('header', { class: 'head' }, back, picture, h('div', { class: 'head-text' }, h('h1', { tabindex: '-1' }, title), names, buttons));
  const columns = h('div', { class: 'song-columns' });
  const page = h('div', { class: 'page song-page' }, top, columns);
  const liking = taste(file);
  const measured = analysisCard(file);
  const statistics = h('div', {});
  const fitting = h('div', {});
  const offs = [];
  let editor = null;
  let gone = false;

  async function personal() {
    const asked = liking.changes();
    const data = await get(['personal', file]).catch(() => null);
    if (data) liking.show(data, asked);
    return data;
  }

  async function count() {
    const [known, heard] = await Promise.all([personal(), get(['listening', file]).catch(() => ({}))]);
    statistics.replaceChildren(facts([
      [t('plays-count'), number(Number(known?.plays ?? 0))], [t('skips'), number(Number(known?.skips ?? 0))],
      [t('score'), heard.score > 0 ? `${number(Math.round(heard.score))}${heard.rank ? ` · ${t('rank-of', { rank: Number(heard.rank), n: Number(heard.ranked) })}` : ''}` : '0'],
      [t('last-played'), date(known?.last_played) || t('never')], [t('heard'), heard.heard > 0 && time(heard.heard)], [t('added-on'), date(known?.added)],
    ].map(([name, text]) => [name, text || ''])));
  }

  async function fit(known = true) {
    const songs = known ? await get(['mixable', file, 'window', '0:8']).catch(() => []) : [];
    fitting.replaceChildren(...songs.length
      ? [h('ul', { role: 'list', class: 'rows', 'aria-label': t('fits') }, ...songs.map((song) => h('li', {}, songRow(song, {
        tap: () => playSong(song), detail: [artistOf(song), number(Math.round(song.bpm)), signs(song.key)].filter(Boolean).join(' · '),
      }))))]
      : [h('p', { class: 'muted' }, t('fits-none'))]);
  }

  async function analysed() {
    const [data] = await batch([['analysis', file]]).catch(() => []);
    if (data) measured.show(data);
    return data;
  }

  async function load() {
    let refusal = '';
    const [song] = await get(['lsinfo', file]).catch(({ key }) => {
      refusal = key;
      return [];
    });
    if (refusal === 'no-such-path' && !gone) {
      setText(title, titleOf({ file }));
      columns.replaceWith(emptyNote('now', t('song-gone'), '', h('a', { class: 'filled', href: '#library' }, t('library'))));
      return;
    }
    const known = song ?? { file, absent: '1' };
    const [comments, marks] = await Promise.all([get(['readcomments', file]).catch(() => ({})), marksOf(file).catch(() => ({ cues: [], chapters: [], analysis: {} }))]);
    if (gone) return;
    setText(title, titleOf(known));
    picture.replaceChildren(songCover(known, 320));
    const artist = artistOf(known);
    const album = one(known.Album);
    names.replaceChildren(...[
      artist && h('a', { class: 'quiet-link', href: link('artist', artist) }, h('bdi', {}, artist)),
      album && h('a', { class: 'quiet-link', href: albumLink(albumOf({ ...known, file })) }, h('bdi', {}, album)),
      one(known.Date),
    ].filter(Boolean).flatMap((part, at) => (at ? [' · ', part] : [part])));
    const source = songsSource(titleOf(known), [known]);
    const folder = folderOf(file);
    if (song) {
      buttons.replaceChildren(
        h('button', { type: 'button', class: 'filled', 'data-needs': 'player', onclick: () => playSong(known) }, icon('play', true), t('play')),
        iconButton('play-next', t('play-next'), () => playNext(source), { class: 'icon-button edged', 'data-needs': 'add' }),
        iconButton('add', t('add-to-queue'), () => enqueue(source), { class: 'icon-button edged', 'data-needs': 'add' }),
        iconButton('playlists', t('add-to-playlist'), () => addToPlaylist(source), { class: 'icon-button edged', 'data-needs': 'control' }),
        h('a', { class: 'icon-button edged', href: link('chords', file), 'aria-label': t('chords'), title: t('chords') }, icon('chords')));
    }
    const length = Number(known.duration ?? marks.analysis.duration ?? 0);
    if (song && length) {
      editor = new CueEditor(file, length, marks.chapters);
      columns.append(card('wide', t('cues'), ...editor.nodes));
    }
    columns.append(card('', t('your-taste'), ...liking.nodes));
    if (song) columns.append(card('', t('measured'), measured.node));
    if (marks.chapters.length) {
      columns.append(card('', t('chapters'), h('ol', { class: 'chapter-list', role: 'list' }, ...marks.chapters.map((chapter) => h('li', {},
        h('button', { type: 'button', class: 'row-main', disabled: !may('player'), onclick: () => playAt(known, chapter.time) },
          h('bdi', { class: 'row-title' }, chapter.title || t('chapter-n', { n: Number(chapter.chapter) })), h('span', { class: 'row-time' }, time(chapter.time))))))));
    }
    columns.append(card('', t('statistics'), statistics));
    if (song) columns.append(card('', t('fits'), fitting));
    const named = new Set(Object.keys(known).map((name) => name.toLowerCase()));
    const tags = [...Object.entries(known), ...Object.entries(comments).filter(([name]) => !named.has(name.toLowerCase()))];
    columns.append(card('', t('file'), !song && h('p', { class: 'muted' }, t('not-here', { name: stickOf(known) })), facts([
      ...tags.filter(([name]) => !notTags.includes(name) && !/^chapter\d/i.test(name) && !/^tracknumber$/i.test(name))
        .map(([name, value]) => [has(`tag-${name}`) ? t(`tag-${name}`) : name, all(value).join(' · ')]),
      [t('length'), length ? time(length) : ''], [t('format'), formatText(known.Format)],
      [t('folder'), folder && h('a', { class: 'text-link', href: link('folder', folder) }, h('bdi', {}, folder))],
      [t('file-name'), file.split('/').pop()], [t('changed'), date(known['Last-Modified'])],
    ])));
    if (folder) columns.append(card('', t('resume'), resumeCard(folder)));
    if (marks.analysis.outcome) measured.show(marks.analysis);
    fit(Boolean(marks.analysis.bpm && marks.analysis.key));
    count();
    let { outcome } = marks.analysis;
    offs.push(on('stickers', count), on('corrected', () => fit()), on('analysis', async () => {
      if (outcome === 'done') return;
      ({ outcome } = await analysed() ?? {});
      if (outcome === 'done') fit();
    }));
  }

  if (!file) page.replaceChildren(emptyNote('now', t('nothing-plays'), t('nothing-plays-hint')));
  const ready = file ? load() : null;
  return {
    node: page,
    ready,
    keys: { a: () => editor?.cueHere() },
    end: () => {
      gone = true;
      offs.forEach((off) => off());
      liking.end();
      editor?.end();
    },
  };
}
