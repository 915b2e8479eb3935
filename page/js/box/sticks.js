// The card of the sticks: their room, their scans, what was not played, and those that may be pulled.

import { batch, post } from '../api.js';
import { attempt, notify } from '../bar.js';
import { h, icon } from '../dom.js';
import { size } from '../sizes.js';
import { store } from '../store.js';
import { t } from '../texts.js';
import { button, card, list, put } from './card.js';

function results(scan) {
  const kinds = list(scan?.not_played);
  const problems = list(scan?.problem);
  const lines = [
    scan?.error, Number(scan?.unreadable) > 0 && t('unreadable', { n: Number(scan.unreadable) }),
    kinds.length > 0 && t('not-played', { kinds: kinds.join(', ') }),
    Number(scan?.not_read) > 0 && t('not-read', { n: Number(scan.not_read) }),
    Number(scan?.forbidden) > 0 && t('forbidden', { n: Number(scan.forbidden) }),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return h('div', { class: 'box-warn' }, ...lines.map((line) => h('p', {}, icon('warning'), h('span', {}, line))),
    problems.length > 0 && h('details', {}, h('summary', {}, t('which-files')),
      h('ul', {}, ...problems.map((line) => h('li', {}, h('bdi', {}, line))))));
}

function room({ free, size: whole }) {
  if (whole === undefined) return null;
  const part = Number(whole) ? 1 - Number(free) / Number(whole) : 0;
  const line = h('span', {});
  line.style.width = `${part * 100}%`;
  return h('div', { class: 'space' }, h('div', { class: part > 0.95 ? 'space-line full' : 'space-line' }, line),
    h('p', { class: 'muted' }, t('free-of', { free: size(free), whole: size(whole) })));
}

function running(scan) {
  if (!scan) return null;
  const examined = Number(scan.examined ?? 0);
  const expected = Number(scan.complete ? scan.found : scan.expected ?? 0);
  const text = expected > examined
    ? t('scanning-of', { name: scan.volume, examined, expected }) : t('scanning', { name: scan.volume, examined });
  return h('div', { class: 'scan' }, h('span', {}, text),
    h('progress', { max: expected || undefined, value: expected ? Math.min(examined, expected) : undefined, 'aria-label': text }));
}

const takeOut = (name) => attempt(async () => {
  await post('unmount', name);
  notify(t('taken-out', { name }));
});

const item = (symbol, name, ...content) => h('li', { class: 'stick' }, h('span', { class: 'row-icon' }, icon(symbol)),
  h('div', { class: 'stick-text' }, h('h3', {}, h('bdi', {}, name)), ...content));

const used = (volume, scan, may) => item(volume.kind === 'stick' ? 'stick' : 'folder', volume.volume,
  h('p', { class: 'muted' }, [
    t('songs', { n: Number(volume.songs ?? 0) }), volume.read_only === '1' && t('read-only'),
  ].filter(Boolean).join(' · ')),
  room(volume), h('div', { 'data-scan': volume.volume }), results(scan),
  volume.kind === 'stick' && may.has('unmount') && button('unplug', t('take-out'), () => takeOut(volume.volume),
    { 'aria-label': t('take-out-name', { name: volume.volume }) }));

const away = ({ neighbor, name }, may) => item('unplug', name, h('p', { class: 'ok' }, t('may-be-pulled')),
  may.has('mount') && button('undo', t('use-again'), () => attempt(() => post('mount', name, neighbor))));

const unused = (volume) => item('warning', volume.unused, h('p', { class: 'muted' }, volume.reason ?? ''));

export function sticks(may) {
  const box = h('ul', { class: 'box-list', role: 'list' });
  const buttons = h('div', { class: 'chips' },
    h('a', { class: 'chip', href: '#add', 'data-needs': 'control' }, icon('upload'), t('add-music')),
    button('restart', t('look-for-songs'), () => attempt(async () => {
      await post('update');
      notify(t('looks-for-songs'));
    }), { 'data-needs': 'control' }));

  // The progress of scans comes each second: the rest of the list stays, with what is open or has the focus.
  let scanned = '';
  function progress() {
    const names = store.scan.map((entry) => entry.volume).filter(Boolean).join('\n');
    const places = box.querySelectorAll('[data-scan]');
    if (names !== scanned) {
      scanned = names;
      return fill();
    }
    for (const place of places) put(place, running(store.scan.find((entry) => entry.volume === place.dataset.scan)));
    return undefined;
  }

  async function fill() {
    const [volumes, neighbors, scan] = await batch([['volumes'], ['listneighbors'], ['scan']]);
    const last = (name) => scan.find((entry) => entry.scanned === name);
    box.replaceChildren(
      ...volumes.filter((volume) => volume.volume).map((volume) => used(volume, last(volume.volume), may)),
      ...neighbors.map((neighbor) => away(neighbor, may)), ...volumes.filter((volume) => volume.unused).map(unused));
    if (!box.children.length) box.append(h('li', { class: 'muted' }, t('no-sticks')));
    await progress();
  }
  return { node: card('sticks', t('sticks'), box, buttons), fill, update: progress, events: ['volumes', 'database', 'scan'] };
}
