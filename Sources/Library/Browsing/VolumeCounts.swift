import Model

/// The sums of a volume's playable tracks, in a form that can be merged with others.
struct VolumeCounts: Sendable {
  var songs: Int64 = 0
  var playtime: Duration = .zero
  var artists = DistinctCount()
  var albums = DistinctCount()
  /// `volume.revision`.
  var revision: Int64 = 0

  mutating func add(_ part: Part) {
    revision = part.revision
    songs += part.songs
    playtime += part.playtime
    artists.formUnion(part.artists)
    albums.formUnion(part.albums)
  }

  /// Those of a window of the rows.
  struct Part: Sendable {
    var songs: Int64 = 0
    var playtime: Duration = .zero
    var artists = DistinctCount()
    var albums = DistinctCount()
    var revision: Int64 = 0
    /// Start of the next window; nil at the end.
    var next: Int64?
  }
}
