// The card that leads to views of their own: cards, alarms, what a family sets.

import { get } from '../api.js';
import { h, icon, setText } from '../dom.js';
import { language, t } from '../texts.js';
import { card } from './card.js';

// A view with its icon, and a line about it that is asked for.
function place(name, iconName, title, about) {
  const detail = h('span', { class: 'row-detail' });
  const node = h('li', {}, h('a', { class: 'row-main', href: `#${name}` }, h('span', { class: 'row-icon' }, icon(iconName)),
    h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, title), detail), icon('forward')));
  return { node, fill: async () => setText(detail, await about()) };
}

async function aboutCards() {
  const all = await get(['cards']);
  const unknown = all.filter((row) => row.unknown).length;
  return [t('cards-n', { n: all.length - unknown }), unknown > 0 && t('cards-unknown', { n: unknown })].filter(Boolean).join(' · ');
}

const moments = new Intl.DateTimeFormat(language, { weekday: 'long', hour: '2-digit', minute: '2-digit' });

async function aboutAlarms() {
  const next = (await get(['alarms'])).flatMap((alarm) => alarm.next ?? []).sort()[0];
  return next ? t('alarm-next', { time: moments.format(new Date(next)) }) : t('alarms-none');
}

const aboutFamily = async () => t('family-about');

export function everyday(may) {
  const places = [place('cards', 'card', t('cards'), aboutCards),
    may.has('alarms') && place('alarms', 'alarm', t('alarms'), aboutAlarms),
    may.has('quiethours') && place('family', 'family', t('family'), aboutFamily)].filter(Boolean);
  return {
    node: card('everyday', t('everyday'), h('ul', { class: 'box-places', role: 'list' }, ...places.map(({ node }) => node))),
    fill: () => Promise.all(places.map((one) => one.fill())), events: ['cards', 'alarms'],
  };
}
