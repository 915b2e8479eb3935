// Builds elements. No text ever becomes HTML.

import { viewTexts } from './texts.js';

const sprite = document.querySelector('use').getAttribute('href').split('#')[0];

// A desk, as css/desk.css has it; anything else is a phone.
export const desk = matchMedia('(min-width: 900px) and (min-height: 500px)');

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  add(element, children);
  return element;
}

// Between two parts of long work: the browser draws, and takes what fingers and keys do.
export const breath = () => new Promise((resolve) => { setTimeout(resolve); });

export function add(element, children) {
  for (const child of children.flat()) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
}

export function icon(name, solid = false) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', solid ? 'icon solid' : 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

export function setIcon(button, name, solid = false) {
  const svg = button.querySelector('.icon');
  svg.classList.toggle('solid', solid);
  svg.firstChild.setAttribute('href', `${sprite}#${name}`);
}

// A button with an icon; the label is its name for screen readers and its tooltip.
export function iconButton(name, label, onclick, properties = {}) {
  const { solid, ...rest } = properties;
  return h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...rest },
    icon(name, solid));
}

export function label(button, text) {
  if (button.getAttribute('aria-label') === text) return;
  button.setAttribute('aria-label', text);
  button.title = text;
}

// Changes a text only where it differs, so that nothing is drawn or read again.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// What stands where nothing is: an icon, why, and what to do about it.
export function emptyNote(name, title, text, ...buttons) {
  return h('div', { class: 'empty' }, icon(name), h('h2', {}, title), text && h('p', { class: 'muted' }, text), ...buttons);
}

const sheets = {};

// The module, once the style sheets are there that it names in `styles` (files of the folder css, without `.css`), and the
// texts of views if it has `texts`.
export async function styled(module) {
  if (module.texts) await viewTexts();
  await Promise.all((module.styles ?? []).map((name) => sheets[name] ??= sheet(name).catch(later(() => sheet(name)))
    .catch(later(() => sheet(name))).catch((problem) => {
      delete sheets[name];
      throw problem;
    })));
  return module;
}

const sheet = (name) => new Promise((done, failed) => {
  const { href } = new URL(`../css/${name}.css`, import.meta.url);
  const element = h('link', { rel: 'stylesheet', href, onload: done, onerror: () => {
    element.remove();
    failed(new Error(name));
  } });
  document.head.append(element);
});

// Once more after a moment: where there were too many requests.
const later = (action) => () => new Promise((done) => { setTimeout(done, 700); }).then(action);
