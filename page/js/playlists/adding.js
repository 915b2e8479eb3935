// Songs go into a playlist that is chosen, or into a new one.

import { attempt, choice, notify } from '../bar.js';
import { ask, menu } from '../menu.js';
import { t } from '../texts.js';
import { own, put } from './entries.js';

// Into a playlist: what it has already is added only where that is wanted.
export const into = (name, source) => attempt(async () => {
  const added = await put(name, source, true);
  const all = source.filter || source.folder ? added || 1 : source.uris.length;
  if (added >= all) {
    notify(t('added-to', { name, n: added }));
    return;
  }
  const text = added ? t('added-some', { name, n: added, there: all - added }) : t('added-none', { name });
  choice(text, t('add-anyway'), async () => notify(t('added-to', { name, n: await put(name, source) })));
});

export async function intoNew(source) {
  const name = await ask(t('new-playlist'), '', t('save'));
  if (name) await into(name, source);
}

export const addToPlaylist = (source) => attempt(async () => {
  const playlists = await own();
  menu(t('add-to-playlist'), [
    { icon: 'plus', text: t('new-playlist'), action: () => intoNew(source) },
    ...playlists.map(({ playlist }) => ({ icon: 'playlists', text: playlist, action: () => into(playlist, source) })),
  ]);
});
