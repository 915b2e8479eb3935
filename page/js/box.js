// The box: sticks, sound, buttons, analysis, rights, its health; and what this phone chooses for itself.

import { add, h, icon, setText } from './dom.js';
import { batch, get, post } from './api.js';
import { attempt, complain, latest, notify } from './bar.js';
import { on, store } from './store.js';
import { language, languages, number, t } from './texts.js';
import { link } from './actions.js';
import { confirm, size } from './parts.js';
import { keyList } from './keys.js';
import { allowed, leave, roleOf } from './rights.js';
import { applyTheme, enter } from './settings.js';

export const styles = ['box'];
export const texts = true;

// New content, without what is empty.
const put = (element, ...children) => {
  element.replaceChildren();
  add(element, children);
};
const list = (value) => [value ?? []].flat();
const button = (name, text, onclick, more) => h('button', { type: 'button', class: 'chip', onclick, ...more }, icon(name), h('span', {}, text));
const fact = (name, ...value) => h('div', { class: 'box-fact' }, h('dt', {}, name), h('dd', {}, ...value));
// What only the configuration can change, with its line.
const fixed = (section, line) => h('p', { class: 'fixed' }, t('in-configuration', { section }), h('code', {}, line));

function choice(title, name, options, chosen, choose) {
  return h('fieldset', { class: 'choice' }, h('legend', {}, title), ...options.map(([value, text]) =>
    h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => choose(value) }), h('span', {}, text))));
}

function card(name, title, ...content) {
  return h('section', { class: `box-card box-${name}`, 'aria-labelledby': `box-${name}` }, h('h2', { id: `box-${name}` }, title), ...content);
}

// Each part is a card, and what it does when the jukebox has changed.

function sticks(may) {
  const box = h('ul', { class: 'box-list', role: 'list' });
  const buttons = h('div', { class: 'chips' },
    h('a', { class: 'chip', href: '#add', 'data-needs': 'control' }, icon('upload'), t('add-music')),
    button('restart', t('look-for-songs'), () => attempt(async () => {
      await post('update');
      notify(t('looks-for-songs'));
    }), { 'data-needs': 'control' }));

  function results(scan) {
    const kinds = list(scan?.not_played);
    const problems = list(scan?.problem);
    const lines = [
      scan?.error, Number(scan?.unreadable) > 0 && t('unreadable', { n: Number(scan.unreadable) }), kinds.length > 0 && t('not-played', { kinds: kinds.join(', ') }),
      Number(scan?.not_read) > 0 && t('not-read', { n: Number(scan.not_read) }), Number(scan?.forbidden) > 0 && t('forbidden', { n: Number(scan.forbidden) }),
    ].filter(Boolean);
    if (lines.length === 0) return null;
    return h('div', { class: 'box-warn' }, ...lines.map((line) => h('p', {}, icon('warning'), h('span', {}, line))),
      problems.length > 0 && h('details', {}, h('summary', {}, t('which-files')), h('ul', {}, ...problems.map((line) => h('li', {}, h('bdi', {}, line))))));
  }

  function room({ free, size: whole }) {
    if (whole === undefined) return null;
    const part = Number(whole) ? 1 - Number(free) / Number(whole) : 0;
    const line = h('span', {});
    line.style.width = `${part * 100}%`;
    return h('div', { class: 'space' }, h('div', { class: part > 0.95 ? 'space-line full' : 'space-line' }, line),
      h('p', { class: 'muted' }, t('free-of', { free: size(free), whole: size(whole) })));
  }

  function running(scan) {
    if (!scan) return null;
    const examined = Number(scan.examined ?? 0);
    const expected = Number(scan.complete ? scan.found : scan.expected ?? 0);
    const text = expected > examined ? t('scanning-of', { name: scan.volume, examined, expected }) : t('scanning', { name: scan.volume, examined });
    return h('div', { class: 'scan' }, h('span', {}, text),
      h('progress', { max: expected || undefined, value: expected ? Math.min(examined, expected) : undefined, 'aria-label': text }));
  }

  const takeOut = (name) => attempt(async () => {
    await post('unmount', name);
    notify(t('taken-out', { name }));
  });

  // The progress of scans comes each second: the rest of the list stays, with what is open or has the focus.
  let scanned = '';
  function progress() {
    const names = store.scan.map((entry) => entry.volume).filter(Boolean).join('\n');
    const places = box.querySelectorAll('[data-scan]');
    if (names !== scanned) {
      scanned = names;
      return fill();
    }
    for (const place of places) put(place, running(store.scan.find((entry) => entry.volume === place.dataset.scan)));
    return undefined;
  }

  async function fill() {
    const [volumes, away, scan] = await batch([['volumes'], ['listneighbors'], ['scan']]);
    const last = (name) => scan.find((entry) => entry.scanned === name);
    box.replaceChildren(
      ...volumes.filter((volume) => volume.volume).map((volume) => h('li', { class: 'stick' },
        h('span', { class: 'row-icon' }, icon(volume.kind === 'stick' ? 'stick' : 'folder')),
        h('div', { class: 'stick-text' }, h('h3', {}, h('bdi', {}, volume.volume)),
          h('p', { class: 'muted' }, [t('songs', { n: Number(volume.songs ?? 0) }), volume.read_only === '1' && t('read-only')].filter(Boolean).join(' · ')),
          room(volume), h('div', { 'data-scan': volume.volume }), results(last(volume.volume)),
          volume.kind === 'stick' && may.has('unmount') && button('unplug', t('take-out'), () => takeOut(volume.volume), { 'aria-label': t('take-out-name', { name: volume.volume }) })))),
      ...away.map(({ neighbor, name }) => h('li', { class: 'stick' }, h('span', { class: 'row-icon' }, icon('unplug')),
        h('div', { class: 'stick-text' }, h('h3', {}, h('bdi', {}, name)), h('p', { class: 'ok' }, t('may-be-pulled')),
          may.has('mount') && button('undo', t('use-again'), () => attempt(() => post('mount', name, neighbor)))))),
      ...volumes.filter((volume) => volume.unused).map((volume) => h('li', { class: 'stick' }, h('span', { class: 'row-icon' }, icon('warning')),
        h('div', { class: 'stick-text' }, h('h3', {}, h('bdi', {}, volume.unused)), h('p', { class: 'muted' }, volume.reason ?? '')))));
    if (!box.children.length) box.append(h('li', { class: 'muted' }, t('no-sticks')));
    await progress();
  }
  return { node: card('sticks', t('sticks'), box, buttons), fill, update: progress, events: ['volumes', 'database', 'scan'] };
}

