// The card of the box's health: what the doctor finds, and tones.

import { post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { t } from '../texts.js';
import { button, card, put } from './card.js';
import { findingsOf } from './findings.js';

const groups = ['sound', 'sticks', 'inputs', 'machine', 'network'];
const marks = { well: 'check', fault: 'warning', note: 'more', unseen: 'search' };

function faultNote({ text, effect, remedy }) {
  const [line, why] = remedy.split(/ {3,}/);
  return h('div', { class: 'fault' }, h('h3', {}, text), h('p', {}, effect), h('p', { class: 'muted' }, t('remedy')),
    h('code', {}, line), why && h('p', { class: 'muted' }, why));
}

// The findings of a group that are no faults.
function groupDetails(group, findings, isOpen) {
  const row = ({ state, text }) => h('li', { class: state }, icon(marks[state] ?? 'more'), h('span', {}, text));
  if (findings.length === 0) return null;
  return h('details', { open: isOpen }, h('summary', {}, groups.includes(group) ? t(`group-${group}`) : group),
    h('ul', { class: 'findings' }, ...findings.map(row)));
}

function report(findings) {
  const faults = findings.filter(({ state }) => state === 'fault');
  const verdict = h('p', { role: 'status', class: faults.length ? 'verdict danger' : 'verdict ok' },
    icon(faults.length ? 'warning' : 'check'), faults.length ? t('faults', { n: faults.length }) : t('all-well'));
  const all = [...new Set([...groups, ...findings.map(({ group }) => group)])];
  return [verdict, ...faults.map(faultNote), ...all.map((group) => groupDetails(group,
    findings.filter((finding) => finding.group === group && finding.state !== 'fault'), faults.length === 0))];
}

export function doctor(may) {
  if (!may.has('doctor')) return null;
  const found = h('div', {});
  const look = button('doctor', t('look-at-box'), async () => {
    look.disabled = true;
    put(found, h('p', { class: 'muted', role: 'status' }, t('doctor-looks')));
    await attempt(async () => put(found, ...report(findingsOf(await post('doctor')))));
    look.disabled = false;
  });
  const tones = ['left', 'right', 'both'].map((side) =>
    button('volume', t(`tone-${side}`), () => attempt(() => post('doctor', 'tone', side))));
  const node = card('doctor', t('doctor'), h('p', { class: 'muted' }, t('doctor-hint')),
    h('div', { class: 'chips' }, look, ...tones), found);
  return { node, events: [] };
}
