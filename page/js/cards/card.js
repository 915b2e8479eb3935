// A card as the jukebox lists it: its content, its name, how it plays, and the words that bind it. Pure functions.

import { titleOf } from '../songs/names.js';

const kinds = ['playlist', 'folder', 'song', 'stream', 'action'];
const ofMusic = ['name', 'again', 'away', 'order', 'volume'];
const ofActions = ['name', 'repeat-ms', 'when-locked'];
const options = new Set([...ofMusic, ...ofActions]);

// A card that is bound, of an object of the answer to `cards`; null of an unknown one.
export function cardOf(row) {
  const kind = kinds.find((name) => row[name] !== undefined);
  if (row.card === undefined || !kind) return null;
  return { number: row.card, kind, target: row[kind], title: row.title, storage: row.storage ?? '',
    isHidden: row.hidden === '1', isAbsent: row.absent === '1', isCurrent: row.current === '1',
    ...Object.fromEntries([...options].filter((name) => name in row).map((name) => [name, row[name]])) };
}

// The answer to `cards`: those that are bound by their titles, and the unknown ones.
export function sorted(answer, titleOfCard, order) {
  const titled = answer.map(cardOf).filter(Boolean).map((card) => [titleOfCard(card), card]);
  const bound = titled.sort(([one, first], [other, second]) => order(one, other) || order(first.number, second.number))
    .map(([, card]) => card);
  return { bound, unknown: answer.filter((row) => row.unknown !== undefined) };
}

// The name of what it plays.
export function contentName(kind, target) {
  if (kind === 'song') return titleOf({ file: target });
  return kind === 'folder' ? target.split('/').pop() : target.replace(/^https?:\/\//, '');
}

// The command that binds it to the same again, with the options of such content.
export const binding = (card) => ['card', 'bind', card.number, card.kind, card.target,
  ...(['action', 'pad'].includes(card.kind) ? ofActions : ofMusic).flatMap((name) => (card[name] ? [name, card[name]] : []))];

// The folder that has all songs, with those of its discs; empty where they have none in common.
export function sharedFolder(files) {
  const folders = files.map((file) => file.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const length = first.findIndex((name, at) => others.some((folder) => folder[at] !== name));
  return first.slice(0, length < 0 ? first.length : length).join('/');
}
