// The meter of the microphone.

import { h, setText } from '../dom.js';
import { number, t } from '../texts.js';

export const lowest = -60;
const bars = 24;

// Level in three zones: up to -12 dB, up to -3 dB, and above. The words change every 2 s at most.
export function meter() {
  const cells = Array.from({ length: bars }, (_, at) => {
    const level = lowest * (1 - (at + 1) / bars);
    return h('span', { class: level > -3 ? 'red' : level > -12 ? 'amber' : 'green' });
  });
  const words = h('span', { class: 'meter-words' });
  const node = h('div', { class: 'meter' }, h('div', {
    class: 'meter-cells', role: 'meter', 'aria-label': t('level'), 'aria-valuemin': lowest, 'aria-valuemax': '0',
    'aria-valuenow': lowest,
  }, ...cells), h('div', { class: 'meter-scale', 'aria-hidden': 'true' }, h('span', {}, '−60'), h('span', {}, '−12'),
  h('span', {}, '−3'), h('span', {}, '0 dB')), words);
  let spoken = 0;
  return {
    node,
    show(peak = lowest, rms = lowest) {
      const of = (level) => Math.round((Math.max(lowest, level) - lowest) / -lowest * bars);
      const filled = of(rms);
      const top = of(peak) - 1;
      cells.forEach((cell, at) => cell.classList.toggle('on', at < filled || at === top));
      if (performance.now() - spoken < 2000) return;
      spoken = performance.now();
      node.firstChild.setAttribute('aria-valuenow', Math.round(Math.max(lowest, peak)));
      const text = peak <= lowest ? t('level-silent') : t('decibels', { value: number(Math.round(peak)) });
      node.firstChild.setAttribute('aria-valuetext', text);
      setText(words, peak > -1 ? t('level-high') : peak > lowest && peak < -30 ? t('level-low') : '');
    },
  };
}
