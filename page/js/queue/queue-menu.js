// The menus of the queue: it is saved, mixed, cleared; a song of it gets a priority.

import { post } from '../api.js';
import { attempt, choice, notify } from '../bar.js';
import { ask, menu } from '../menu.js';
import { titleOf } from '../songs/names.js';
import { replace } from '../songs/queueing.js';
import { store } from '../store.js';
import { t } from '../texts.js';

const clear = () => attempt(() => replace([['clear']], t('cleared')));

const saveQueue = async () => {
  const name = await ask(t('save-as'), '', t('save'));
  if (!name) return;
  await attempt(async () => {
    const save = async (...mode) => {
      await post('save', name, ...mode);
      notify(t('saved', { name }));
    };
    await save().catch((problem) => {
      if (problem.key !== 'playlist-exists') throw problem;
      choice(t('refusal.playlist-exists', { about: name }), t('replace'), () => save('replace'));
    });
  });
};

const mix = () => attempt(async () => {
  await post('shuffle');
  notify(t('mixed'));
});

// `total` is the number of its songs.
export function queueMenu(total) {
  const { status } = store;
  const flag = (name) => ({
    icon: name === 'consume' ? 'remove' : 'stop', text: t(name), pressed: status[name] === '1',
    action: () => attempt(() => post(name, status[name] === '1' ? '0' : '1')),
  });
  menu(t('queue'), [
    total > 0 && { icon: 'save', text: t('save-as'), action: saveQueue },
    total > 1 && { icon: 'shuffle', text: t('mix-order'), action: mix },
    {
      icon: 'shuffle', text: t('albums-by-chance'), pressed: status.randomalbums === '1',
      action: () => attempt(() => post('random', status.randomalbums === '1' ? '0' : 'albums')),
    },
    flag('consume'),
    { icon: 'stop', text: t('stop'), action: () => attempt(() => post('stop')) },
    total > 0 && { icon: 'close', text: t('clear'), action: clear },
  ]);
}

// In random order songs of a higher priority come first.
export function priorityMenu(song) {
  menu(t('priority-of', { name: titleOf(song) }), [0, 1, 10, 100, 255].map((value) => ({
    icon: 'priority', text: value ? t(`priority-${value}`) : t('none'), pressed: Number(song.Prio ?? 0) === value,
    action: () => attempt(async () => {
      await post('prioid', value, song.Id);
      if (value && store.status.random !== '1') notify(t('priority-hint'));
    }),
  })));
}
