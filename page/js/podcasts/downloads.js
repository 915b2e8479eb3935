// Episodes on their way to a stick: asked once a second while there are any.

import { post } from '../api.js';
import { attempt, notify } from '../bar.js';
import { emit, may } from '../store.js';
import { t } from '../texts.js';

const everyMilliseconds = 1000;
let known = new Map();
let timer = 0;

const isOpen = ({ state }) => state === 'waiting' || state === 'fetching';

export const downloads = {
  // One that is under way or has failed; what is done is a file.
  of: (url) => (known.get(url)?.state === 'done' ? undefined : known.get(url)),
  busy: () => [...known.values()].some(isOpen),
  async look() {
    clearTimeout(timer);
    if (!may('control')) return;
    const answer = await post('playlistfetch').catch(() => []);
    known = new Map(answer.map((download) => [download.url, download]));
    emit('downloads');
    if (downloads.busy()) timer = setTimeout(downloads.look, everyMilliseconds);
  },
};

export const fetchEpisodes = (name, place, title) => attempt(async () => {
  await post('playlistfetch', name, `${place}:${place + 1}`);
  notify(t('downloads', { name: title }));
  await downloads.look();
});
