// The texts of one language.

import { first, language, languages } from './language.js';

export { language, languages };

const { default: texts } = await first;
const plural = new Intl.PluralRules(language);
const figures = new Intl.NumberFormat(language);

let later = null;

// Adds the texts of views that come after the first one.
export const viewTexts = () => later ??= import(`../texts/views/${language}.js`)
  .then((more) => Object.assign(texts, more.default), (problem) => {
    later = null;
    throw problem;
  });

export const number = (value) => figures.format(value);

// The text of a key. With `n` it is KEY.one, KEY.other …; numbers are written as the language does.
export function t(key, values = {}) {
  const text = texts[key] ?? texts[`${key}.${plural.select(values.n)}`] ?? texts[`${key}.other`];
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? number(values[name]) : values[name]));
}

export const has = (key) => key in texts;

// A problem by its kind; of a kind without a text, as the jukebox has it.
export const trouble = (text, kind) => (has(`problem.${kind}`) ? t(`problem.${kind}`) : text);

// F♯, B♭: the signs of chords and keys as musicians write them.
export const signs = (name) => name.replace(/([A-G])#/g, '$1♯').replace(/([A-G])b/g, '$1♭').replace('b5', '♭5');

// 3:07, 1:02:45.
export function time(seconds) {
  const whole = Math.max(0, Math.floor(Number(seconds) || 0));
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

// The order of names.
export const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

document.documentElement.lang = language;
