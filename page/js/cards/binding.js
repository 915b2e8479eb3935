// Binding a card and setting it free, each with its way back.

import { batches, get, post, quoted } from '../api.js';
import { attempt, offer } from '../bar.js';
import { titleOf } from '../songs/names.js';
import { collator, t } from '../texts.js';
import { binding, cardOf, contentName, sorted } from './card.js';
import { actionName } from './content.js';

const unbound = (number) => post('card', 'unbind', number);

// What people read of its content; `title` is that of a song.
export const contentTitle = ({ kind, target, title }) => title
  ?? (kind === 'action' ? actionName(target) : contentName(kind, target));
export const titleOfCard = (card) => card.name || contentTitle(card);

// All cards, with the titles of their songs.
export async function cards() {
  const answer = await get(['cards']);
  const songs = answer.filter(({ song }) => song);
  const found = await batches(songs.map(({ song }) => ['find', `(file == ${quoted(song)})`])).catch(() => []);
  const titles = new Map(found.flat().map((song) => [song.file, titleOf(song)]));
  return sorted(answer.map((row) => ({ ...row, title: titles.get(row.song) })), titleOfCard, collator.compare);
}

// What the number is bound to now; nothing for an unknown one.
export const bound = async (number) => (await get(['cards'])).map(cardOf).find((card) => card?.number === number && !card.isHidden);

export const bind = (card, former) => attempt(async () => {
  await post(...binding(card));
  offer(t(card.kind === 'action' || card.kind === 'pad' ? 'card-does' : 'card-bound', { name: contentTitle(card) }),
    () => (former && !former.isAbsent ? post(...binding(former)) : unbound(card.number)));
});

export const unbind = (card) => attempt(async () => {
  await unbound(card.number);
  offer(t('card-unbound', { name: titleOfCard(card) }), () => post(...binding(card)));
});
