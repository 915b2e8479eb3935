// The sign of Now that music may not play, or not for long, which leads to the view Family; or that an alarm rings or waits, which
// leads to what ends it.

import { againText, wakeButtons } from '../alarms/wake.js';
import { emptyNote, h, icon, setText } from '../dom.js';
import { on, store } from '../store.js';
import { t } from '../texts.js';
import { urgent } from './limits.js';

export const styles = ['alarms'];
export const texts = true;

const alarmText = ({ ringing, snoozed }) => (ringing === '1' ? t('alarm-rings') : snoozed && againText(snoozed));

// In place of the song, where an alarm plays none.
export const alarmNote = (status) => emptyNote('alarm', alarmText(status), '', wakeButtons(status.ringing === '1'));

export function limitSign() {
  const word = h('span', {});
  const [limit, alarm] = [icon('sleep'), icon('alarm')];
  const node = h('a', { class: 'chip limit-sign', href: '#family' }, limit, alarm, word);
  const show = () => {
    const alarmIs = alarmText(store.status);
    const text = alarmIs || urgent(store.status);
    // The note says it already.
    node.hidden = !text || (alarmIs && !store.song);
    node.href = alarmIs ? '#alarms' : '#family';
    limit.toggleAttribute('hidden', Boolean(alarmIs));
    alarm.toggleAttribute('hidden', !alarmIs);
    if (text) setText(word, text);
  };
  on('state', show);
  show();
  return node;
}
