// A sheet of covers for the printer, each as large as a bank card, with marks to cut along.

import { complain } from '../bar.js';
import { emptyNote, h, icon } from '../dom.js';
import { head } from '../songs/rows.js';
import { t } from '../texts.js';
import { cards, titleOfCard } from './binding.js';
import { contentPicture } from './picture.js';

export const styles = ['box', 'more', 'cards'];
export const texts = true;

const pictureMilliseconds = 200;
const mostLooks = 100;

// Pictures are asked at a pace: paper takes what is there, after at most 20 s.
async function pictures(sheet) {
  for (let look = 0; look < mostLooks; look += 1) {
    const all = [...sheet.querySelectorAll('.paper-card[aria-pressed=true] img')];
    if (all.every((image) => image.src && image.complete)) return;
    await new Promise((done) => { setTimeout(done, pictureMilliseconds); });
  }
}

function paperCard(card) {
  const name = titleOfCard(card);
  const face = h('button', { type: 'button', class: 'paper-card', 'aria-pressed': 'true', 'aria-label': name, onclick: () =>
    face.setAttribute('aria-pressed', String(face.getAttribute('aria-pressed') !== 'true')) },
  h('span', { class: 'paper-cover' }, contentPicture(card.kind, card.target, 1024)),
  h('span', { class: 'paper-text' }, h('bdi', { class: 'paper-name' }, name), h('bdi', {}, card.number)));
  return h('li', { class: 'paper-place' }, face);
}

export function sheetView() {
  const sheet = h('ul', { class: 'paper', role: 'list', 'aria-label': t('print-cards') });
  const print = h('button', { type: 'button', class: 'filled', onclick: async () => {
    print.disabled = true;
    await pictures(sheet);
    print.disabled = false;
    window.print();
  } }, icon('print'), t('print'));
  const box = h('div', { class: 'page' });
  async function fill() {
    try {
      const { bound } = await cards();
      const shown = bound.filter(({ isHidden, isAbsent }) => !isHidden && !isAbsent);
      sheet.replaceChildren(...shown.map(paperCard));
      box.replaceChildren(h('div', { class: 'paper-top' }, head({ title: t('print-cards'), detail: t('print-hint'),
        parent: '#cards', buttons: shown.length ? [print] : [] })),
      shown.length ? sheet : emptyNote('card', t('no-cards'), t('no-cards-hint')));
    } catch (problem) {
      complain(problem);
    }
  }
  return { node: box, ready: fill() };
}
