// What an edit of tags changes in each song. Pure functions.

// Tags that may have several values, apart by semicolons. In the others a semicolon is a part of the text.
const several = new Set(['Artist', 'AlbumArtist', 'Genre', 'Composer']);

const values = (value) => [value ?? []].flat();
const text = (song, tag) => values(song[tag]).join('; ');

// The value that all songs have of each tag; null where they differ.
export const commonOf = (songs, tags) => Object.fromEntries(tags.map((tag) => {
  const first = text(songs[0], tag);
  return [tag, songs.every((song) => text(song, tag) === first) ? first : null];
}));

// The values that somebody changed: those of `after` that differ from what the fields began with.
export const editsOf = (before, after) =>
  Object.fromEntries(Object.entries(after).filter(([tag, value]) => value !== before[tag]));

// `all`: tags that every song gets; `own`: tags of each song by its place. Gives the songs that change, with their tags.
export const changesOf = (songs, all, own = []) => songs.map((song, at) => ({
  song,
  tags: Object.entries({ ...own[at], ...all }).map(([tag, to]) => ({ tag, from: text(song, tag), to }))
    .filter(({ from, to }) => from !== to),
})).filter(({ tags }) => tags.length > 0);

// The words of the command; a tag without a value goes.
export const wordsOf = (tags) => tags.flatMap(({ tag, to }) => {
  const found = several.has(tag) ? to.split(';').map((value) => value.trim()).filter(Boolean) : [to];
  return found.length ? found.flatMap((value) => [tag, value]) : [tag, ''];
});
