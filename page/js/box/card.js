// What the cards of the box are made of: facts, lines with a value, choices.

import { attempt, latest } from '../bar.js';
import { add, h, icon, setText } from '../dom.js';
import { t } from '../texts.js';

// New content, without what is empty.
export const put = (element, ...children) => {
  element.replaceChildren();
  add(element, children);
};
export const list = (value) => [value ?? []].flat();
export const button = (name, text, onclick, more) => h('button', { type: 'button', class: 'chip', onclick, ...more }, icon(name),
  h('span', {}, text));
export const fact = (name, ...value) => h('div', { class: 'box-fact' }, h('dt', {}, name), h('dd', {}, ...value));
// What only the configuration can change, with its line.
export const fixed = (section, line) => h('p', { class: 'fixed' }, t('in-configuration', { section }), h('code', {}, line));

export function choice(title, name, options, chosen, choose) {
  return h('fieldset', { class: 'choice' }, h('legend', {}, title), ...options.map(([value, text]) =>
    h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => choose(value) }),
      h('span', {}, text))));
}

export function card(name, title, ...content) {
  return h('section', { class: `box-card box-${name}`, 'aria-labelledby': `box-${name}` },
    h('h2', { id: `box-${name}`, tabindex: '-1' }, title), ...content);
}

// A line with its value; `send` gets the last wish.
export function slider(text, { min, max, step, show, value, action }) {
  const output = h('output', {});
  const input = h('input', { type: 'range', min, max, step, 'aria-label': text });
  const sender = latest(action);
  const draw = () => {
    setText(output, show(Number(input.value)));
    input.setAttribute('aria-valuetext', show(Number(input.value)));
  };
  input.addEventListener('input', () => {
    draw();
    sender.send(input.value);
  });
  return {
    node: h('div', { class: 'box-line' }, h('span', {}, text), input, output),
    update: () => {
      if (input.matches(':active') || sender.sending) return;
      input.value = value();
      draw();
    },
  };
}

export function select(text, options, value, action) {
  const node = h('select', { class: 'select', 'aria-label': text, onchange: () => attempt(() => action(node.value)) },
    ...options.map(([name, label]) => h('option', { value: name }, label)));
  return { node: h('div', { class: 'box-line' }, h('span', {}, text), node),
    update: () => { if (document.activeElement !== node) node.value = value(); } };
}
