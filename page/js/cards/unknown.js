// What is said of a card to which nothing is bound.

import { t } from '../texts.js';

export function unknownText({ reader, ago }) {
  const minutes = Math.floor(Number(ago) / 60);
  return `${reader} · ${minutes ? t('minutes-ago', { n: minutes }) : t('just-now')}`;
}
