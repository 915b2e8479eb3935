// The soundboard: a press when the finger comes down, several at once; keys 1 to 9. In edit mode a tap opens the controls
// of a pad, and its handle moves it.

import { h, icon, iconButton, setText } from './dom.js';
import { Refusal, batch, last, post } from './api.js';
import { attempt, complain, offer } from './bar.js';
import { ask, dialog, menu } from './menu.js';
import { may, on, store } from './store.js';
import { fold } from './letters.js';
import { t, trouble } from './texts.js';
import { ink } from './colour.js';
import { emptyNote } from './songs.js';
import { refused } from './actions.js';
import { swatches } from './swatches.js';

export const styles = ['pads', 'song'];
export const texts = true;

export const press = async (pad) => (may('player') ? attempt(() => post('pad', pad.id)) : refused());
const release = (pad) => attempt(() => post('padstop', pad.id));
const stickOf = (pad) => pad.id.split('-')[0];

const hues = [18, 42, 76, 140, 172, 205, 250, 300, 340];

function paint(node, pad, at) {
  if (pad.colour) {
    node.style.setProperty('--pad', `#${pad.colour}`);
    node.style.setProperty('--pad-ink', ink(pad.colour));
  } else {
    node.style.setProperty('--hue', String(hues[Number(pad.number ?? at) % hues.length]));
    node.classList.add('uncoloured');
  }
}

// A ring that closes with the rest of the sound.
function ring() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'pad-ring');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const name of ['whole', 'rest']) {
    const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    for (const [key, value] of Object.entries({ cx: 12, cy: 12, r: 9, pathLength: 1, class: name })) circle.setAttribute(key, value);
    svg.append(circle);
  }
  return svg;
}

// Seconds of one press: its part of the file, at its speed, with its repeats.
function length(pad) {
  const part = Number(pad.end || pad.duration || 0) - Number(pad.start ?? 0);
  return part / Number(pad.speed ?? 1) * (1 + Math.max(0, Number(pad.loops ?? 0)));
}

