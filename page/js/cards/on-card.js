// The entry of menus that puts something on a card: the view of the cards waits for the card.

import { link } from '../address.js';
import { may } from '../store.js';
import { t } from '../texts.js';

export const onCard = (kind, target, name = target) => may('control') && { icon: 'card', text: t('on-card'),
  action: () => { location.hash = link('cards', kind, target, name); } };
