// What can be done with files: entries of a menu, for those who may.

import { attempt } from '../bar.js';
import { sharedFolder as cardFolder } from '../cards/card.js';
import { onCard } from '../cards/on-card.js';
import { styled } from '../dom.js';
import { chooseButton } from '../radio/buttons.js';
import { allowed } from '../rights.js';
import { enter } from '../settings.js';
import { may, store } from '../store.js';
import { t } from '../texts.js';
import { copyFiles, removeFiles } from './removing.js';
import { placeOf, songsBelow } from './volumes.js';

export const styles = ['more'];
export const texts = true;

const folderOf = (uri) => uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
// The folder that has all these songs; nothing where they are in several.
const sharedFolder = (songs) => {
  const [folder, ...others] = [...new Set(songs.map(({ file }) => folderOf(file)))];
  return others.length === 0 ? folder : undefined;
};

const tags = (songs, name) => attempt(async () => (await import('./tags.js').then(styled)).editTags(songs, name));
const picture = (folder) => attempt(async () => {
  const { choosePicture } = await import('./pictures.js');
  choosePicture(await placeOf(folder), t('cover-set'));
});

// For visitors who may do nothing with files until they give it.
const withPassword = () => store.role === 'control'
  && { icon: 'lock', text: t('more-with-password'), action: enter };

const rights = () => (store.role === 'all' ? allowed().catch(() => new Set()) : Promise.resolve(new Set()));

// Of one song, or of the songs of an album.
export async function songEntries(songs, name) {
  const commands = await rights();
  const folder = sharedFolder(songs);
  const uris = songs.map(({ file }) => file);
  const bound = songs.length === 1 ? uris[0] : folder;
  // A card has the discs of an album in one.
  const forCard = songs.length === 1 ? uris[0] : cardFolder(uris);
  return [
    may('control') && bound && { icon: 'button', text: t('on-button'), action: () => chooseButton(bound, name) },
    forCard && onCard(songs.length === 1 ? 'song' : 'folder', forCard, name),
    commands.has('tag') && { icon: 'tag', text: t('edit-tags'), action: () => tags(songs, name) },
    commands.has('tag') && songs.length > 1 && folder !== undefined
      && { icon: 'image', text: t('set-cover'), action: () => picture(folder) },
    commands.has('copy') && { icon: 'double', text: t('copy-to'), action: () => copyFiles(uris, name) },
    commands.has('remove') && { icon: 'trash', text: t('remove-file'), action: () => removeFiles(uris, name) },
    withPassword(),
  ];
}

// Of a folder with all that is in it.
export async function folderEntries(uri, name) {
  const commands = await rights();
  const withSongs = (action) => () => attempt(async () => action(await songsBelow(uri), name));
  const rule = (word) => () => attempt(async () => (await import('./rules.js')).setRule(word, uri, name));
  return [
    may('control') && { icon: 'button', text: t('on-button'), action: () => chooseButton(uri, name) },
    onCard('folder', uri, name),
    commands.has('tag') && { icon: 'tag', text: t('edit-tags'), action: withSongs(tags) },
    commands.has('tag') && { icon: 'image', text: t('set-cover'), action: () => picture(uri) },
    commands.has('copy') && { icon: 'double', text: t('copy-to'),
      action: withSongs((songs) => copyFiles(songs.map(({ file }) => file), name)) },
    commands.has('tag') && { icon: 'remove', text: t('leave-out'), action: rule('exclude') },
    commands.has('remove') && { icon: 'trash', text: t('remove-file'), action: () => removeFiles([uri], name) },
    withPassword(),
  ];
}