export function padsView() {
  const folders = h('div', { class: 'chips pad-folders', role: 'group', 'aria-label': t('pad-folders') });
  const grid = h('ul', { class: 'pads', role: 'list', 'aria-label': t('pads') });
  const edged = (name, text, action, more) => iconButton(name, text, action, { class: 'icon-button edged', ...more });
  const edit = edged('pencil', t('edit-pads'), () => {
    editing = !editing;
    edit.setAttribute('aria-pressed', String(editing));
    if (!editing) open(null);
    show();
  }, { 'data-needs': 'control', 'aria-pressed': 'false' });
  const pause = edged('pause', t('pause-all'), () => attempt(() => post('padpause')), { solid: true, 'data-needs': 'player', 'aria-pressed': 'false' });
  const stop = edged('stop', t('stop-all'), () => attempt(() => post('padstop', 'all')), { solid: true, 'data-needs': 'player' });
  const find = h('input', { type: 'search', class: 'field pads-find', placeholder: t('search'), 'aria-label': t('search-pads'), hidden: true });
  const more = h('button', { type: 'button', class: 'pad-new', onclick: newPad }, icon('plus'), h('span', {}, t('new-pad')));
  const note = h('div', {});
  const held = new Map();         // what is pressed down: a pointer or a key, and its pad with the answer to its press
  const playing = new Map();      // the length of what a pad plays
  let pads = [];
  let names = [];
  let chosen = '';
  let drawn = '';
  let editing = false;
  let dragging = false;           // nothing is drawn again under the finger
  let controls = null;
  let ended = false;
  let stale = false;
  let filling = false;
  let follow = null;              // the id of a pad that was moved by keys: the focus goes with it

  const shown = () => pads.filter((pad) => (chosen === '' || (chosen === '*' ? pad.favourite === '1' : pad.folder === chosen))
    && fold(`${pad.folder ?? ''} ${pad.pad}`).includes(fold(find.value.trim())));

  const down = (by, pad) => held.set(by, { pad, answer: press(pad) });
  // A pad of the mode `hold` ends with its finger or key; its press is answered before.
  const up = (by) => {
    const { pad, answer } = held.get(by) ?? {};
    held.delete(by);
    if (pad?.mode === 'hold') answer.then(() => release(pad));
  };
  const lifted = (event) => up(event.pointerId);
  const keyLifted = (event) => up(event.key);
  const allUp = () => [...held.keys()].forEach(up);
  // There is no time for answers.
  const leave = () => {
    for (const { pad } of held.values()) if (pad.mode === 'hold') last('padstop', pad.id).catch(() => {});
    held.clear();
  };

  function button(pad, at) {
    const broken = Boolean(pad.absent || pad.problem);
    const node = h('button', {
      type: 'button', class: `pad mode-${pad.mode}`, disabled: editing ? false : broken || !may('player'),
      'aria-keyshortcuts': at < 9 ? String(at + 1) : undefined, title: trouble(pad.problem, pad.problem_key),
      'aria-label': editing ? t('edit-pad', { name: pad.pad }) : undefined,
    }, h('bdi', { class: 'pad-name' }, pad.pad), h('span', { class: 'pad-foot' },
      at < 9 && h('span', { class: 'pad-key', 'aria-hidden': 'true' }, String(at + 1)),
      h('span', { class: 'pad-mode' }, broken ? t('pad-away') : pad.mode === 'once' ? '' : t(`mode-${pad.mode}`)),
      h('span', { class: 'unseen pad-state' }), ring()));
    let pointed = -Infinity;
    node.addEventListener('pointerdown', (event) => {
      pointed = event.timeStamp;
      // A disabled button gets this event too.
      if (event.button > 0 || editing || node.disabled) return;
      down(event.pointerId, pad);
    });
    // A click without a pointer: a key or a screen reader.
    node.addEventListener('click', (event) => {
      if (editing) open(pad.id);
      else if (event.detail === 0 && event.timeStamp - pointed > 700) press(pad);
    });
    // The menu of a long press would end a held pad.
    node.addEventListener('contextmenu', (event) => event.preventDefault());
    const item = h('li', { 'data-id': pad.id }, node, pad.favourite === '1' && !editing && h('span', { class: 'pad-star' }, icon('star', true)));
    paint(item, pad, at);
    if (editing) {
      const handle = iconButton('handle', t('move-pad', { name: pad.pad, place: at + 1, n: shown().length }), () => {},
        { class: 'icon-button handle pad-handle', 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' });
      handle.addEventListener('pointerdown', (event) => drag(event, at, item, handle));
      item.append(handle);
    }
    return item;
  }

  // The pad goes to the place of another one of its stick; both are places of those that are shown.
  function move(from, to) {
    const list = shown();
    const own = pads.filter((pad) => stickOf(pad) === stickOf(list[from]));
    const place = own.indexOf(list[to]);
    if (place < 0 || from === to) return show();
    const [pad] = pads.splice(pads.indexOf(list[from]), 1);
    const before = own.filter((one) => one !== pad)[place];
    pads.splice(before ? pads.indexOf(before) : pads.lastIndexOf(own.filter((one) => one !== pad).at(-1)) + 1, 0, pad);
    show();
    return attempt(() => post('padmove', pad.id, place + 1)).then((answer) => answer ?? fill());
  }

  // The pad floats with the finger; the others make room.
  function drag(event, from, item, handle) {
    if (event.button > 0 || dragging) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const list = shown();
    const scroller = document.getElementById('view');
    const items = [...grid.children].slice(0, list.length);
    const boxes = items.map((one) => one.getBoundingClientRect());
    const begin = { x: event.clientX, y: event.clientY, scroll: scroller.scrollTop };
    const at = { x: begin.x, y: begin.y };
    let to = from;
    let frame = 0;
    dragging = true;
    item.classList.add('dragged');
    const shift = (node, x, y) => { node.style.transform = x || y ? `translate(${x}px, ${y}px)` : ''; };
    const place = () => {
      const edges = scroller.getBoundingClientRect();
      if (at.y < edges.top + 60) scroller.scrollTop -= 8;
      if (at.y > edges.bottom - 60) scroller.scrollTop += 8;
      const x = at.x - begin.x;
      const y = at.y - begin.y + scroller.scrollTop - begin.scroll;
      const distance = (box) => Math.hypot(box.x - boxes[from].x - x, box.y - boxes[from].y - y);
      to = list.reduce((best, pad, index) => (stickOf(pad) === stickOf(list[from]) && distance(boxes[index]) < distance(boxes[best]) ? index : best), from);
      shift(item, x, y);
      items.forEach((one, index) => {
        if (index === from) return;
        const aside = boxes[index > from && index <= to ? index - 1 : index < from && index >= to ? index + 1 : index];
        shift(one, aside.x - boxes[index].x, aside.y - boxes[index].y);
      });
    };
    const turn = () => {
      place();
      if (item.isConnected) frame = requestAnimationFrame(turn);
    };
    frame = requestAnimationFrame(turn);
    const moved = (next) => Object.assign(at, { x: next.clientX, y: next.clientY });
    const end = (last) => {
      cancelAnimationFrame(frame);
      // Where the finger left, on a busy device too, which draws fewer frames.
      if (last.type === 'pointerup') {
        moved(last);
        place();
      }
      handle.removeEventListener('pointermove', moved);
      item.classList.remove('dragged');
      items.forEach((one) => shift(one, 0, 0));
      dragging = false;
      // Others may have moved or removed pads meanwhile.
      const [pad, target] = [from, to].map((at) => shown().findIndex(({ id }) => id === list[at].id));
      if (last.type === 'pointerup' && pad >= 0 && target >= 0) move(pad, target);
      else show();
    };
    handle.addEventListener('pointermove', moved);
    for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, end, { once: true });
  }

  grid.addEventListener('keydown', (event) => {
    const items = [...grid.querySelectorAll('[data-id]')];
    const from = items.findIndex((item) => item.contains(document.activeElement));
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (from < 0 || !step || (event.altKey && !editing)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = from + step;
    if (to < 0 || to >= items.length) return;
    if (event.altKey) {
      follow = items[from].dataset.id;
      move(from, to);
    } else {
      items[to].querySelector('button').focus();
    }
  });

  const files = () => { location.hash = '#add/pads'; };
  function newPad() {
    menu(t('new-pad'), [
      { icon: 'mic', text: t('record-sound'), action: () => { location.hash = '#record'; } },
      { icon: 'upload', text: t('files-of-device'), action: files },
      { icon: 'library', text: t('pad-of-library'), action: () => { location.hash = '#library'; } },
    ]);
  }

  // Of the chosen folder: its name, its colour, and its end, which keeps the pads.
  function editFolder() {
    const name = chosen;
    const colour = () => names.find(({ folder }) => folder === name)?.colour;
    const own = pads.filter((pad) => pad.folder === name);
    menu(name, [
      {
        icon: 'pencil', text: t('rename'), action: async () => {
          const wanted = await ask(t('name'), name, t('save'));
          if (!wanted || wanted === name) return;
          await attempt(async () => {
            await post('padfolder', name, 'rename', wanted);
            chosen = wanted;
            fill();
          });
        },
      },
      { icon: 'pads', text: t('colour'), action: () => dialog(name, swatches(t('colour'), colour() ?? '', (value) => attempt(() => post('padfolder', name, 'colour', value)))) },
      {
        icon: 'trash', text: t('delete-folder'), action: () => attempt(async () => {
          const former = colour();
          await post('padfolderrm', name);
          offer(t('removed', { name }), () => batch([['padfolder', name, ...former ? ['colour', former] : []], ...own.map((pad) => ['padset', pad.id, 'folder', name])]));
        }),
      },
    ]);
  }

  function show() {
    if (dragging) return undefined;
    const list = shown();
    const choices = [['', t('all')], ...pads.some((pad) => pad.favourite === '1') ? [['*', t('favourites')]] : [],
      ...names.filter(({ folder }) => pads.some((pad) => pad.folder === folder)).map(({ folder, colour }) => [folder, folder, colour])];
    if (chosen && !choices.some(([value]) => value === chosen)) {
      chosen = '';
      return show();
    }
    const key = JSON.stringify([list.map(({ id, pad, number, colour, mode, problem, absent, favourite }) => [id, pad, number, colour, mode, problem, absent, favourite]), choices, chosen, editing]);
    if (key !== drawn) {
      drawn = key;
      const active = follow ?? document.activeElement?.closest('[data-id]')?.dataset.id;
      const handled = document.activeElement?.matches('.pad-handle');
      folders.hidden = choices.length < 2;
      folders.replaceChildren(...choices.map(([value, text, colour]) => {
        const chip = h('button', {
          type: 'button', class: colour ? 'chip coloured' : 'chip', 'aria-pressed': String(value === chosen), onclick: () => {
            chosen = value;
            show();
            folders.querySelector('[aria-pressed=true]')?.focus();
          },
        }, h('bdi', {}, text));
        if (colour) chip.style.setProperty('--colour', `#${colour}`);
        return chip;
      }), ...editing && chosen && chosen !== '*' ? [iconButton('pencil', t('edit-pad', { name: chosen }), editFolder)] : []);
      grid.replaceChildren(...list.map(button), ...may('control') && pads.length ? [h('li', {}, more)] : []);
      note.replaceChildren(...pads.length ? [] : [emptyNote('pads', t('no-pads'), t('no-pads-hint'), may('control')
        && h('div', { class: 'chips' }, h('button', { type: 'button', class: 'filled', onclick: files }, icon('upload'), t('add-files')),
          h('a', { class: 'chip', href: '#record' }, icon('mic'), t('record'))))]);
      grid.classList.toggle('editing', editing);
      grid.querySelector(active && `[data-id="${active}"] ${handled || follow ? '.pad-handle' : '.pad'}`)?.focus();
      follow = null;
    }
    list.forEach((pad, at) => {
      const node = grid.children[at].firstChild;
      const active = Boolean(pad.playing);
      const rest = node.querySelector('.rest');
      node.classList.toggle('playing', active);
      node.classList.toggle('held', pad.held === '1');
      setText(node.querySelector('.pad-state'), active ? t(pad.held === '1' ? 'paused' : 'playing') : '');
      rest.getAnimations().forEach((animation) => animation.cancel());
      if (!active) return playing.delete(pad.id);
      const seconds = Number(pad.remaining ?? 0);
      if (!(seconds <= playing.get(pad.id))) playing.set(pad.id, Math.max(seconds, length(pad)));
      const part = seconds > 0 ? seconds / playing.get(pad.id) : 1;
      rest.style.strokeDashoffset = String(1 - part);
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (seconds > 0 && pad.held !== '1' && !still && store.connection === 'open') {
        rest.animate([{ strokeDashoffset: 1 - part }, { strokeDashoffset: 1 }], { duration: seconds * 1000, fill: 'forwards' });
      }
      return undefined;
    });
    find.hidden = pads.length <= 20;
    edit.hidden = pads.length === 0;
    pause.disabled = stop.disabled = !pads.some((pad) => pad.playing);
    pause.setAttribute('aria-pressed', String(pads.some((pad) => pad.held === '1')));
    controls?.update(pads);
    return undefined;
  }

  // The controls of a pad: beside the grid on a desk, in place of the queue; else a sheet.
  async function open(id) {
    controls?.close();
    const module = id && await attempt(() => import('./padcontrols.js').catch(() => Promise.reject(new Refusal(0, {}))));
    if (!module || ended || !pads.some((pad) => pad.id === id)) return;
    const close = () => {
      if (!controls) return;
      const { box } = controls;
      controls.end();
      controls = null;
      document.body.classList.remove('panelled');
      if (box.open) box.close();
      else box.remove();
      grid.querySelector(`[data-id="${id}"] .pad`)?.focus();
    };
    const part = module.padControls(id, { close, move: (pad, step) => {
      const from = shown().findIndex((one) => one.id === pad.id);
      if (from >= 0 && shown()[from + step]) move(from, from + step);
    } });
    controls = { ...part, close };
    if (matchMedia('(min-width: 1200px) and (min-height: 500px)').matches) {
      const heading = h('h2', { tabindex: '-1' }, part.title);
      controls.box = h('aside', { class: 'pad-panel', 'aria-label': t('pad-controls') }, h('header', {}, heading, iconButton('close', t('close'), close)), part.node);
      controls.box.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
      document.getElementById('side').after(controls.box);
      document.body.classList.add('panelled');
      heading.focus();
    } else {
      controls.box = dialog(part.title, part.node);
      controls.box.classList.add('full');
      controls.box.addEventListener('close', close);
    }
    controls.update(pads);
  }

  // Many changes in a moment are one question.
  async function fill() {
    stale = true;
    if (filling) return;
    filling = true;
    while (stale && !ended) {
      stale = false;
      try {
        [pads, names] = await batch([['pads'], ['padfolders']]);
        show();
      } catch (problem) {
        complain(problem);
      }
      await new Promise((done) => { setTimeout(done, 100); });
    }
    filling = false;
  }
  find.addEventListener('input', show);
  document.addEventListener('pointerup', lifted);
  document.addEventListener('pointercancel', lifted);
  document.addEventListener('keyup', keyLifted);
  addEventListener('blur', allUp);
  addEventListener('pagehide', leave);
  const offs = [on('pads', fill), on('role', () => {
    drawn = '';
    fill();
  }), on('connection', () => {
    // What the jukebox does while it is away nobody knows.
    if (store.connection !== 'open') grid.querySelectorAll('.rest').forEach((rest) => rest.getAnimations().forEach((animation) => animation.pause()));
  })];
  fill();
  return {
    node: h('div', { class: 'page' }, h('header', { class: 'pads-top' },
      h('h1', { tabindex: '-1', class: 'page-title' }, t('pads')), h('span', { class: 'spring' }), edit, pause, stop), find, folders, grid, note),
    key: (number) => {
      const pad = shown()[number - 1];
      if (pad && !pad.absent && !pad.problem && may('player')) down(String(number), pad);
      return Boolean(pad);
    },
    end: () => {
      ended = true;
      allUp();
      controls?.close();
      offs.forEach((off) => off());
      document.removeEventListener('pointerup', lifted);
      document.removeEventListener('pointercancel', lifted);
      document.removeEventListener('keyup', keyLifted);
      removeEventListener('blur', allUp);
      removeEventListener('pagehide', leave);
    },
  };
}
