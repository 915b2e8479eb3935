// A choice of colours.

import { h } from './dom.js';
import { t } from './texts.js';

export const colours = { red: 'E5484D', orange: 'F2803D', yellow: 'F5C542', green: '46A758', teal: '12A594', blue: '3E8BFF',
  violet: '8E6BFF', pink: 'E93D82' };

// `set` gets six hexadecimal digits, or an empty text for none.
export function swatches(title, value, set) {
  const offered = Object.entries(colours).map(([name, colour]) => [t(`colour-${name}`), colour]);
  if (value && !Object.values(colours).includes(value.toUpperCase())) offered.push([`#${value}`, value]);
  const name = `colour${Math.random()}`;
  const swatch = ([text, colour]) => {
    const dot = h('span', { title: text });
    if (colour) dot.style.setProperty('--colour', `#${colour}`);
    return h('label', {}, h('input', {
      type: 'radio', name, value: colour, 'aria-label': text, checked: colour.toUpperCase() === (value ?? '').toUpperCase(),
      onchange: () => set(colour),
    }), dot);
  };
  return h('fieldset', { class: 'choice colours' }, h('legend', {}, title), ...[[t('colour-none'), ''], ...offered].map(swatch));
}
