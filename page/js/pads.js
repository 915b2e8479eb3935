// The soundboard: a press when the finger comes down, several at once; keys 1 to 9.

import { h, iconButton, setText } from './dom.js';
import { get, post } from './api.js';
import { attempt, complain } from './bar.js';
import { may, on } from './store.js';
import { fold, t } from './texts.js';
import { ink } from './colour.js';
import { emptyNote } from './songs.js';

export const press = (pad) => attempt(() => post('pad', pad.id));
const release = (pad) => attempt(() => post('padstop', pad.id));

const hues = [18, 42, 76, 140, 172, 205, 250, 300, 340];

export function padsView() {
  const folders = h('div', { class: 'chips', role: 'group', 'aria-label': t('pad-folders') });
  const grid = h('ul', { class: 'pads', role: 'list', 'aria-label': t('pads') });
  const stop = iconButton('stop', t('stop-all'), () => attempt(() => post('padstop', 'all')), { class: 'icon-button edged', solid: true, 'data-needs': 'player' });
  const find = h('input', { type: 'search', class: 'field', placeholder: t('search'), 'aria-label': t('search-pads'), hidden: true });
  const note = h('div', {});
  let pads = [];
  let chosen = '';
  let drawn = '';

  const shown = () => pads.filter((pad) => (chosen === '' || (chosen === '*' ? pad.favourite === '1' : pad.folder === chosen))
    && fold(`${pad.folder ?? ''} ${pad.pad}`).includes(fold(find.value.trim())));

  function button(pad, at) {
    const node = h('button', {
      type: 'button', class: 'pad', disabled: Boolean(pad.absent || pad.problem || !may('player')),
      'aria-keyshortcuts': at < 9 ? String(at + 1) : undefined, title: pad.problem,
    }, h('bdi', { class: 'pad-name' }, pad.pad), h('span', { class: 'pad-foot' },
      at < 9 && h('span', { class: 'pad-key', 'aria-hidden': 'true' }, String(at + 1)),
      pad.mode === 'toggle' || pad.mode === 'hold' ? h('span', {}, t(`mode-${pad.mode}`)) : '',
      h('span', { class: 'pad-state' })),
    h('span', { class: 'pad-rest', 'aria-hidden': 'true' }));
    if (pad.colour) {
      node.style.setProperty('--pad', `#${pad.colour}`);
      node.style.setProperty('--pad-ink', ink(pad.colour));
    } else {
      node.style.setProperty('--hue', String(hues[Number(pad.number ?? at) % hues.length]));
      node.classList.add('uncoloured');
    }
    let touched = false;
    node.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      touched = true;
      press(pad);
    });
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
      node.addEventListener(name, () => { if (pad.mode === 'hold' && touched) release(pad); });
    }
    // A click without a pointer: a key or a screen reader.
    node.addEventListener('click', () => {
      if (!touched) press(pad);
      touched = false;
    });
    return h('li', {}, node);
  }

  function show() {
    const list = shown();
    const names = [...new Set(pads.map((pad) => pad.folder).filter(Boolean))];
    const choices = [['', t('all')], ...pads.some((pad) => pad.favourite === '1') ? [['*', t('favourites')]] : [], ...names.map((name) => [name, name])];
    const key = JSON.stringify([list.map(({ id, pad, number, colour, mode, problem, absent }) => [id, pad, number, colour, mode, problem, absent]), choices, chosen]);
    if (key !== drawn) {
      drawn = key;
      folders.hidden = choices.length < 2;
      folders.replaceChildren(...choices.map(([value, text]) => h('button', {
        type: 'button', class: 'chip', 'aria-pressed': String(value === chosen), onclick: () => {
          chosen = value;
          show();
          folders.querySelector('[aria-pressed=true]')?.focus();
        },
      }, text)));
      grid.replaceChildren(...list.map(button));
      note.replaceChildren(...pads.length ? [] : [emptyNote('pads', t('no-pads'), t('no-pads-hint'))]);
    }
    list.forEach((pad, at) => {
      const node = grid.children[at].firstChild;
      const active = pad.playing === '1';
      node.classList.toggle('playing', active);
      setText(node.querySelector('.pad-state'), active ? t('playing') : '');
      const rest = node.querySelector('.pad-rest');
      rest.getAnimations().forEach((animation) => animation.cancel());
      const seconds = Number(pad.remaining ?? 0);
      if (active && seconds > 0 && pad.held !== '1') {
        rest.animate([{ transform: `scaleX(${Math.min(1, seconds / Number(pad.duration || seconds))})` }, { transform: 'scaleX(0)' }],
          { duration: seconds * 1000, fill: 'forwards' });
      }
    });
    find.hidden = pads.length <= 20;
    stop.disabled = !pads.some((pad) => pad.playing === '1');
  }

  async function fill() {
    try {
      pads = await get(['pads']);
      show();
    } catch (problem) {
      complain(problem);
    }
  }
  find.addEventListener('input', show);
  const off = on('pads', fill);
  fill();
  return {
    node: h('div', { class: 'page' }, h('header', { class: 'pads-top' },
      h('h1', { tabindex: '-1', class: 'page-title' }, t('pads')), h('span', { class: 'spring' }), find, stop), folders, grid, note),
    key: (number) => {
      const pad = shown()[number - 1];
      if (pad && !pad.absent && !pad.problem) press(pad);
      return Boolean(pad);
    },
    end: off,
  };
}
