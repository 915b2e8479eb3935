// How large covers are in a grid: they grow with the window, and a desk chooses among three sizes.

import { desk, h } from '../dom.js';
import { t } from '../texts.js';

const shares = { small: 0.7, medium: 1, large: 1.6 };
const least = 148;
const most = 260;
// On a phone there are always two beside each other.
const phoneWidth = 640;
const rowWidth = 320;

// The least width of rows that lead to groups: a desk has several beside each other.
export const groupWidth = () => (desk.matches ? rowWidth : undefined);

// The least width of a cover where the grid has so many pixels.
export function coverWidth(width) {
  if (width < phoneWidth) return least;
  return Math.round(Math.max(least, Math.min(most, width / 6)) * (shares[localStorage.coverSize] ?? 1));
}

// `changed` is called with each choice, which the browser keeps.
export function sizeSelect(changed) {
  const select = h('select', { class: 'select desk-only', 'aria-label': t('cover-size') },
    ...Object.keys(shares).map((name) => h('option', { value: name }, t(`covers-${name}`))));
  select.value = localStorage.coverSize in shares ? localStorage.coverSize : 'medium';
  select.addEventListener('change', () => {
    localStorage.coverSize = select.value;
    changed();
  });
  return select;
}
