// The sign of Now that music may not play, or not for long; it leads to the view Family.

import { h, icon, setText } from '../dom.js';
import { on, store } from '../store.js';
import { urgent } from './limits.js';

export const styles = ['alarms'];
export const texts = true;

export function limitSign() {
  const word = h('span', {});
  const node = h('a', { class: 'chip limit-sign', href: '#family' }, icon('sleep'), word);
  const show = () => {
    const text = urgent(store.status);
    node.hidden = !text;
    if (text) setText(word, text);
  };
  on('state', show);
  show();
  return node;
}
