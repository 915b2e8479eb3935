// The box: sticks, sound, buttons, analysis, rights, its health; and what this phone chooses for itself.

import { batch, post } from '../api.js';
import { attempt, complain, notify } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, setText, styled } from '../dom.js';
import { keyList } from '../keys.js';
import { allowed, leave, roleOf } from '../rights.js';
import { applyTheme, enter } from '../settings.js';
import { rename } from '../songs/queueing.js';
import { on, store } from '../store.js';
import { language, languages, number, t } from '../texts.js';
import { app } from './app.js';
import { backups } from './backups.js';
import { button, card, choice, fact, fixed, list, put } from './card.js';
import { doctor } from './doctor.js';
import { everyday } from './everyday.js';
import { household } from './household.js';
import { inputs } from './inputs.js';
import { network } from './network.js';
import { buttonPresets } from './presets.js';
import { folderRules } from './rules.js';
import { say } from './say.js';
import { limits, sound } from './sound.js';
import { sticks } from './sticks.js';
import { trash } from './trash.js';
import { update } from './update.js';

export const styles = ['box', 'more'];
export const texts = true;

// Each part is a card, and what it does when the jukebox has changed.

function analysis(may) {
  const text = h('p', { class: 'muted' });
  const bar = h('progress', { 'aria-label': t('analysis') });
  const song = h('bdi', { class: 'box-song' });
  const start = button('play', t('analyse-all'), () => attempt(async () => {
    const { songs } = await post('analyze');
    notify(t('analysing', { n: Number(songs) }));
  }));
  const cancel = button('close', t('cancel'), () => attempt(() => post('analyze', 'cancel')));
  async function fill() {
    const status = await post('analyze', 'status');
    const songs = Number(status.songs ?? 0);
    const done = Number(status.done ?? 0);
    setText(text, [songs ? t('analysed-of', { done, n: songs }) : t('nothing-to-analyse'),
      Number(status.failed) > 0 && t('analysis-failed', { n: Number(status.failed) })].filter(Boolean).join(' · '));
    bar.max = songs || 1;
    bar.value = done;
    setText(song, status.analyzing ? `${status.analyzing} · ${t('percent', { value: Number(status.percent ?? 0) })}` : '');
    start.hidden = done >= songs || Number(status.waiting) > 0;
    cancel.hidden = !status.analyzing && !Number(status.waiting);
  }
  if (!may.has('analyze')) return null;
  return { node: card('analysis', t('analysis'), text, bar, song, h('div', { class: 'chips' }, start, cancel)), fill,
    events: ['analysis', 'database'] };
}

function rights(may) {
  const role = roleOf(may);
  return {
    node: card('rights', t('rights'), h('p', {}, t(`may-${role}`)),
      h('div', { class: 'chips' },
        button('artist', t('invite'), () => attempt(async () => (await import('../party/invite.js').then(styled)).invite())),
        store.role === 'add' && button('pencil', t('guest-name'), rename),
        store.role === 'all' ? button('log-out', t('log-out'), leave) : button('log-in', t('log-in'), enter)),
      role === 'all' ? null : h('div', { class: 'fixed' }, t('how-to-password'),
        h('code', {}, '[control]\npassword = WORD@read,add,player,control,admin')),
      may.has('settingset') ? null : fixed('web', 'guests = off | look | add | control')),
    events: [],
  };
}

function own() {
  const themes = ['auto', 'dark', 'light'].map((name) => [name, t(`theme-${name}`)]);
  return {
    node: card('page', t('this-page'),
      choice(t('theme'), 'theme', themes, localStorage.theme ?? 'auto', (value) => {
        localStorage.theme = value;
        applyTheme();
      }),
      choice(t('language'), 'language', Object.entries(languages), language, (value) => {
        localStorage.language = value;
        location.reload();
      }),
      choice(t('row-marks'), 'marks', ['off', 'on'].map((name) => [name, t(name)]), localStorage.marks ?? 'off', (value) => {
        localStorage.marks = value;
        applyTheme();
      }),
      h('details', { class: 'box-keys' }, h('summary', {}, t('keys')), keyList())),
    events: [],
  };
}

