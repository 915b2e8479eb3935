// The view of the cards: what each plays, the unknown ones of the last hour, and new ones.

import { post } from '../api.js';
import { attempt, complain } from '../bar.js';
import { emptyNote, h, icon, iconButton } from '../dom.js';
import { groupWidth } from '../library/cover-sizes.js';
import { menu } from '../menu.js';
import { refused } from '../songs/queueing.js';
import { may, on, store } from '../store.js';
import { t } from '../texts.js';
import { VirtualList } from '../virtual.js';
import { bind, bound, cards, contentTitle, titleOfCard, unbind } from './binding.js';
import { chooseContent } from './content.js';
import { changeContent, editCard, optionTexts } from './edit.js';
import { waitForCard } from './learning.js';
import { contentPicture } from './picture.js';
import { unknownText } from './unknown.js';

export const styles = ['box', 'more', 'cards'];
export const texts = true;

const rowHeight = 92;

// Asks what a card of this number plays from now on.
const choose = (number) => attempt(async () => {
  const former = await bound(number);
  if (former && !mayUse(former)) return refused();
  const hint = former ? t('card-plays-now', { name: titleOfCard(former) }) : t('card-has-number', { number });
  return chooseContent(hint, ({ kind, target, title }) => bind({ ...former, number, kind, target, title }, former));
});
const place = () => waitForCard(t('place-card-hint'), choose);

// Waits for a card that plays this from then on. Its name and how it plays stay.
const putOnCard = (kind, target, name) => waitForCard(t('place-card-for', { name }), (number) => attempt(async () => {
  const former = await bound(number);
  if (former && !mayUse(former)) return refused();
  return bind({ ...former, number, kind, target, title: name }, former);
}));

// An action needs the right for it, also to be taken away or changed.
const mayUse = ({ kind }) => kind !== 'action' || store.role === 'all';

const playCard = (card) => (may('player') && mayUse(card) ? attempt(() => post('card', 'play', card.number)) : refused());

function cardMenu(card) {
  const change = may('control');
  menu(titleOfCard(card), [
    may('player') && !card.isAbsent && { icon: 'play', text: t('play'), action: () => playCard(card) },
    change && !card.isAbsent && { icon: 'pencil', text: t('edit-card'), action: () => editCard(card) },
    change && { icon: 'music', text: t('other-content'), action: () => changeContent(card) },
    change && !card.isAbsent && { icon: 'trash', text: t('unbind-card'), action: () => unbind(card) },
  ]);
}

function cardRow(card) {
  const { kind, target, storage, number, isCurrent, isHidden, isAbsent } = card;
  const title = titleOfCard(card);
  const content = card.name && contentTitle(card) !== card.name ? contentTitle(card) : '';
  const first = [t(`card-${kind}`), content, storage].filter(Boolean).join(' · ');
  const second = [isHidden && t('card-hidden'), isAbsent && t('card-absent'), ...optionTexts(card), number]
    .filter(Boolean).join(' · ');
  return h('div', { class: `row card-row${isCurrent ? ' current' : isHidden || isAbsent ? ' absent' : ''}` },
    h('button', { type: 'button', class: 'row-main', 'aria-label': t('play-name', { name: title }), onclick: () => playCard(card) },
      h('span', { class: 'card-cover' }, contentPicture(kind, target, 320)),
      h('span', { class: 'row-text' }, h('bdi', { class: 'row-title' }, title), h('bdi', { class: 'row-detail' }, first),
        h('bdi', { class: 'row-detail card-figures' }, second))),
    mayUse(card) && iconButton('more', t('more-of', { name: title }), () => cardMenu(card), { 'data-needs': 'player' }));
}

const unknownRow = (row) => h('li', { class: 'box-row' }, icon('card'), h('div', { class: 'row-text' },
  h('bdi', { class: 'row-title' }, row.unknown), h('span', { class: 'row-detail' }, unknownText(row))),
  h('button', { type: 'button', class: 'chip', 'data-needs': 'control', 'aria-label': t('bind-number', { number: row.unknown }),
    onclick: () => choose(row.unknown) }, icon('plus'), h('span', {}, t('bind-card'))));

const placeButton = () => h('button', { type: 'button', class: 'filled', 'data-needs': 'control', onclick: place }, icon('card'),
  t('place-card'));

// `kind`, `target` and `name`: what a card is to play, by a menu elsewhere.
export function cardsView(scroller, kind, target, name) {
  const count = h('span', { class: 'muted' });
  const sheet = h('a', { class: 'icon-button', href: '#card-sheet', 'aria-label': t('print-cards'), title: t('print-cards') },
    icon('print'));
  const top = h('div', { class: 'list-top' }, count, h('span', { class: 'spring' }), sheet, placeButton());
  const strange = h('ul', { class: 'box-list', role: 'list' });
  const unknown = h('section', { class: 'box-card cards-unknown', hidden: true }, h('h2', {}, t('unknown-cards')), strange);
  const content = h('div', {});
  let shown = [];
  const list = new VirtualList({ scroller, name: t('cards'), height: rowHeight, minimum: groupWidth(),
    key: (at) => `${store.role} ${JSON.stringify(shown[at])}`, item: (at) => cardRow(shown[at]) });
  let isDrawn = false;
  async function fill() {
    try {
      const found = await cards();
      shown = found.bound;
      isDrawn = true;
      count.textContent = t('cards-n', { n: shown.length });
      top.hidden = shown.length === 0;
      unknown.hidden = found.unknown.length === 0;
      strange.replaceChildren(...found.unknown.map(unknownRow));
      content.replaceChildren(shown.length ? list.element : emptyNote('card', t('no-cards'), t('no-cards-hint'), placeButton()));
      list.show(shown.length);
    } catch (problem) {
      complain(problem);
    }
  }
  const offs = [on('cards', fill), on('database', fill), on('playlists', fill), on('role', fill)];
  return {
    node: h('div', { class: 'page cards' }, h('h1', { tabindex: '-1', class: 'page-title' }, t('cards')), top, unknown, content),
    ready: fill(), drawn: () => {
      if (isDrawn) list.measure();
      if (!target) return;
      // Who comes back to this address wants to see the cards.
      history.replaceState(null, '', '#cards');
      putOnCard(kind, target, name);
    },
    end: () => {
      offs.forEach((off) => off());
      list.end();
    },
  };
}
