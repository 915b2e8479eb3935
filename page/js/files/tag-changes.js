// What an edit of tags changes in each song. Pure functions.

const values = (value) => [value ?? []].flat();
const text = (song, tag) => values(song[tag]).join('; ');

// The value that all songs have of each tag; null where they differ.
export const commonOf = (songs, tags) => Object.fromEntries(tags.map((tag) => {
  const first = text(songs[0], tag);
  return [tag, songs.every((song) => text(song, tag) === first) ? first : null];
}));

// `all`: tags that every song gets; `own`: tags of each song by its place. Gives the songs that change, with their tags.
export const changesOf = (songs, all, own = []) => songs.map((song, at) => ({
  song,
  tags: Object.entries({ ...own[at], ...all }).map(([tag, to]) => ({ tag, from: text(song, tag), to }))
    .filter(({ from, to }) => from !== to),
})).filter(({ tags }) => tags.length > 0);

// The words of the command: a tag may have several values, apart by semicolons; without one it goes.
export const wordsOf = (tags) => tags.flatMap(({ tag, to }) => {
  const several = to.split(';').map((value) => value.trim()).filter(Boolean);
  return several.length ? several.flatMap((value) => [tag, value]) : [tag, ''];
});
