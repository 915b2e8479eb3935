// What a family sets: quiet hours, minutes of music a day, the lock, switching off; and what is left of today.

import { post } from '../api.js';
import { attempt, complain, offer } from '../bar.js';
import { card } from '../box/card.js';
import { h, icon } from '../dom.js';
import { allowed, holds } from '../rights.js';
import { enter } from '../settings.js';
import { emit, on, store } from '../store.js';
import { t } from '../texts.js';
import { budgetDays } from './days.js';
import { limits } from './limits.js';
import { quietHours } from './quiet.js';

export const styles = ['box', 'more', 'alarms'];
export const texts = true;

const allowMinutes = 30;
const extraMinutes = 15;
const idleMinutes = ['off', '15', '30', '60', '120'];

// A command with the one that undoes it.
const change = (command, back, text) => attempt(async () => {
  await post(...command);
  emit('family');
  offer(text, async () => {
    await post(...back);
    emit('family');
  });
});

function today(may) {
  const state = h('div', { class: 'family-now', role: 'status' });
  const lock = h('input', { type: 'checkbox', role: 'switch', class: 'switch', disabled: !may, onchange: () => {
    const [word, back] = lock.checked ? ['on', 'off'] : ['off', 'on'];
    change(['lock', word], ['lock', back], t(lock.checked ? 'locked-now' : 'unlocked-now'));
  } });
  const allow = h('button', { type: 'button', class: 'filled', onclick: () => change(['allow', String(allowMinutes)],
    ['allow', '0'], t('allowed-now', { n: allowMinutes })) }, icon('play', true), t('allow-n', { n: allowMinutes }));
  const more = h('button', { type: 'button', class: 'chip', onclick: () => change(['budget', `+${extraMinutes}`],
    ['budget', `-${extraMinutes}`], t('budget-more', { n: extraMinutes })) }, icon('plus'), t('minutes-n', { n: extraMinutes }));
  more.setAttribute('aria-label', t('budget-add', { n: extraMinutes }));
  function update() {
    const { status } = store;
    const [first = t('family-free'), ...others] = limits(status);
    state.replaceChildren(h('p', { class: 'family-rest' }, first), ...others.map((text) => h('p', { class: 'muted' }, text)));
    lock.checked = status.locked === '1';
    allow.hidden = !may || !(status.quiet || status.closed);
    more.hidden = !may || status.budget === undefined;
  }
  const node = card('today', t('today'), state, h('div', { class: 'chips' }, allow, more),
    h('label', { class: 'switch-row family-lock' }, h('span', { class: 'row-text' }, t('lock-buttons')), lock),
    !may && h('button', { type: 'button', class: 'chip', onclick: enter }, icon('lock'), t('family-password')));
  return { node, fill: update };
}

// The setting of the configuration that switches the box off.
function idleOff() {
  const select = h('select', { class: 'select', 'aria-label': t('idle-off'), onchange: () => attempt(async () => {
    const former = select.dataset.value;
    await post('settingset', 'player', 'idle-off', select.value);
    emit('family');
    offer(t('setting-saved', { name: t('idle-off') }), async () => {
      await post('settingset', 'player', 'idle-off', former);
      emit('family');
    });
  }) });
  const hint = h('p', { class: 'muted' }, t('idle-off-hint'));
  const node = card('idle', t('idle-off'), hint, h('div', { class: 'family-day' }, h('span', {}, t('idle-off-after')), select));
  async function fill() {
    const found = (await post('settings')).find(({ setting }) => setting === 'player idle-off');
    node.hidden = !found;
    if (!found) return;
    const all = idleMinutes.includes(found.value) ? idleMinutes : [...idleMinutes, found.value];
    select.dataset.value = found.value;
    select.replaceChildren(...all.map((one) => h('option', { value: one, selected: one === found.value },
      one === 'off' ? t('off') : t('min-n', { value: Number(one) }))));
  }
  return { node, fill };
}

export function familyView() {
  const grid = h('div', { class: 'box-cards' });
  const clock = h('p', { class: 'danger-note', role: 'status', hidden: true }, icon('warning'), h('span', {}, t('clock-unknown')));
  const offs = [];
  let isOver = false;
  async function build() {
    const commands = await allowed();
    if (isOver) return;
    const may = holds(commands, 'admin');
    const parts = [today(may), quietHours(may), budgetDays(may), ...may ? [idleOff()] : []];
    const fill = () => Promise.all(parts.map((part) => part.fill())).catch(complain);
    const update = () => {
      parts[0].fill();
      clock.hidden = store.status.clock !== 'unknown';
    };
    grid.replaceChildren(...parts.map(({ node }) => node));
    offs.splice(0).forEach((off) => off());
    offs.push(on('family', fill), on('state', update));
    update();
    await fill();
  }
  const again = () => build().catch(complain);
  const off = on('role', again);
  return {
    node: h('div', { class: 'page family' }, h('h1', { tabindex: '-1', class: 'page-title' }, t('family')), clock, grid),
    ready: again(),
    end: () => {
      isOver = true;
      off();
      offs.forEach((one) => one());
    },
  };
}
