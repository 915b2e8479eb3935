/// Tags that are kept beside those with a column of their own. The numbers stand in databases and never change.
public enum StoredTag: Int, Hashable, Sendable, CaseIterable {
  case title = 1, album, date
  case originalDate = 10, composer, performer, conductor, ensemble, work, movement, movementNumber,
    showMovement
  case grouping = 30, mood, location, label, comment
  case titleSort = 50, artistSort, albumSort, albumArtistSort, composerSort
  case musicBrainzArtist = 70, musicBrainzAlbum, musicBrainzAlbumArtist, musicBrainzTrack
  case musicBrainzReleaseTrack, musicBrainzReleaseGroup, musicBrainzWork
}
