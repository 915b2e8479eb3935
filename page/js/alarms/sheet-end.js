// The end of a sheet that changes something: save it, or delete it.

import { h, icon } from '../dom.js';
import { t } from '../texts.js';

// Nothing is deleted without `remove`; `sheet()` is the dialog.
export const sheetEnd = (name, remove, sheet) => h('div', { class: 'sheet-end' },
  remove && h('button', { type: 'button', class: 'chip', 'aria-label': name, onclick: () => {
    sheet().close();
    remove();
  } }, icon('trash'), h('span', {}, t('delete'))), h('button', { type: 'submit', class: 'filled' }, t('save')));
