/// The tags that are read, under one name in all formats.
public enum TagName: String, Hashable, Sendable, CaseIterable {
  case title, artist, album, albumArtist, date, originalDate, genre, composer
  case titleSort, artistSort, albumSort, albumArtistSort, composerSort
}