// A line with its value; `send` gets the last wish.
function slider(text, { min, max, step, show, value, action }) {
  const output = h('output', {});
  const input = h('input', { type: 'range', min, max, step, 'aria-label': text });
  const sender = latest(action);
  const draw = () => {
    setText(output, show(Number(input.value)));
    input.setAttribute('aria-valuetext', show(Number(input.value)));
  };
  input.addEventListener('input', () => {
    draw();
    sender.send(input.value);
  });
  return {
    node: h('div', { class: 'box-line' }, h('span', {}, text), input, output),
    update: () => {
      if (input.matches(':active') || sender.sending) return;
      input.value = value();
      draw();
    },
  };
}

function select(text, options, value, action) {
  const node = h('select', { class: 'select', 'aria-label': text, onchange: () => attempt(() => action(node.value)) }, ...options.map(([name, label]) => h('option', { value: name }, label)));
  return { node: h('div', { class: 'box-line' }, h('span', {}, text), node), update: () => { if (document.activeElement !== node) node.value = value(); } };
}

function sound(may) {
  const outputs = h('ul', { class: 'box-list', role: 'list', 'aria-label': t('outputs') });
  const facts = h('dl', { class: 'box-facts' });
  let gain = 'off';
  const lines = [
    slider(t('crossfade'), {
      min: 0, max: 15, step: 1, value: () => store.status.xfade ?? 0, action: (seconds) => post('crossfade', seconds),
      show: (value) => (value ? t('seconds-value', { value: number(value) }) : t('off')),
    }),
    select(t('replay-gain'), ['off', 'track', 'album', 'auto'].map((mode) => [mode, t(`gain-${mode}`)]), () => gain, (mode) => post('replay_gain_mode', mode)),
    select(t('channels'), ['stereo', 'mono', 'left', 'right', 'swapped'].map((mode) => [mode, t(`channels-${mode}`)]), () => store.status.channels ?? 'stereo', (mode) => post('channels', mode)),
    slider(t('balance'), {
      min: -100, max: 100, step: 5, value: () => store.status.balance ?? 0, action: (value) => post('balance', value),
      show: (value) => (value === 0 ? t('balance-middle') : t(value < 0 ? 'balance-left' : 'balance-right', { value: Math.abs(value) })),
    }),
  ];

  async function fill() {
    const [all, engine, mode] = await batch([['outputs'], ['engine'], ['replay_gain_status']]);
    gain = mode.replay_gain_mode ?? 'off';
    const focused = [...outputs.querySelectorAll('input')].indexOf(document.activeElement);
    outputs.replaceChildren(...all.map((output) => h('li', {}, h('label', { class: 'switch-row' }, icon('speaker'), h('bdi', {}, output.outputname),
      h('input', {
        type: 'checkbox', role: 'switch', class: 'switch', checked: output.outputenabled === '1', disabled: !may.has('enableoutput'),
        onchange: (event) => attempt(() => post(event.target.checked ? 'enableoutput' : 'disableoutput', output.outputid)).then(fill),
      })))));
    outputs.querySelectorAll('input')[focused]?.focus();
    const format = (engine.format ?? '').split(':');
    put(facts, fact(t('device'), h('bdi', {}, engine.device ?? '')),
      format.length === 3 && fact(t('format'), t('format-of', { rate: number(Number(format[0]) / 1000), bits: format[1].replace(/\D+/g, '') || format[1], channels: format[2] })),
      fact(t('underruns'), number(Number(engine.underruns ?? 0))),
      store.status.released === '1' && fact('', t('released')));
    update();
  }
  const update = () => lines.forEach((line) => line.update());
  return {
    node: card('sound', t('sound'), outputs, may.has('enableoutput') ? null : h('p', { class: 'fixed' }, t('outputs-need')),
      h('div', { class: 'box-lines', 'data-needs': 'player' }, ...lines.map((line) => line.node)), facts),
    fill, update, events: ['outputs', 'state'],
  };
}

