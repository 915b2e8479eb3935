// A guest's vote to skip the current song.

import { get, post } from '../api.js';
import { attempt } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { named } from '../songs/queueing.js';
import { on, store } from '../store.js';
import { t } from '../texts.js';

export const styles = ['party'];

export function voteButton() {
  const word = h('span', {});
  let needed = 0;       // 0 where there are no votes
  let voted = null;     // the entry of the queue that this guest voted against
  const node = h('button', { type: 'button', class: 'chip vote', 'aria-pressed': 'false', onclick: () => attempt(async () => {
    const { songid } = store.status;
    if (voted === songid || !await named()) return;
    await post('vote', songid);
    voted = songid;
    show();
  }) }, icon('next', true), word);
  function show() {
    const { songid, skipvotes, state } = store.status;
    node.hidden = store.role !== 'add' || !needed || state === 'stop' || songid === undefined;
    node.setAttribute('aria-pressed', String(voted === songid));
    setText(word, skipvotes ? t('skip-votes', { n: Number(skipvotes), needed }) : t('vote-skip'));
  }
  on('state', show);
  get(['party']).then(({ skipneeded }) => {
    needed = Number(skipneeded);
    show();
  }, () => {});
  show();
  return node;
}
