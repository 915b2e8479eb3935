// The sign of Now that music may not play, or not for long, which leads to the view Family; or that an alarm rings, which leads to
// what ends it.

import { h, icon, setText } from '../dom.js';
import { on, store } from '../store.js';
import { t } from '../texts.js';
import { urgent } from './limits.js';

export const styles = ['alarms'];
export const texts = true;

export function limitSign() {
  const word = h('span', {});
  const [limit, alarm] = [icon('sleep'), icon('alarm')];
  const node = h('a', { class: 'chip limit-sign', href: '#family' }, limit, alarm, word);
  const show = () => {
    const rings = store.status.ringing === '1';
    const text = rings ? t('alarm-rings') : urgent(store.status);
    node.hidden = !text;
    node.href = rings ? '#alarms' : '#family';
    limit.toggleAttribute('hidden', rings);
    alarm.toggleAttribute('hidden', !rings);
    if (text) setText(word, text);
  };
  on('state', show);
  show();
  return node;
}