function limits() {
  const facts = h('dl', { class: 'box-facts' });
  const update = () => {
    const { ceiling = '100', floor = '0', night } = store.status;
    put(facts, fact(t('maximum'), t('percent', { value: Number(ceiling) })), Number(floor) > 0 && fact(t('minimum'), t('percent', { value: Number(floor) })),
      fact(t('night'), night === '1' ? t('night-now') : t('night-not')));
    line.replaceWith(line = fixed('player', night === '1' ? `night-volume = ${ceiling}` : `max-volume = ${ceiling}`));
  };
  let line = h('p', {});
  const node = card('limits', t('volume'), facts, line);
  return { node, update, events: ['state'] };
}

function inputs() {
  const box = h('ul', { class: 'box-list', role: 'list' });
  const node = card('inputs', t('buttons'), box);
  let known = new Map();
  let offset = null;      // the jukebox's clock at a press that was seen, and this clock
  let timer = 0;
  let turn = 0;

  const ago = (nanoseconds) => {
    if (offset === null) return '';
    const seconds = Math.max(0, Math.round((performance.now() - offset - nanoseconds / 1e6) / 1000));
    return seconds < 2 ? t('just-now') : seconds < 60 ? t('seconds-ago', { n: seconds }) : t('minutes-ago', { n: Math.round(seconds / 60) });
  };

  function draw(all) {
    box.replaceChildren(...all.map((input) => h('li', { class: input.works === '0' ? 'input-row broken' : 'input-row', 'data-input': input.input },
      icon(input.works === '0' ? 'warning' : input.kind === 'device' ? 'keyboard' : 'button'),
      h('div', { class: 'row-text' }, h('bdi', { class: 'row-title' }, input.input), h('bdi', { class: 'row-detail' }, input.trouble ?? input.place ?? '')),
      h('span', { class: 'input-last' }, input.kind === 'led' ? t(`led-${input.look ?? 'dark'}`)
        : input.last_action ? [h('strong', {}, input.last_action), ' ', h('span', { class: 'muted' }, ago(Number(input.last_ns)))] : h('span', { class: 'muted' }, t('never-pressed'))))));
    if (all.length === 0) box.append(h('li', { class: 'muted' }, t('no-inputs')));
  }

  // Presses are no events of the protocol: they are asked once a second while somebody sees this.
  async function fill() {
    clearTimeout(timer);
    if (!node.isConnected) return;
    if (!document.hidden) {
      turn += 1;
      const mine = turn;
      const all = await get(['inputs']);
      if (mine !== turn) return;
      for (const { input, last_ns: at } of all) {
        if (known.size && at !== undefined && known.get(input) !== at) offset = performance.now() - Number(at) / 1e6;
      }
      known = new Map(all.map(({ input, last_ns: at }) => [input, at]));
      draw(all);
      if (all.length === 0) return;
    }
    timer = setTimeout(() => fill().catch(() => {}), 1000);
  }
  return { node, fill, events: [], end: () => clearTimeout(timer) };
}

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
    setText(text, [songs ? t('analysed-of', { done, n: songs }) : t('nothing-to-analyse'), Number(status.failed) > 0 && t('analysis-failed', { n: Number(status.failed) })].filter(Boolean).join(' · '));
    bar.max = songs || 1;
    bar.value = done;
    setText(song, status.analyzing ? `${status.analyzing} · ${t('percent', { value: Number(status.percent ?? 0) })}` : '');
    start.hidden = done >= songs || Number(status.waiting) > 0;
    cancel.hidden = !status.analyzing && !Number(status.waiting);
  }
  if (!may.has('analyze')) return null;
  return { node: card('analysis', t('analysis'), text, bar, song, h('div', { class: 'chips' }, start, cancel)), fill, events: ['analysis', 'database'] };
}

