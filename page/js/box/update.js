// The card of updates, on a box with the card image alone: from a stick or an address, into the system that does not run.

import { post } from '../api.js';
import { attempt, complain } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, icon, setText } from '../dom.js';
import { t } from '../texts.js';
import { button, card, list } from './card.js';

const pause = 1000;
const reasons = ['signature', 'unreachable', 'unsuitable'];
const nameOf = (source) => source.split('/').at(-1);

function said({ version, state, source, reason, percent }) {
  if (state === 'working') return t('update-working', { name: nameOf(source), value: percent });
  if (state === 'done') return t('update-done', { name: nameOf(source) });
  if (state === 'failed') return t(`update-${reasons.includes(reason) ? reason : 'failed'}`, { name: nameOf(source) });
  return t('update-hint', { version });
}

export async function update(may) {
  // An earlier daemon, or one on a machine with packages.
  if (!may.has('upgrade') || (await post('upgrade').catch(() => ({}))).image !== '1') return null;
  let timer = null;
  const text = h('p', { class: 'muted', role: 'status' });
  const back = h('p', {}, t('update-back'));
  const bar = h('progress', { max: '100', 'aria-label': t('update') });
  const files = h('ul', { class: 'box-list', role: 'list' });
  const field = h('input', { class: 'field', type: 'url', required: true, pattern: 'https?://.*', 'aria-label': t('update-address'),
    placeholder: 'URL', autocomplete: 'off' });
  const install = (source) => attempt(async () => {
    if (!await confirm(t('update-question', { name: nameOf(source) }), t('update-promise'), t('update-install'))) return;
    await post('upgrade', 'install', source);
    field.value = '';
    await fill();
  });
  const form = h('form', { class: 'say', onsubmit: (event) => {
    event.preventDefault();
    install(field.value.trim());
  } }, h('div', { class: 'say-line' }, field,
    h('button', { type: 'submit', class: 'filled' }, icon('download'), t('update-install'))));
  const again = button('restart', t('update-restart'), () => attempt(async () => {
    const isSure = await confirm(t('update-restart-question'), t('update-restart-hint'), t('update-restart'));
    if (isSure) await post('upgrade', 'restart');
  }));
  const before = h('div', { class: 'chips' });
  const returnTo = (version) => button('undo', t('update-other', { version }), () => attempt(async () => {
    if (!await confirm(t('update-other-question', { version }), t('update-other-hint'), t('update-restart'))) return;
    await post('upgrade', 'back');
    await post('upgrade', 'restart');
  }));
  const row = (file) => h('li', { class: 'box-row wrapping' }, icon('stick'), h('bdi', { class: 'row-text' }, nameOf(file)),
    button('download', t('update-install'), () => install(file),
      { 'aria-label': t('update-install-name', { name: nameOf(file) }) }));
  async function fill() {
    clearTimeout(timer);
    const now = await post('upgrade');
    const works = now.state === 'working';
    setText(text, said(now));
    bar.value = Number(now.percent ?? 0);
    bar.hidden = !works;
    form.hidden = works;
    const found = works ? {} : await post('upgrade', 'find');
    again.hidden = now.state !== 'done' && found.waiting !== '1';
    back.hidden = found.back !== '1';
    files.replaceChildren(...list(found.file).map(row));
    before.replaceChildren(...list(found.other).map(returnTo));
    if (works) timer = setTimeout(() => fill().catch(complain), pause);
  }
  return { node: card('update', t('update'), text, back, bar, h('div', { class: 'chips' }, again), files, form, before), fill,
    events: ['volumes'], end: () => clearTimeout(timer) };
}
