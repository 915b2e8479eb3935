// The file of a song: its tags, format and folder, and whether songs of the folder go on where they were left.

import { link } from '../address.js';
import { get, post } from '../api.js';
import { attempt } from '../bar.js';
import { h } from '../dom.js';
import { stickOf } from '../songs/names.js';
import { has, language, number, t, time } from '../texts.js';
import { all, card, facts } from './card.js';

const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
export const date = (text) => (text ? dates.format(new Date(text)) : '');
const folderOf = (file) => file.slice(0, Math.max(0, file.lastIndexOf('/')));

// 44.1 kHz, 16 bit, stereo
function formatText(format) {
  const [rate, bits, channels] = (format ?? '').split(':');
  return [
    rate > 0 && `${number(rate / 1000)} kHz`, bits === 'f' ? '32 bit' : bits > 0 && `${bits} bit`,
    channels > 0 && (channels <= 2 ? t(channels === '1' ? 'mono' : 'stereo') : t('channels-n', { n: Number(channels) })),
  ].filter(Boolean).join(' · ');
}

// Values of a song that are no tags, or stand elsewhere.
const notTags = ['file', 'Last-Modified', 'Added', 'Format', 'Time', 'duration', 'Pos', 'Id', 'Prio', 'Range', 'absent'];

// `comments` are tags that the library does not have; `length` is in seconds.
export function fileCard(song, isHere, comments, length) {
  const { file } = song;
  const folder = folderOf(file);
  const named = new Set(Object.keys(song).map((name) => name.toLowerCase()));
  const tags = [...Object.entries(song), ...Object.entries(comments).filter(([name]) => !named.has(name.toLowerCase()))];
  return card('', t('file'), !isHere && h('p', { class: 'muted' }, t('not-here', { name: stickOf(song) })), facts([
    ...tags.filter(([name]) => !notTags.includes(name) && !/^chapter\d/i.test(name) && !/^tracknumber$/i.test(name))
      .map(([name, value]) => [has(`tag-${name}`) ? t(`tag-${name}`) : name, all(value).join(' · ')]),
    [t('length'), length ? time(length) : ''], [t('format'), formatText(song.Format)],
    [t('folder'), folder && h('a', { class: 'text-link', href: link('folder', folder) }, h('bdi', {}, folder))],
    [t('file-name'), file.split('/').pop()], [t('changed'), date(song['Last-Modified'])],
  ]));
}

function resuming(folder) {
  const box = h('div', {});
  async function load() {
    const [rule] = await get(['resume', folder]).catch(() => []);
    if (!rule) return;
    const chosen = rule.why === 'marked' ? (rule.resumes === '1' ? 'on' : 'off') : 'auto';
    box.replaceChildren(
      h('p', { class: 'muted' }, t(rule.resumes === '1' ? 'resumes' : 'resumes-not', { folder: folder.split('/').pop() }),
        rule.elapsed ? ` ${t('resume-at', { place: time(rule.elapsed) })}` : ''),
      h('fieldset', { class: 'choice', 'data-needs': 'control' }, h('legend', { class: 'unseen' }, t('resume')),
        ...['auto', 'on', 'off'].map((value) => h('label', {},
        h('input', { type: 'radio', name: 'resume', value, checked: value === chosen, onchange: () => attempt(async () => {
          await post('setresume', folder, value);
          await load();
        }) }), h('span', {}, t(`resume-${value}`))))));
  }
  load();
  return box;
}

// Nothing for a song that is in no folder.
export const resumeCard = (file) => folderOf(file) && card('', t('resume'), resuming(folderOf(file)));
