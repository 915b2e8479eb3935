// Folders that the library leaves out, or has although a folder above is left out.

import { post } from '../api.js';
import { offer } from '../bar.js';
import { t } from '../texts.js';

const opposite = { exclude: 'include', include: 'exclude' };

// `word`: exclude or include.
export async function setRule(word, uri, name) {
  await post('library', word, uri);
  offer(t(`folder-${word}d`, { name }), () => post('library', opposite[word], uri));
}
