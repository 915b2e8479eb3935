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
    for hash in part.artists { artists.add(hash) }
    for hash in part.albums { albums.add(hash) }
  }

  /// Takes no more memory than it needs to.
  mutating func cut() {
    artists.cut()
    albums.cut()
  }

  /// Those of a window of the rows.
  struct Part: Sendable {
    var songs: Int64 = 0
    var playtime: Duration = .zero
    /// Hashes of the different texts.
    var artists: Set<UInt64> = []
    var albums: Set<UInt64> = []
    var revision: Int64 = 0
    /// Where the next window begins; nil at the end.
    var next: Int64?
  }
}
