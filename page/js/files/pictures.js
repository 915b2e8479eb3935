// Pictures as files beside songs: the cover of an album, and the picture of a station.

import { post, Refusal } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h } from '../dom.js';
import { squared } from '../playlists/squared.js';
import { emit, store } from '../store.js';
import { t } from '../texts.js';
import { entriesOf } from './volumes.js';

const [mostBytes, largestSide] = [600000, 1200];
// The first of the names by which the jukebox looks for a picture.
const name = 'cover.jpg';

async function send(url, body) {
  const answer = await fetch(url, { method: 'PUT', body }).catch(() => { throw new Refusal(0, { key: 'no-connection' }); });
  const put = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, put);
  return put;
}

// Puts a picture into a folder of a volume. One that is there goes to the trash; gives the way back.
export async function putPicture({ volume, root, path }, file) {
  const bytes = await squared(file, mostBytes, largestSide).catch(() => null);
  if (!bytes) throw new Refusal(0, { key: 'bad-picture' });
  const uri = [root, path, name].filter(Boolean).join('/');
  const former = (await entriesOf(root, path)).some(({ file: known }) => known === name) ? await post('remove', uri) : [];
  const words = [volume, ...path ? path.split('/') : [], name].map(encodeURIComponent);
  const putBack = async () => { if (former.length) await post('trash', 'restore', former[0].trash); };
  const put = await send(`/upload/${words.join('/')}`, bytes).catch(async (problem) => {
    await putBack().catch(() => {});
    throw problem;
  });
  emit('database');
  // The way back needs the trash.
  return store.role === 'all' && (async () => {
    await post('remove', put.file);
    await putBack();
    emit('database');
  });
}

// Asks for a picture file; `place` is where it goes.
export function choosePicture(place, text) {
  const input = h('input', { type: 'file', accept: 'image/*', hidden: true, 'aria-label': t('choose-picture'), id: 'picture-file',
    onchange: () => attempt(async () => {
      const [file] = input.files;
      input.remove();
      if (file) offer(text, await putPicture(place, file));
    }) });
  document.getElementById('picture-file')?.remove();
  document.body.append(input);
  input.click();
}
