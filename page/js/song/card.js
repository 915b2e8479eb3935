// What the view of a song is made of: cards with facts.

import { h } from '../dom.js';

export const card = (name, title, ...content) => h('section', { class: `card-box ${name}` }, h('h2', {}, title), ...content);
export const facts = (rows) =>
  h('dl', { class: 'facts' }, ...rows.filter(([, value]) => value !== undefined && value !== '' && value !== null)
  .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value instanceof Node ? value : h('bdi', {}, String(value)))]));

export const all = (value) => (value === undefined ? [] : [value].flat());
