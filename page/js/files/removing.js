// Songs and folders that go to the trash, and copies of them on another stick.

import { post } from '../api.js';
import { attempt, notify, offer, reason } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { dialog, menu } from '../menu.js';
import { size } from '../sizes.js';
import { t } from '../texts.js';
import { placeOf, volumes } from './volumes.js';

// One command takes as many.
const atOnce = 40;

export const removeFiles = (uris, name) => attempt(async () => {
  const items = [];
  let problem = null;
  for (let at = 0; at < uris.length && !problem; at += atOnce) {
    await post('remove', ...uris.slice(at, at + atOnce)).then((part) => items.push(...part), (refusal) => { problem = refusal; });
  }
  if (problem && items.length === 0) throw problem;
  const text = t('in-trash', { name: problem ? t('songs', { n: items.length }) : name });
  // What went before a refusal comes back too.
  offer(problem ? `${text} · ${reason(problem)}` : text, async () => {
    const numbers = items.map(({ trash }) => trash);
    for (let at = 0; at < numbers.length; at += atOnce) await post('trash', 'restore', ...numbers.slice(at, at + atOnce));
  });
});

// Copies song by song, so that the progress can be seen, and an end takes effect.
function copyTo(uris, volume, name) {
  let ended = false;
  let copied = 0;
  let known = 0;
  const refused = [];
  const bar = h('progress', { max: uris.length, value: 0, 'aria-label': t('copying', { name }) });
  const text = h('p', { class: 'muted', role: 'status' });
  const stop = h('button', { type: 'button', class: 'chip', onclick: () => box.close() }, icon('close'), t('cancel'));
  const box = dialog(t('copy-to-name', { volume }), h('div', { class: 'copying' }, h('bdi', {}, name), bar, text, stop));
  box.addEventListener('close', () => { ended = true; });
  return attempt(async () => {
    for (const [at, uri] of uris.entries()) {
      if (ended) break;
      setText(text, t('copied-of', { done: at, n: uris.length }));
      try {
        const answer = await post('copy', uri, volume);
        copied += Number(answer.copied);
        known += Number(answer.known);
      } catch (problem) {
        if (['volume-full', 'files-protected', 'no-permission', 'read-only-volume'].includes(problem.key)) throw problem;
        refused.push(uri);
      }
      bar.value = at + 1;
    }
    notify([t('copied', { n: copied, volume }), known > 0 && t('copied-known', { n: known }),
      refused.length > 0 && t('copied-not', { n: refused.length })].filter(Boolean).join(' · '));
  }).finally(() => box.open && box.close());
}

// Asks for the stick.
export const copyFiles = (uris, name) => attempt(async () => {
  const from = await placeOf(uris[0]);
  const others = (await volumes()).filter(({ volume, read_only: locked }) => volume !== from?.volume && locked !== '1');
  if (others.length === 0) {
    notify(t('no-other-stick'));
    return;
  }
  menu(t('copy-to'), others.map((volume) => ({
    icon: volume.kind === 'stick' ? 'stick' : 'folder',
    text: `${volume.volume} · ${t('free-of', { free: size(volume.free), whole: size(volume.size) })}`,
    action: () => copyTo(uris, volume.volume, name),
  })));
});