function rights(may) {
  const role = roleOf(may);
  return {
    node: card('rights', t('rights'), h('p', {}, t(`may-${role}`)),
      h('div', { class: 'chips' }, store.role === 'all' ? button('log-out', t('log-out'), leave) : button('log-in', t('log-in'), enter)),
      role === 'all' ? null : h('div', { class: 'fixed' }, t('how-to-password'), h('code', {}, '[control]\npassword = WORD@read,add,player,control,admin')),
      fixed('web', 'guests = off | look | add | control')),
    events: [],
  };
}

const groups = ['sound', 'sticks', 'inputs', 'machine', 'network'];
const marks = { well: 'check', fault: 'warning', note: 'more', unseen: 'search' };

function doctor(may) {
  if (!may.has('doctor')) return null;
  const found = h('div', {});
  const look = button('doctor', t('look-at-box'), async () => {
    look.disabled = true;
    put(found, h('p', { class: 'muted', role: 'status' }, t('doctor-looks')));
    await attempt(async () => {
      const answer = await post('doctor');
      const effects = list(answer.effect);
      const remedies = list(answer.remedy);
      const texts = list(answer.text);
      const names = list(answer.group);
      // Only faults have an effect and a remedy, in their order.
      const findings = list(answer.state).map((state, at) => ({
        state, group: names[at], text: texts[at], ...state === 'fault' && { effect: effects.shift(), remedy: remedies.shift() },
      }));
      const faults = findings.filter(({ state }) => state === 'fault');
      put(found, h('p', { role: 'status', class: faults.length ? 'verdict danger' : 'verdict ok' }, icon(faults.length ? 'warning' : 'check'), faults.length ? t('faults', { n: faults.length }) : t('all-well')),
        ...faults.map(({ text, effect, remedy }) => {
          const [line, why] = remedy.split(/ {3,}/);
          return h('div', { class: 'fault' }, h('h3', {}, text), h('p', {}, effect), h('p', { class: 'muted' }, t('remedy')), h('code', {}, line), why && h('p', { class: 'muted' }, why));
        }),
        ...[...new Set([...groups, ...names])].map((group) => {
          const rest = findings.filter((finding) => finding.group === group && finding.state !== 'fault');
          return rest.length > 0 && h('details', { open: faults.length === 0 }, h('summary', {}, groups.includes(group) ? t(`group-${group}`) : group),
            h('ul', { class: 'findings' }, ...rest.map(({ state, text }) => h('li', { class: state }, icon(marks[state] ?? 'more'), h('span', {}, text)))));
        }));
    });
    look.disabled = false;
  });
  const tones = ['left', 'right', 'both'].map((side) => button('volume', t(`tone-${side}`), () => attempt(() => post('doctor', 'tone', side))));
  return { node: card('doctor', t('doctor'), h('p', { class: 'muted' }, t('doctor-hint')), h('div', { class: 'chips' }, look, ...tones), found), events: [] };
}

function own() {
  return {
    node: card('page', t('this-page'),
      choice(t('theme'), 'theme', ['auto', 'dark', 'light'].map((name) => [name, t(`theme-${name}`)]), localStorage.theme ?? 'auto', (value) => {
        localStorage.theme = value;
        applyTheme();
      }),
      choice(t('language'), 'language', Object.entries(languages), language, (value) => {
        localStorage.language = value;
        location.reload();
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
  const ending = ['restart', 'shutdown'].filter((name) => may.has(name)).map((name) => button(name === 'restart' ? 'restart' : 'power', t(name), async () => {
    if (await confirm(t(`${name}-question`), t(`${name}-hint`), t(name))) await attempt(() => post(name));
  }));
  async function fill() {
    const [stats, engine] = await batch([['stats'], ['engine']]);
    put(facts, fact(t('version'), engine.version ?? ''), fact(t('songs-title'), number(Number(stats.songs ?? 0))),
      fact(t('running-since'), new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(Date.now() - Number(stats.uptime ?? 0) * 1000))));
  }
  return { node: card('about', t('jukebox'), facts, h('div', { class: 'chips' }, log, ...ending), lines), fill, events: ['database'] };
}

export function boxView() {
  const grid = h('div', { class: 'box-cards' });
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
    stop();
    parts = [sticks, sound, limits, inputs, analysis, doctor, rights, own, about].map((make) => make(may)).filter(Boolean);
    grid.replaceChildren(...parts.map((part) => part.node));
    for (const part of parts) {
      if (part.events.includes('state')) part.update();
      run(part);
      for (const event of part.events) offs.push(on(event, () => (event === 'state' || event === 'scan' ? part.update() : soon(part))));
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
    node: h('div', { class: 'page box' }, h('h1', { tabindex: '-1', class: 'page-title' }, t('box')), grid),
    end: () => {
      ended = true;
      stop();
      off();
    },
  };
}
