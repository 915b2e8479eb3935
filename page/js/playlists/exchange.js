// Playlists as files: a mix as one sound file, a list to download, and lists from this phone.

import { link } from '../address.js';
import { batch, get, post } from '../api.js';
import { attempt, complain, notify } from '../bar.js';
import { h, icon, setText } from '../dom.js';
import { dialog } from '../menu.js';
import { t, time } from '../texts.js';
import { base64 } from './base64.js';
import { entryLines, headLines } from './m3u.js';

const fileName = (name) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 100);

function download(name, address) {
  const anchor = h('a', { href: address, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

export async function exportPlaylist(name) {
  const lines = headLines(name);
  const { songs } = await get(['playlistget', name]);
  for (let from = 0; from < Number(songs); from += 500) {
    for (const entry of await get(['playlistentries', name, `${from}:${from + 500}`])) {
      if (!entry.file) continue;
      lines.push(...entryLines(entry));
    }
  }
  const address = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'audio/x-mpegurl' }));
  download(`${fileName(name)}.m3u8`, address);
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  notify(t('exported', { name }));
}

// The parts of a file go in one list of commands, which has 64 KiB.
const mostBytes = 45000;
const part = 9000;

export async function importPlaylist(file) {
  if (file.size > mostBytes) {
    notify(t('import-large', { n: Math.floor(mostBytes / 1000) }));
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const commands = [['importpart', '']];
  for (let at = 0; at < bytes.length; at += part) commands.push(['importpart', base64(bytes.subarray(at, at + part))]);
  const format = { m3u: 'm3u', m3u8: 'm3u', pls: 'pls', xspf: 'xspf', cue: 'cue' }[file.name.split('.').pop().toLowerCase()];
  // The name in the file counts before that of the file.
  const isNamed = /^#PLAYLIST:|<title>|^TITLE /m.test(new TextDecoder().decode(bytes));
  const name = isNamed ? [] : ['name', file.name.replace(/\.[^.]+$/, '').slice(0, 120) || t('new-playlist')];
  const answers = await batch([...commands, ['importsent', ...name, ...format ? ['format', format] : []]]);
  const { playlist, entries, matched } = [answers.at(-1)].flat().at(-1);
  notify(t('imported', { name: playlist, n: Number(entries), found: Number(matched) }));
  location.hash = link('playlist', playlist);
}

// The jukebox keeps the file while somebody asks for it: until the sheet is closed.
export async function render(name) {
  const { job } = await post('renderbegin', 'format', 'flac', 'playlist', name);
  const bar = h('progress', { 'aria-label': t('render'), max: '1', value: '0' });
  const state = h('p', { class: 'muted', role: 'status' }, t('rendering'));
  const place = h('div', {});
  const box = dialog(t('render-of', { name }), h('div', { class: 'render' }, bar, state, place));
  let open = true;
  box.addEventListener('close', () => {
    open = false;
    attempt(() => post('renderend', job));
  });
  try {
    while (open) {
      const answer = await post('renderstatus', job);
      if (!open) return;
      const [first] = [answer].flat();
      const [done, total] = [Number(first.done), Number(first.total)];
      if (total) bar.value = done / total;
      if (first.state === 'failed') {
        setText(state, t('render-failed', { text: first.failure ?? '' }));
        bar.hidden = true;
        return;
      }
      if (first.state === 'done') {
        bar.hidden = true;
        setText(state, t('render-done', { time: time(total), n: Math.max(1, Math.round(Number(first.bytes) / 1e6)) }));
        if (!place.childElementCount) {
          const file = `${fileName(name)}.flac`;
          place.append(h('a', { class: 'filled', href: `/render/${job}/${encodeURIComponent(file)}`, download: file },
            icon('download'), t('download')));
          place.firstChild.focus();
        }
      }
      await new Promise((again) => { setTimeout(again, first.state === 'done' ? 10000 : 500); });
    }
  } catch (problem) {
    complain(problem);
    box.close();
  }
}
