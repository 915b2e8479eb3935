import Player

/// Sums over the playable tracks of one or more volumes.
public struct Counts: Hashable, Sendable {
  public var songs: Int64 = 0
  /// Different ones, also over several volumes; exact up to `DistinctCount.exact`.
  public var artists: Int64 = 0
  /// As `artists`.
  public var albums: Int64 = 0
  public var playtime: Duration = .zero
  public init() {}
}

extension Counts {
  init(_ volumes: [VolumeCounts]) {
    var (artists, albums) = (DistinctCount(), DistinctCount())
    for volume in volumes {
      songs += volume.songs
      playtime += volume.playtime
      artists.formUnion(volume.artists)
      albums.formUnion(volume.albums)
    }
    (self.artists, self.albums) = (artists.count, albums.count)
  }
}
