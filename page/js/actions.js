// What taps do to the queue. None loses it: what replaces or removes has a way back.

import { batch, get, isStream, post, batches, quoted } from './api.js';
import { may, store } from './store.js';
import { attempt, choice, notify, offer } from './bar.js';
import { ask, menu } from './menu.js';
import { mixEntries } from './mixes.js';
import { enter } from './settings.js';
import { number, t } from './texts.js';

export const one = (value) => (Array.isArray(value) ? value[0] : value) ?? '';
// Without a title: the name of a station, the host and path of another stream, the name of a file.
export const titleOf = ({ file = '', Title, Name }) => one(Title) || one(Name) || (isStream(file)
  ? file.replace(/^[^/]*\/+([^/@]*@)?|[/?#]*$/g, '') : file.split('/').pop().replace(/\.\w+$/, ''));
// Of a song that is away: its URI begins with the name of its stick.
export const stickOf = (song) => song.file.split('/')[0];
export const artistOf = (song) => one(song.Artist) || one(song.AlbumArtist);
// What stands below the title: the artist, or the station that plays it.
export const byOf = (song) => artistOf(song) || (song.Title ? one(song.Name) : '');

// A source of songs: how it is shown, and the commands that add it.
export const albumSource = (album) => ({ name: album.Album || t('no-album'), filter: albumFilter(album) });
export const filterSource = (name, filter) => ({ name, filter });
export const playlistSource = (name) => ({ name, playlist: name });
export const folderSource = (name, uri) => ({ name, uris: [uri], folder: true });
// Songs that are entries of a playlist (`of`) go with their parts and crossfades.
export const songsSource = (name, songs) => ({ name, songs, uris: songs.map((song) => song.file) });

// Songs without an album artist are an album by their folder. An old link does not know it.
export const albumFilter = ({ Album = '', AlbumArtist = '', AlbumFolder }) => {
  const parts = [`(Album == ${quoted(Album)})`];
  if (!AlbumFolder) parts.push(`(AlbumArtist == ${quoted(AlbumArtist)})`);
  if (AlbumFolder !== undefined) parts.push(`(AlbumFolder == ${quoted(AlbumFolder)})`);
  return `(${parts.join(' AND ')})`;
};

const disc = /(^|\/)(cd|disc|disk)[ ._-]*\d{1,2}$/i;
// As the jukebox has it: the folder of the song, or the one that holds the folders of its discs; none for a song with an album artist.
export const albumFolder = ({ file = '', AlbumArtist }) => (one(AlbumArtist) || isStream(file)
  ? '' : file.replace(/\/?[^/]*$/, '').replace(disc, '') || '/');
// The album that a song is of.
export const albumOf = (song) => ({
  Album: one(song.Album), AlbumArtist: one(song.AlbumArtist) || artistOf(song), AlbumFolder: albumFolder(song), file: song.file,
});
// The name below an album.
export const albumArtist = (album) => album.AlbumArtist || t(album.AlbumFolder ? 'several-artists' : 'unknown-artist');

function adding(source, place) {
  if (source.filter) return [['findadd', source.filter, ...place ? ['position', place] : []]];
  if (source.playlist) return [['load', source.playlist, ...place ? ['0:', place] : []]];
  return source.uris.map((uri, at) => {
    const to = !place ? [] : [place === '+0' ? `+${at}` : String(Number(place) + at)];
    const { of, Pos } = source.songs?.[at] ?? {};
    return of === undefined ? ['add', uri, ...to] : ['load', of, `${Pos}:${Number(Pos) + 1}`, ...to];
  });
}

// Replaces the queue by these commands; the jukebox keeps a copy of the former one for a minute.
async function replace(commands, text) {
  const [{ kept }] = await batches([['queuekeep'], ...commands]);
  offer(text, () => post('queueback', kept));
}

// A tap that a guest may not do; the password may allow it.
export const refused = () => choice(t(may('add') ? 'refusal.no-permission' : 'only-look'), t('password'), enter);

export const play = (source, from = 0) => attempt(() =>
  replace([['clear'], ...adding(source), ['play', String(from)]], t('plays', { name: source.name })));

export const shufflePlay = (source) => attempt(() =>
  replace([['clear'], ['random', '1'], ...adding(source), ['play']], t('plays', { name: source.name })));

export const enqueue = (source) => attempt(async () => {
  const before = Number(store.status.playlistlength);
  await batches(adding(source));
  const after = Number((await get(['status'])).playlistlength);
  offer(t('added', { name: source.name, n: after - before }), may('player') && (() => post('delete', `${before}:${after}`)));
});

export const playNext = (source) => attempt(async () => {
  const { song, playlistlength } = store.status;
  await batches(adding(source, song === undefined ? undefined : '+0'));
  const after = Number((await get(['status'])).playlistlength);
  const count = after - Number(playlistlength);
  const place = song === undefined ? Number(playlistlength) : Number(song) + 1;
  offer(t('plays-next', { name: source.name }), may('player') && (() => post('delete', `${place}:${place + count}`)));
});

// One song at once, after the current one: the queue stays, and goes on after it.
export const playSong = (song) => attempt(async () => {
  if (!may('player')) return may('add') ? enqueue(songsSource(titleOf(song), [song])) : refused();
  const { song: current } = store.status;
  const place = current === undefined ? [] : ['+0'];
  const { Id } = await post('addid', song.file, ...place);
  await post('playid', Id);
  return notify(t('plays-queue-stays', { name: titleOf(song) }));
});

// Plays a song from a place; the queue stays.
export const playAt = (song, seconds) => attempt(async () => {
  if (!may('player')) return playSong(song);
  if (store.song?.file !== song.file) await playSong(song);
  else if (store.status.state === 'stop') await post('play');
  return batch([['seekcur', seconds.toFixed(3)], ['pause', '0']]);
});

// A tap on a song of a list: the list from there. A guest who may only add gets the song into the queue.
export const playFrom = (source, at, song) => (may('player') ? play(source, at) : playSong(song));

// Songs of the queue, with their `Pos`. They come back from the copy, with what each was given.
export const remove = (songs) => attempt(async () => {
  const sorted = [...songs].sort((a, b) => a.Pos - b.Pos);
  const [{ kept }] = await batches([['queuekeep'], ...sorted.map((song) => ['deleteid', song.Id])]);
  const text = songs.length === 1 ? t('removed', { name: titleOf(songs[0]) }) : t('removed-n', { n: songs.length });
  offer(text, () => batches(sorted.map(({ Pos }) => ['queueback', kept, `${Pos}:${Pos + 1}`, String(Pos)])));
});

export const clear = () => attempt(() => replace([['clear']], t('cleared')));

export const saveQueue = async () => {
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

// Into a playlist: what it has already is added only where that is wanted.
export const addToPlaylist = (source) => attempt(async () => {
  const { own, put } = await import('./entries.js');
  const playlists = await own();
  const into = (name) => attempt(async () => {
    const added = await put(name, source, true);
    const all = source.filter || source.folder ? added || 1 : source.uris.length;
    if (added >= all) notify(t('added-to', { name, n: added }));
    else {
      choice(added ? t('added-some', { name, n: added, there: all - added }) : t('added-none', { name }), t('add-anyway'), async () => {
        notify(t('added-to', { name, n: await put(name, source) }));
      });
    }
  });
  menu(t('add-to-playlist'), [
    {
      icon: 'plus', text: t('new-playlist'), action: async () => {
        const name = await ask(t('new-playlist'), '', t('save'));
        if (name) await into(name);
      },
    },
    ...playlists.map(({ playlist }) => ({ icon: 'playlists', text: playlist, action: () => into(playlist) })),
  ]);
});

const asPad = (song) => attempt(async () => {
  const pad = await post('padadd', song.file, titleOf(song));
  offer(t('is-pad', { name: pad.pad }), () => post('padremove', pad.id));
});

export const favourite = (song, wanted) => attempt(() => post('favourite', song.file, ...wanted === undefined ? [] : [wanted]));

// 0 removes the rating; the former one can come back.
export const rate = (song, wanted, former) => attempt(async () => {
  const set = (rating) => post('rate', song.file, ...rating ? [rating] : []);
  await set(wanted);
  if (former) offer(t(wanted ? 'rated' : 'rating-removed', { stars: number(wanted / 2) }), () => set(former));
});

// The menu of a song; `more` are entries of the place where it stands, `select` selects its row.
export async function songMenu(song, more = [], select = null) {
  const source = songsSource(titleOf(song), [song]);
  const isFile = !isStream(song.file);
  const personal = isFile ? await get(['personal', song.file]).catch(() => null) : null;
  const liked = personal?.favourite === '1';
  const album = one(song.Album);
  const artist = artistOf(song);
  menu(titleOf(song), [
    ...more,
    may('player') && { icon: 'play', text: t('play-now'), action: () => playSong(song) },
    may('add') && { icon: 'play-next', text: t('play-next'), action: () => playNext(source) },
    may('add') && { icon: 'add', text: t('add-to-queue'), action: () => enqueue(source) },
    may('control') && { icon: 'playlists', text: t('add-to-playlist'), action: () => addToPlaylist(source) },
    ...song.absent ? [] : mixEntries(song),
    may('control') && isFile && { icon: 'pads', text: t('as-pad'), action: () => asPad(song) },
    personal && may('control') && { icon: 'heart', text: t('favourite'), pressed: liked, action: () => favourite(song, liked ? '0' : '1') },
    select,
    album && {
      icon: 'now', text: t('go-to-album', { name: album }),
      action: () => { location.hash = albumLink(albumOf(song)); },
    },
    artist && { icon: 'artist', text: t('go-to-artist', { name: artist }), action: () => { location.hash = link('artist', artist); } },
    isFile && { icon: 'info', text: t('about-song'), action: () => { location.hash = link('song', song.file); } },
  ]);
}

// The words of the address, as `link` puts them together. A text that is no right encoding stays as it is.
export const place = () => location.hash.slice(1).split('/').map((word) => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
});
export const link = (...words) => `#${words.map((word) => encodeURIComponent(word)).join('/')}`;
export const albumLink = (album) => link('album', album.AlbumArtist ?? '', album.Album ?? '', album.file ?? '', album.AlbumFolder ?? '');
