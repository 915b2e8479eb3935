// The card of the box's health: what the doctor finds, and tones.

import { post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { t } from '../texts.js';
import { button, card, list, put } from './card.js';

const groups = ['sound', 'sticks', 'inputs', 'machine', 'network'];
const marks = { well: 'check', fault: 'warning', note: 'more', unseen: 'search' };

export function doctor(may) {
  if (!may.has('doctor')) return null;
  const found = h('div', {});
  const look = button('doctor', t('look-at-box'), async () => {
    look.disabled = true;
    put(found, h('p', { class: 'muted', role: 'status' }, t('doctor-looks')));
    await attempt(async () => {
      const answer = await post('doctor');
      const effects = list(answer.effect);
      const remedies = list(answer.remedy);
      const texts = list(answer.text);
      const names = list(answer.group);
      // Only faults have an effect and a remedy, in their order.
      const findings = list(answer.state).map((state, at) => ({
        state, group: names[at], text: texts[at], ...state === 'fault' && { effect: effects.shift(), remedy: remedies.shift() },
      }));
      const faults = findings.filter(({ state }) => state === 'fault');
      put(found, h('p', { role: 'status', class: faults.length ? 'verdict danger' : 'verdict ok' },
        icon(faults.length ? 'warning' : 'check'), faults.length ? t('faults', { n: faults.length }) : t('all-well')),
        ...faults.map(({ text, effect, remedy }) => {
          const [line, why] = remedy.split(/ {3,}/);
          return h('div', { class: 'fault' }, h('h3', {}, text), h('p', {}, effect), h('p', { class: 'muted' }, t('remedy')),
            h('code', {}, line), why && h('p', { class: 'muted' }, why));
        }),
        ...[...new Set([...groups, ...names])].map((group) => {
          const rest = findings.filter((finding) => finding.group === group && finding.state !== 'fault');
          return rest.length > 0
            && h('details', { open: faults.length === 0 }, h('summary', {}, groups.includes(group) ? t(`group-${group}`) : group),
            h('ul', { class: 'findings' },
              ...rest.map(({ state, text }) => h('li', { class: state }, icon(marks[state] ?? 'more'), h('span', {}, text)))));
        }));
    });
    look.disabled = false;
  });
  const tones = ['left', 'right', 'both'].map((side) =>
    button('volume', t(`tone-${side}`), () => attempt(() => post('doctor', 'tone', side))));
  return { node: card('doctor', t('doctor'), h('p', { class: 'muted' }, t('doctor-hint')),
    h('div', { class: 'chips' }, look, ...tones), found), events: [] };
}
