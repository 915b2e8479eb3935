// An alarm that rings or waits after a snooze: its words and its buttons.

import { post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { emit } from '../store.js';
import { language, t } from '../texts.js';

const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });

// After a snooze, by the seconds that are left of it.
export const againText = (seconds) => t('alarm-again', { time: clock.format(Date.now() + Number(seconds) * 1000) });

const button = (symbol, name, className) => h('button', { type: 'button', class: className, 'data-needs': 'player',
  onclick: () => attempt(async () => {
    await post('alarm', name);
    emit('alarms');
  }) }, icon(symbol), t(`alarm-${name}`));

export const wakeButtons = (rings) => h('div', { class: 'chips wake' }, rings && button('sleep', 'snooze', 'filled'),
  button('check', 'stop', rings ? 'chip' : 'filled'));