function about(may) {
  const facts = h('dl', { class: 'box-facts' });
  const lines = h('pre', { class: 'log', tabindex: '0', 'aria-label': t('log'), hidden: true });
  const log = may.has('log') && button('queue', t('show-log'), () => attempt(async () => {
    const answer = await post('log', 100);
    lines.hidden = false;
    setText(lines, [answer].flat().flatMap((part) => list(part.line)).join('\n'));
    lines.scrollTop = lines.scrollHeight;
  }));
  // With a confirmation: the music ends, and nobody may be near the box to switch it on again.
  const end = async (name) => {
    if (await confirm(t(`${name}-question`), t(`${name}-hint`), t(name))) await attempt(() => post(name));
  };
  const ending = ['restart', 'shutdown'].filter((name) => may.has(name))
    .map((name) => button(name === 'restart' ? 'restart' : 'power', t(name), () => end(name)));
  async function fill() {
    const [stats, engine] = await batch([['stats'], ['engine']]);
    put(facts, fact(t('version'), engine.version ?? ''), fact(t('songs-title'), number(Number(stats.songs ?? 0))),
      fact(t('running-since'),
        new Intl.DateTimeFormat(language,
          { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(Date.now() - Number(stats.uptime ?? 0) * 1000))));
  }
  return { node: card('about', t('jukebox'), facts, h('div', { class: 'chips' }, log, ...ending), lines), fill,
    events: ['database'] };
}

// What a household wants most comes first.
const makers = [network, everyday, sound, rights, household, own, sticks, trash, buttonPresets, say, limits, inputs, folderRules,
  backups, analysis, doctor, app, update, about];

// The names of the cards, which lead to them.
const leading = (parts) => parts.filter(({ node }) => !node.hidden).map(({ node }) => {
  const heading = node.querySelector('h2');
  return h('button', { type: 'button', class: 'chip', onclick: () => {
    node.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  } }, heading.textContent);
});

export function boxView() {
  const grid = h('div', { class: 'box-cards' });
  const index = h('nav', { class: 'chips box-index', 'aria-label': t('box') });
  const offs = [];
  let parts = [];
  let built = null;
  let ended = false;
  const run = (part) => Promise.resolve(part.fill?.()).catch((problem) => complain(problem));

  async function build() {
    const may = await allowed().catch((problem) => {
      complain(problem);
      return new Set();
    });
    if (ended) return;
    // After each new connection: the cards stay where nothing else is allowed.
    const key = `${store.role} ${[...may].join(' ')}`;
    if (key === built) return parts.forEach(run);
    built = key;
    const made = (await Promise.all(makers.map((make) => make(may)))).filter(Boolean);
    // Another role came meanwhile.
    if (ended || key !== built) return;
    stop();
    parts = made;
    grid.replaceChildren(...parts.map((part) => part.node));
    index.replaceChildren(...leading(parts));
    for (const part of parts) {
      if (part.events.includes('state')) part.update();
      run(part);
      for (const event of part.events) offs.push(on(event,
        () => (event === 'state' || event === 'scan' ? part.update() : soon(part))));
    }
  }
  // Many changes in a moment are one question.
  const soon = (part) => { part.timer ??= setTimeout(() => {
    part.timer = null;
    run(part);
  }, 250); };
  const stop = () => {
    offs.splice(0).forEach((off) => off());
    parts.forEach((part) => {
      clearTimeout(part.timer);
      part.end?.();
    });
  };
  const off = on('role', build);
  const ready = build();
  return {
    ready,
    node: h('div', { class: 'page box' }, h('h1', { tabindex: '-1', class: 'page-title' }, t('box')), index, grid),
    end: () => {
      ended = true;
      stop();
      off();
    },
  };
}
