// The sheet of an alarm: when it rings, what plays, how loud and how long.

import { attempt, offer } from '../bar.js';
import { post } from '../api.js';
import { choice } from '../box/card.js';
import { contentName } from '../cards/card.js';
import { chooseContent } from '../cards/content.js';
import { contentPicture } from '../cards/picture.js';
import { h, icon } from '../dom.js';
import { dialog } from '../menu.js';
import { emit } from '../store.js';
import { number, t } from '../texts.js';
import { added, changed, contentOf } from './alarm.js';
import { dayButtons } from './day-buttons.js';
import { sheetEnd } from './sheet-end.js';

const usual = { time: '07:00', days: 'mon,tue,wed,thu,fri', volume: '40', fade: '30', length: '60' };
const volumes = Array.from({ length: 20 }, (_, at) => (at + 1) * 5);
const fades = [0, 10, 30, 60, 120, 300];
const lengths = [5, 15, 30, 60, 120, 240];

const percent = (value) => t('percent', { value });
const seconds = (value) => (value ? t('seconds-value', { value: number(value) }) : t('fade-none'));
const minutes = (value) => t('min-n', { value });

function select(name, values, value, text) {
  const all = [...new Set([...values, Number(value)])].sort((one, other) => one - other);
  return h('label', { class: 'labelled' }, h('span', {}, t(`alarm-${name}`)), h('select', { class: 'select', name },
    ...all.map((one) => h('option', { value: one, selected: one === Number(value) }, text(one)))));
}

// What it plays, with a button that asks for something else.
function contentPart(first) {
  const node = h('div', { class: 'card-of' });
  let content = first;
  const draw = () => node.replaceChildren(h('span', { class: 'row-cover' }, content ? contentPicture(content.kind, content.target)
    : h('span', { class: 'card-action' }, icon('alarm'))), h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' },
    content ? content.title ?? contentName(content.kind, content.target) : t('alarm-tone')),
  h('span', { class: 'row-detail' }, content ? t(`card-${content.kind}`) : t('alarm-tone-hint'))),
  h('button', { type: 'button', class: 'chip', onclick: () => chooseContent('', (chosen) => {
    content = chosen;
    draw();
  }, true) }, icon('music'), t('alarm-choose')));
  draw();
  return { node, value: () => (content ? `${content.kind} ${content.target}` : '') };
}

const day = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60000).toISOString().slice(0, 10);

// Once or on days of the week.
function whenPart({ days, date }) {
  const buttons = dayButtons(days ?? usual.days);
  const field = h('input', { type: 'date', class: 'field', name: 'date', value: date ?? day(Date.now() + 86400000),
    min: day(Date.now()), required: true, 'aria-label': t('alarm-date') });
  let isOnce = Boolean(date);
  const draw = () => {
    buttons.node.hidden = isOnce;
    field.hidden = field.disabled = !isOnce;
  };
  draw();
  return {
    node: h('div', { class: 'alarm-when' }, choice(t('alarm-when'), 'alarm-when', [['days', t('alarm-weekly')],
      ['once', t('alarm-once')]], isOnce ? 'once' : 'days', (word) => {
      isOnce = word === 'once';
      draw();
    }), buttons.node, field),
    value: () => (isOnce ? { date: field.value } : { days: buttons.value() || 'all' }),
  };
}

const save = (alarm, former) => attempt(async () => {
  const { alarm: made } = await post(...former ? changed(alarm) : added(alarm));
  emit('alarms');
  offer(t(former ? 'alarm-changed' : 'alarm-added', { time: alarm.time }), async () => {
    await post(...former ? changed(former) : ['alarm', 'delete', made]);
    emit('alarms');
  });
});

// Without `former` a new one; `remove` deletes it.
export function editAlarm(former, remove) {
  const alarm = former ?? usual;
  const time = h('input', { type: 'time', class: 'field alarm-clock', value: alarm.time, required: true,
    'aria-label': t('alarm-time') });
  const when = whenPart(alarm);
  const content = contentPart(contentOf(alarm));
  const form = h('form', { class: 'labelled-form', onsubmit: (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries([...form.querySelectorAll('select')].map((one) => [one.name, one.value]));
    box.close();
    save({ alarm: former?.alarm, time: time.value, ...when.value(), content: content.value(), ...chosen }, former);
  } }, time, when.node, content.node, select('volume', volumes, alarm.volume, percent), select('fade', fades, alarm.fade, seconds),
  select('length', lengths, alarm.length, minutes), sheetEnd(t('alarm-delete', { time: alarm.time }), remove, () => box));
  const box = dialog(t(former ? 'alarm-edit' : 'alarm-new'), form);
  time.focus();
}
