// How often a song was heard, and what fits it.

import { get } from '../api.js';
import { h } from '../dom.js';
import { artistOf } from '../songs/names.js';
import { playSong } from '../songs/queueing.js';
import { songRow } from '../songs/rows.js';
import { number, signs, t, time } from '../texts.js';
import { facts } from './card.js';
import { date } from './file-card.js';

export async function listeningFacts(file, known) {
  const heard = await get(['listening', file]).catch(() => ({}));
  const rank = heard.rank ? ` · ${t('rank-of', { rank: Number(heard.rank), n: Number(heard.ranked) })}` : '';
  const { plays = 0, skips = 0, last_played: last, added } = await known ?? {};
  return facts([
    [t('plays-count'), number(Number(plays))], [t('skips'), number(Number(skips))],
    [t('score'), heard.score > 0 ? `${number(Math.round(heard.score))}${rank}` : '0'], [t('last-played'), date(last) || t('never')],
    [t('heard'), heard.heard > 0 && time(heard.heard)], [t('added-on'), date(added)],
  ].map(([name, text]) => [name, text || '']));
}

// Songs that can be mixed with it; there are none for a song that is not analysed.
export async function fittingSongs(file, isKnown) {
  const songs = isKnown ? await get(['mixable', file, 'window', '0:8']).catch(() => []) : [];
  if (songs.length === 0) return h('p', { class: 'muted' }, t('fits-none'));
  return h('ul', { role: 'list', class: 'rows', 'aria-label': t('fits') }, ...songs.map((song) => h('li', {}, songRow(song, {
    tap: () => playSong(song), detail: [artistOf(song), number(Math.round(song.bpm)), signs(song.key)].filter(Boolean).join(' · '),
  }))));
}
