/// The tags of texts that are read, under one name in all formats.
public enum TagName: String, Hashable, Sendable, CaseIterable {
  case title, artist, album, albumArtist, date, originalDate, genre, composer
  case titleSort, artistSort, albumSort, albumArtistSort, composerSort
  case performer, conductor, ensemble, work, movement, movementNumber, showMovement
  case grouping, mood, location, label, comment
  /// Beats per minute, and the key of the sound, as the file writes them.
  case tempo, key
  case musicBrainzArtist, musicBrainzAlbum, musicBrainzAlbumArtist, musicBrainzTrack
  /// When the song reaches which level, after its beginning and before its end, as MixRamp's tools write it.
  case mixRampStart, mixRampEnd
  case musicBrainzReleaseTrack, musicBrainzReleaseGroup, musicBrainzWork
}
