// The view of the alarms: when each rings next, which was missed, and new ones.

import { get, post } from '../api.js';
import { attempt, complain, offer } from '../bar.js';
import { contentName } from '../cards/card.js';
import { emptyNote, h, icon } from '../dom.js';
import { groupWidth } from '../library/cover-sizes.js';
import { refused } from '../songs/queueing.js';
import { emit, may, on, store } from '../store.js';
import { language, t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { added, contentOf } from './alarm.js';
import { daysText } from './days.js';
import { editAlarm } from './edit.js';
import { againText, wakeButtons } from './wake.js';

export const styles = ['box', 'more', 'cards', 'alarms'];
export const texts = true;

const rowHeight = 104;
const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(language, { weekday: 'long', hour: '2-digit', minute: '2-digit' });

const ask = (...words) => attempt(async () => {
  await post('alarm', ...words);
  emit('alarms');
});

const remove = (alarm) => attempt(async () => {
  await post('alarm', 'delete', alarm.alarm);
  emit('alarms');
  offer(t('alarm-deleted', { time: alarm.time }), async () => {
    await post(...added(alarm));
    emit('alarms');
  });
});

function stateOf(alarm) {
  if (alarm.ringing === '1') return t('alarm-rings');
  if (alarm.snoozed) return againText(alarm.snoozed);
  if (alarm.missed && (!alarm.next || Date.parse(alarm.missed_seen ?? alarm.missed) > Date.now() - 86400000)) {
    return t('alarm-missed', { time: moments.format(new Date(alarm.missed)) });
  }
  if (alarm.enabled === '0') return t('off');
  return alarm.next ? t('alarm-next', { time: moments.format(new Date(alarm.next)) }) : '';
}

function alarmRow(alarm) {
  const content = contentOf(alarm);
  const when = alarm.date ? dates.format(new Date(alarm.date)) : daysText(alarm.days);
  const plays = content ? contentName(content.kind, content.target) : t('alarm-tone');
  const isOn = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: alarm.enabled !== '0',
    'data-needs': 'control', 'aria-label': t('alarm-switch', { time: alarm.time }),
    onchange: () => ask(isOn.checked ? 'on' : 'off', alarm.alarm) });
  return h('div', { class: `row alarm-row${alarm.ringing === '1' ? ' current' : alarm.enabled === '0' ? ' absent' : ''}` },
    h('button', { type: 'button', class: 'row-main', 'aria-label': t('alarm-edit-name', { time: alarm.time, when }),
      onclick: () => (may('control') ? editAlarm(alarm, () => remove(alarm)) : refused()) },
    h('span', { class: 'alarm-time' }, alarm.time), h('span', { class: 'row-text' },
      h('span', { class: 'row-title' }, when), h('bdi', { class: 'row-detail' }, plays),
      h('span', { class: 'row-detail alarm-state' }, stateOf(alarm)))),
    isOn);
}

const addButton = () => h('button', { type: 'button', class: 'filled', 'data-needs': 'control', onclick: () => editAlarm() },
  icon('plus'), t('alarm-new'));

// While one rings or waits: what ends it.
const ringing = (alarm) => h('section', { class: 'box-card alarm-now' }, h('h2', {}, icon('alarm'), stateOf(alarm)),
  wakeButtons(alarm.ringing === '1'));

export function alarmsView(scroller) {
  const top = h('div', { class: 'list-top' }, h('span', { class: 'spring' }), addButton());
  const clock = h('p', { class: 'danger-note', role: 'status', hidden: true }, icon('warning'), h('span', {}, t('clock-unknown')));
  const now = h('div', {});
  const content = h('div', {});
  let shown = [];
  let isDrawn = false;
  const list = new VirtualList({ scroller, name: t('alarms'), height: rowHeight, minimum: groupWidth(),
    key: (at) => JSON.stringify(shown[at]), item: (at) => alarmRow(shown[at]) });
  async function fill() {
    try {
      shown = (await get(['alarms'])).sort((one, other) => (one.time < other.time ? -1 : 1));
      isDrawn = true;
      top.hidden = shown.length === 0;
      now.replaceChildren(...shown.filter((alarm) => alarm.ringing === '1' || alarm.snoozed).map(ringing));
      content.replaceChildren(shown.length ? list.element : emptyNote('alarm', t('no-alarms'), t('no-alarms-hint'), addButton()));
      list.show(shown.length);
    } catch (problem) {
      complain(problem);
    }
  }
  const update = () => { clock.hidden = store.status.clock !== 'unknown'; };
  update();
  const offs = [on('alarms', fill), on('state', update)];
  return {
    node: h('div', { class: 'page alarms' }, h('h1', { tabindex: '-1', class: 'page-title' }, t('alarms')), clock, now, top,
      content),
    ready: fill(), drawn: () => { if (isDrawn) list.measure(); },
    end: () => {
      offs.forEach((off) => off());
      list.end();
    },
  };
}
