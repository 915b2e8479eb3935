// The card of the buttons: what was pressed last.

import { get } from '../api.js';
import { h, icon } from '../dom.js';
import { t } from '../texts.js';
import { card } from './card.js';

export function inputs() {
  const box = h('ul', { class: 'box-list', role: 'list' });
  const node = card('inputs', t('buttons'), box);
  let known = new Map();
  let offset = null;      // the jukebox's clock at a press that was seen, and this clock
  let timer = 0;
  let turn = 0;

  const ago = (nanoseconds) => {
    if (offset === null) return '';
    const seconds = Math.max(0, Math.round((performance.now() - offset - nanoseconds / 1e6) / 1000));
    return seconds < 2 ? t('just-now') : seconds < 60
      ? t('seconds-ago', { n: seconds }) : t('minutes-ago', { n: Math.round(seconds / 60) });
  };

  function draw(all) {
    box.replaceChildren(...all.map((input) =>
      h('li', { class: input.works === '0' ? 'input-row broken' : 'input-row', 'data-input': input.input },
      icon(input.works === '0' ? 'warning' : input.kind === 'device' ? 'keyboard' : 'button'),
      h('div', { class: 'row-text' }, h('bdi', { class: 'row-title' }, input.input),
        h('bdi', { class: 'row-detail' }, input.trouble ?? input.place ?? '')),
      h('span', { class: 'input-last' }, input.kind === 'led' ? t(`led-${input.look ?? 'dark'}`)
        : input.last_action ? [h('strong', {}, input.last_action), ' ',
          h('span', { class: 'muted' }, ago(Number(input.last_ns)))] : h('span', { class: 'muted' }, t('never-pressed'))))));
    if (all.length === 0) box.append(h('li', { class: 'muted' }, t('no-inputs')));
  }

  // Presses are no events of the protocol: they are asked once a second while somebody sees this.
  async function fill() {
    clearTimeout(timer);
    if (!node.isConnected) return;
    if (!document.hidden) {
      turn += 1;
      const mine = turn;
      const all = await get(['inputs']);
      if (mine !== turn) return;
      for (const { input, last_ns: at } of all) {
        if (known.size && at !== undefined && known.get(input) !== at) offset = performance.now() - Number(at) / 1e6;
      }
      known = new Map(all.map(({ input, last_ns: at }) => [input, at]));
      draw(all);
      if (all.length === 0) return;
    }
    timer = setTimeout(() => fill().catch(() => {}), 1000);
  }
  return { node, fill, events: [], end: () => clearTimeout(timer) };
}
