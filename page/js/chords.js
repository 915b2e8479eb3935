// The music stand: the chord of the moment, those that come, and the structure of the song, transposed as it is played.

import { h, icon, iconButton, setIcon, setText, label } from './dom.js';
import { batch, get, post } from './api.js';
import { attempt, notify } from './bar.js';
import { may, on, playing, position, store } from './store.js';
import { has, number, t, time } from './texts.js';
import { artistOf, link, playAt, titleOf } from './actions.js';
import { chordAt, colour, signs, transpose, transposeKey } from './harmony.js';
import { chordBlock, chordsOf, drawStrip } from './marks.js';
import { everyTick, seek, times, toggle } from './player.js';
import { emptyNote, goBack } from './songs.js';
import { structure } from './structure.js';
import { speedSheet } from './tools.js';

export const styles = ['song', 'chords'];
export const texts = true;

// Of a name on the road: the widths of a letter and of both edges by the letter's height, and the least height in pixels.
const letterWidth = 0.62;
const edgesWidth = 0.6;
const smallestLetter = 10;

const before = 4;         // blocks that stay drawn left of the current one
const after = 20;
const mostBlocks = 300;   // chords of a song that is listed in blocks; of a longer one the names are enough
const mostCapo = 9;
const mostKept = 200;     // songs whose transposition and capo this device keeps
const still = matchMedia('(prefers-reduced-motion: reduce)');

// By song: [transposition, capo].
function kept() {
  try {
    return JSON.parse(localStorage.stand ?? '{}');
  } catch {
    return {};
  }
}
function keep(file, values) {
  const others = kept();
  delete others[file];
  const entries = Object.entries(others).slice(1 - mostKept);
  if (values.some((value) => value)) entries.push([file, values]);
  localStorage.stand = JSON.stringify(Object.fromEntries(entries));
}

