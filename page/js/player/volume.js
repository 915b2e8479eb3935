// The volume: a line that ends at the maximum, dragged by its thumb. A touch beside the thumb is one step towards it, so that
// none is ever loud.

import { post } from '../api.js';
import { attempt, latest } from '../bar.js';
import { h, icon, iconButton, label, setIcon } from '../dom.js';
import { on, store } from '../store.js';
import { t } from '../texts.js';

const sender = latest((value) => post('setvol', Math.round(value)));
const { send } = sender;

const limit = (name, otherwise) => Number(store.status[name] ?? otherwise);
const floor = () => limit('floor', 0);
const ceiling = () => limit('ceiling', 100);
const now = () => sender.wanted ?? Number(store.status.volume ?? 0);
const within = (value) => Math.min(ceiling(), Math.max(floor(), value));

export function step(difference) {
  if (store.status.volume !== undefined) send(within(now() + difference));
}

export const mute = () => attempt(() => post('mute'));

const keySteps = { ArrowRight: 2, ArrowUp: 2, ArrowLeft: -2, ArrowDown: -2, PageUp: 10, PageDown: -10, Home: -100, End: 100 };

function pressed(event) {
  if (!keySteps[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  step(keySteps[event.key]);
}

export function volume() {
  const thumb = h('span', { class: 'volume-thumb' });
  const done = h('span', { class: 'volume-done' });
  const line = h('div', { class: 'volume-line', role: 'slider', tabindex: '0', 'aria-label': t('volume'), 'aria-valuemin': '0' },
    done, thumb);
  const note = h('span', { class: 'volume-limit', 'aria-hidden': 'true' });
  const quiet = iconButton('volume', t('mute'), mute, { 'aria-pressed': 'false' });
  const room = h('div', { class: 'volume-room' }, line, note);
  const box = h('div', { class: 'volume', role: 'group', 'data-needs': 'player', 'aria-label': t('volume') }, quiet, room);
  let drag = null;

  function show(value) {
    const part = Math.min(1, value / ceiling());
    done.style.width = `${part * 100}%`;
    thumb.style.left = `${part * 100}%`;
    line.setAttribute('aria-valuenow', Math.round(value));
    line.setAttribute('aria-valuetext', t('percent', { value: Math.round(value) }));
  }

  function update() {
    const { volume: value, muted } = store.status;
    box.hidden = value === undefined;
    line.setAttribute('aria-valuemax', ceiling());
    quiet.setAttribute('aria-pressed', String(muted === '1'));
    setIcon(quiet, muted === '1' ? 'muted' : 'volume');
    label(quiet, muted === '1' ? t('unmute') : t('mute'));
    note.replaceChildren(...ceiling() < 100 ? [icon('lock'), t('percent', { value: ceiling() })] : []);
    if (!drag && sender.wanted === null) show(Number(value ?? 0));
  }

  room.addEventListener('pointerdown', (event) => {
    if (event.target === thumb || event.button > 0) return;
    step(event.clientX > thumb.getBoundingClientRect().right ? 2 : -2);
  });
  thumb.addEventListener('pointerdown', (event) => {
    thumb.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, value: now() };
  });
  thumb.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const value = within(drag.value + (event.clientX - drag.x) / line.clientWidth * ceiling());
    show(value);
    if (Math.round(value) !== Math.round(now())) send(value);
  });
  for (const name of ['pointerup', 'pointercancel']) {
    thumb.addEventListener(name, () => {
      drag = null;
      update();
    });
  }
  line.addEventListener('keydown', pressed);
  on('state', update);
  update();
  return box;
}