// The root large, the rest smaller.
function nameParts(name) {
  if (name === 'N') return [h('span', {}, '–')];
  const [, root, rest, bass] = /^([A-G][#b]?)([^/]*)(\/.*)?$/.exec(name);
  return [h('span', {}, root[0]), root[1] && h('span', { class: 'sign' }, signs(root).slice(1)), rest && h('span', { class: 'quality' }, signs(rest)), bass && h('span', { class: 'bass' }, signs(bass))].filter(Boolean);
}

export function chordsView(scroller, wanted) {
  let file = wanted ?? null;
  let song = null;
  let chords = [];
  let sections = [];
  let key = '';
  let length = 0;
  let [steps, capo] = [0, 0];
  let shown = null;               // the number of the chord that is large
  let scale = 40;                 // pixels a second
  let drawn = [-1, -1];           // the blocks of the lane
  let turn = 0;
  let search = () => {};           // shows how far the search for chords is
  let timer = 0;

  const isCurrent = () => store.song?.file === file;
  const shape = (chord) => transpose(chord.chord, steps - capo, key);
  const sound = (chord) => transpose(chord.chord, steps, key);
  const place = () => (isCurrent() ? position() : 0);
  const jump = (seconds) => {
    if (!may('player')) return;
    if (isCurrent() && store.status.state !== 'stop') seek(seconds);
    else if (song) playAt(song, seconds);
  };

  const title = h('bdi', {});
  const detail = h('span', { class: 'muted' });
  const large = h('div', { class: 'stand-now' });
  const following = h('div', { class: 'stand-next' });
  const wait = h('div', { class: 'stand-wait' });
  const lane = h('div', { class: 'stand-lane' });
  const road = h('div', { class: 'stand-road', onclick: (event) => {
    const block = event.target.closest('.chord');
    if (block) jump(chords[block.dataset.at].start);
  } }, lane, h('span', { class: 'stand-head' }));
  const strip = h('canvas', { class: 'wave-chords' });
  const line = h('span', { class: 'stand-line' });
  const parts = h('div', { class: 'stand-parts' });
  const map = h('div', { class: 'stand-map', 'aria-hidden': 'true' }, parts, strip, line);
  const stage = h('div', { class: 'stand-stage', 'aria-hidden': 'true' }, large, h('div', { class: 'stand-side' }, following, wait));
  const list = h('ol', { class: 'stand-list', role: 'list', 'aria-label': t('structure') });

  const play = iconButton('play', t('play'), () => (isCurrent() ? toggle() : jump(0)), { class: 'play-button', solid: true, 'data-needs': 'player' });
  const loop = h('button', { type: 'button', class: 'chip', 'data-needs': 'player', onclick: () => attempt(async () => {
    if (store.status.loopend !== undefined) return post('loop', 'off');
    const section = sections.find((one) => shown >= one.from && shown < one.to);
    return section && repeat(...round(section, shown));
  }) }, icon('loop'), h('span', {}, t('loop')));
  const pace = h('button', { type: 'button', class: 'chip', 'data-needs': 'player', onclick: speedSheet, 'aria-label': t('speed') }, icon('speed'), h('span', {}));

  // A number with a button at each side.
  function stepper(name, down, up, shortcuts) {
    const value = h('output', { class: 'stepper-value' });
    return {
      value,
      node: h('div', { class: 'stepper', role: 'group', 'aria-label': name }, h('span', { class: 'stepper-name' }, name),
        iconButton('minus', `${name} −`, down, { 'aria-keyshortcuts': shortcuts[0] }), value, iconButton('plus', `${name} +`, up, { 'aria-keyshortcuts': shortcuts[1] })),
    };
  }
  const setSteps = (wish) => change(((wish + 17) % 12) - 5, capo);
  const setCapo = (wish) => change(steps, (wish + mostCapo + 1) % (mostCapo + 1));
  const shift = stepper(t('transpose'), () => setSteps(steps - 1), () => setSteps(steps + 1), ['-', '+']);
  const fret = stepper(t('capo'), () => setCapo(capo - 1), () => setCapo(capo + 1), ['', 'c']);
  const hint = h('p', { class: 'stand-hint muted' }, t('stand-hint'));

  const top = h('header', { class: 'stand-top' }, iconButton('back', t('back'), () => goBack('#now')),
    h('div', { class: 'stand-names' }, h('h1', { tabindex: '-1' }, title), detail));
  const tools = h('div', { class: 'stand-tools' }, play, loop, pace, shift.node, fret.node);
  const stand = h('div', { class: 'stand' }, top, stage, h('div', { class: 'stand-way', 'aria-hidden': 'true' }, road), tools, map);
  const missing = h('div', { class: 'stand-missing', hidden: true });
  const box = h('div', { class: 'stand-page' }, stand, missing, h('section', { class: 'page stand-text' }, h('h2', {}, t('structure')), list, hint));

  // From the first chord of a round of the progression to its last.
  function round({ from, to, length: size, letter }, at) {
    if (!letter) return [from, to];
    const start = from + Math.floor((at - from) / size) * size;
    return [start, start + size];
  }
  const repeat = async (from, to) => {
    const [start, end] = [chords[from].start, chords[to - 1].end];
    if (!isCurrent() || store.status.state === 'stop') await playAt(song, start);
    await post('loop', start.toFixed(3), Math.min(end, length || end).toFixed(3));
  };

  function change(newSteps, newCapo) {
    [steps, capo] = [newSteps, newCapo];
    keep(file, [steps, capo]);
    redraw();
  }

  function redraw() {
    setText(shift.value, steps > 0 ? `+${steps}` : steps < 0 ? `−${-steps}` : '0');
    setText(fret.value, String(capo));
    shift.value.classList.toggle('on', steps !== 0);
    fret.value.classList.toggle('on', capo !== 0);
    const bpm = song?.bpm && t('bpm', { value: number(Math.round(song.bpm)) });
    setText(detail, [
      artistOf(song ?? {}), key && signs(transposeKey(key, steps)), capo > 0 && t('capo-plays', { fret: capo, key: signs(transposeKey(key || 'C', steps - capo)) }), bpm,
    ].filter(Boolean).join(' · '));
    shown = null;
    drawn = [-1, -1];
    list.replaceChildren(...sections.map(row));
    tick();
  }

  function row(section) {
    const { from, to, length: size, times: count, letter } = section;
    const progression = chords.slice(from, from + size);
    const names = progression.map(shape);
    const spoken = names.map((name) => signs(name === 'N' ? '–' : name)).join(' ');
    const start = time(chords[from].start);
    return h('li', { 'data-from': from },
      h('button', { type: 'button', class: 'stand-section', disabled: !may('player'), onclick: () => jump(chords[from].start), 'aria-label': t('section-name', { letter: letter || '·', n: count, chords: spoken, place: start }) },
        h('strong', {}, letter || '·'), h('span', { class: 'stand-names-row' }, ...chords.length > mostBlocks ? [spoken] : progression.map((chord, at) => chordBlock(chord, 'span', {}, names[at]))),
        h('span', { class: 'muted stand-times' }, h('span', {}, start), count > 1 && h('span', {}, `×${count}`))),
      iconButton('loop', t('loop-section', { letter: letter || '·', place: start }), () => attempt(() => repeat(from, to)), { 'data-needs': 'player' }));
  }

  // Blocks around the current chord: the lane moves, its blocks stay.
  function blocks(at) {
    const [first, last] = [Math.max(0, at - before), Math.min(chords.length, at + after)];
    if (drawn[0] === first && drawn[1] === last) return;
    drawn = [first, last];
    lane.replaceChildren(...chords.slice(first, last).map((chord, offset) => {
      const block = chordBlock(chord, 'span', { 'data-at': first + offset }, shape(chord));
      const width = Math.max(8, (chord.end - chord.start) * scale - 4);
      const letter = width / (shape(chord).length * letterWidth + edgesWidth);
      block.style.left = `${chord.start * scale}px`;
      block.style.width = `${width}px`;
      block.style.setProperty('--fits', `${letter}px`);
      // No name is better than a part of one.
      if (letter < smallestLetter) block.textContent = '';
      return block;
    }));
  }

  function panel(node, chord, extra) {
    node.replaceChildren(...chord ? [h('span', { class: 'stand-name' }, ...nameParts(shape(chord))), ...extra] : []);
    node.classList.toggle('none', !chord || chord.chord === 'N');
    node.classList.toggle('unsure', Boolean(chord) && chord.confidence < 0.5);
    node.style.setProperty('--chord', chord ? colour(chord.chord, chord.confidence) : 'transparent');
    node.style.setProperty('--letters', String(chord ? Math.max(2, shape(chord).length) : 2));
  }

  function tick() {
    if (!chords.length) return;
    const seconds = place();
    line.style.transform = `translateX(${length ? seconds / length * map.clientWidth : 0}px)`;
    const at = Math.max(0, chordAt(chords, seconds));
    if (at === shown) return;
    shown = at;
    blocks(at);
    const chord = chords[at];
    panel(large, chord, chord.chord === 'N' || capo === 0 ? [] : [h('span', { class: 'stand-sound' }, t('sounds', { chord: signs(sound(chord)) }))]);
    panel(following, chords[at + 1], [h('span', { class: 'stand-label' }, t('coming'))]);
    for (const block of lane.children) block.classList.toggle('current', Number(block.dataset.at) === at);
    [...list.children].forEach((item, order) => {
      const { from, to } = sections[order];
      const here = isCurrent() && at >= from && at < to;
      item.classList.toggle('current', here);
      if (here) item.firstChild.setAttribute('aria-current', 'true');
      else item.firstChild.removeAttribute('aria-current');
    });
    for (const part of parts.children) part.classList.toggle('current', at >= Number(part.dataset.from) && at < Number(part.dataset.to));
    if (still.matches) anchor();
    count();
  }

  // The lane moves by itself from the position that is known to the next point where that changes: no work for each frame.
  let moving = null;
  let counting = null;
  function anchor() {
    moving?.cancel();
    const seconds = place();
    const at = (there) => `translateX(${-there * scale}px)`;
    lane.style.transform = at(still.matches && shown !== null && chords.length ? chords[shown].start : seconds);
    if (still.matches || !isCurrent() || !playing() || document.hidden) return;
    const end = store.status.loopend !== undefined && Number(store.status.loopend) > seconds ? Number(store.status.loopend) : length;
    if (end <= seconds) return;
    moving = lane.animate([{ transform: at(seconds) }, { transform: at(end) }], { duration: (end - seconds) / Number(store.status.speed ?? 1) * 1000, fill: 'forwards' });
    moving.onfinish = () => { if (store.status.loopend !== undefined) anchor(); };
  }

  // How long the chord still lasts.
  function count() {
    counting?.cancel();
    const chord = chords[shown];
    if (!chord) return;
    const seconds = Math.max(chord.start, Math.min(chord.end, place()));
    const part = `scaleX(${(chord.end - seconds) / Math.max(0.01, chord.end - chord.start)})`;
    wait.style.transform = part;
    if (still.matches || !isCurrent() || !playing()) return;
    counting = wait.animate([{ transform: part }, { transform: 'scaleX(0)' }], { duration: (chord.end - seconds) / Number(store.status.speed ?? 1) * 1000, fill: 'forwards' });
  }

  function measure() {
    if (!chords.length || !road.clientWidth) return;
    const spans = chords.map((chord) => chord.end - chord.start).sort((a, b) => a - b);
    const usual = spans[Math.floor(spans.length / 2)] || 2;
    scale = Math.max(16, Math.min(160, road.clientWidth * 0.8 / (5 * usual)));
    shown = null;
    drawn = [-1, -1];
    tick();
    anchor();
  }

  function state() {
    const here = isCurrent() && playing();
    setIcon(play, here ? 'pause' : 'play', true);
    label(play, here ? t('pause') : t('play'));
    const looped = isCurrent() && store.status.loopend !== undefined;
    loop.setAttribute('aria-pressed', String(looped));
    setText(pace.lastChild, times(store.status.speed ?? 1));
    pace.setAttribute('aria-label', `${t('speed')} ${times(store.status.speed ?? 1)}`);
    tick();
    anchor();
    count();
  }

  // Without chords: what to do, and how far the search is. A song may have its tempo and key before its chords.
  function lack({ outcome, chords: known }) {
    stand.hidden = true;
    box.lastChild.hidden = true;
    missing.hidden = false;
    const findable = known === undefined && (outcome === 'none' || outcome === 'done');
    const progress = h('p', { class: 'muted', role: 'status' });
    const button = findable && h('button', { type: 'button', class: 'filled', 'data-needs': 'control', onclick: () => attempt(async () => {
      button.disabled = true;
      await post('analyze', file);
      await search();
    }) }, icon('chords'), t('search-chords'));
    const text = findable ? t('find-chords-hint') : outcome === 'done' ? t('no-chords-hint') : has(`outcome-${outcome}`) ? t(`outcome-${outcome}`) : '';
    instead(iconButton('back', t('back'), () => goBack('#now')), emptyNote('chords', t(findable ? 'chords-unknown' : 'no-chords'), text, button, progress));
    const mine = turn;
    // The percents come without events: they are asked while somebody waits for them.
    search = async () => {
      clearTimeout(timer);
      const status = may('control') ? await post('analyze', 'status').then((answer) => [answer].flat()[0]).catch(() => ({})) : {};
      if (mine !== turn) return;
      const here = status.analyzing === file;
      setText(progress, here ? t('searching', { value: Number(status.percent) }) : status.waiting > 0 ? t('search-waits', { n: Number(status.waiting) }) : '');
      if (here || status.waiting > 0) timer = setTimeout(() => document.hidden || search(), 2000);
    };
    if (findable) search();
  }

  // What stands in place of the chords: its heading is that of the view.
  function instead(...content) {
    missing.replaceChildren(...content);
    const heading = missing.querySelector('h2');
    heading.replaceWith(h('h1', { tabindex: '-1' }, heading.textContent));
  }

  async function load() {
    turn += 1;
    const mine = turn;
    if (wanted === undefined) file = store.song?.file ?? null;
    if (!file) {
      chords = [];
      stand.hidden = box.lastChild.hidden = true;
      missing.hidden = false;
      instead(emptyNote('chords', t('nothing-plays'), t('nothing-plays-hint'), h('a', { class: 'filled', href: '#library' }, icon('library'), t('open-library'))));
      return;
    }
    const [found, analysis] = await attempt(() => batch([['lsinfo', file], ['analysis', file]])) ?? [];
    if (mine !== turn || !analysis) return;
    song = { file, ...[found].flat()[0], bpm: analysis.bpm };
    key = analysis.key ?? '';
    length = Number(song.duration ?? analysis.duration ?? 0);
    chords = Number(analysis.chords) > 0 ? await chordsOf(file).catch(() => []) : [];
    if (mine !== turn) return;
    [steps, capo] = kept()[file] ?? [0, 0];
    setText(title, titleOf(song));
    if (!chords.length) {
      lack(analysis);
      return;
    }
    stand.hidden = box.lastChild.hidden = false;
    missing.hidden = true;
    if (!localStorage.standHint && matchMedia('(pointer: coarse)').matches) {
      localStorage.standHint = '1';
      notify(t('stand-hint'));
    }
    sections = structure(chords);
    drawStrip(strip, chords, length);
    parts.replaceChildren(...sections.map((section) => {
      const { from, to, letter } = section;
      const part = h('span', { 'data-from': from, 'data-to': to, onclick: () => jump(chords[from].start) }, letter);
      part.style.left = `${chords[from].start / length * 100}%`;
      part.style.width = `${(chords[to - 1].end - chords[from].start) / length * 100}%`;
      return part;
    }));
    redraw();
    measure();
    state();
  }

  const by = (difference) => {
    if (!chords.length) return;
    const at = Math.max(0, chordAt(chords, place()));
    // A moment after its beginning, back leads to the chord before.
    const target = difference < 0 && place() - chords[at].start > 0.8 ? at : at + difference;
    jump(chords[Math.max(0, Math.min(chords.length - 1, target))].start);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(road);
  const offs = [
    on('state', state), on('role', () => chords.length && redraw()), on('song', () => {
      if (wanted === undefined) load();
      else redraw();
    }), everyTick(tick),
    on('analysis', async () => {
      if (missing.hidden || !file) return;
      await search();
      const analysis = await get(['analysis', file]).catch(() => ({}));
      if (analysis.chords !== undefined || !['none', 'done', undefined].includes(analysis.outcome)) load();
    }),
  ];
  const seen = () => { if (!document.hidden) state(); };
  document.addEventListener('visibilitychange', seen);
  return {
    node: box,
    ready: load(),
    keys: {
      ArrowLeft: () => by(-1), ArrowRight: () => by(1), '+': () => setSteps(steps + 1), '=': () => setSteps(steps + 1), '-': () => setSteps(steps - 1),
      c: () => setCapo(capo + 1),
    },
    end: () => {
      turn += 1;
      clearTimeout(timer);
      moving?.cancel();
      counting?.cancel();
      observer.disconnect();
      document.removeEventListener('visibilitychange', seen);
      offs.forEach((off) => off());
    },
  };
}
