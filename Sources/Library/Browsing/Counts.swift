import Model

/// Sums over the playable tracks of one or more volumes.
public struct Counts: Hashable, Sendable {
  public var songs: Int64 = 0
  /// Different ones, also over several volumes; exact up to `DistinctCount.exact`.
  public var artists: Int64 = 0
  /// As `artists`.
  public var albums: Int64 = 0
  public var playtime: Duration = .zero
  /// Represents the tags of all tracks: a change of them changes it.
  public var revision: Int64 = 0
  public init() {}
}

extension Counts {
  init(_ volumes: [(id: VolumeID, counts: VolumeCounts)]) {
    var (artists, albums) = (DistinctCount(), DistinctCount())
    for (id, volume) in volumes {
      let mark = id.bytes + Array("\(volume.revision)".utf8)
      // In whatever order they were opened.
      revision &+= Int64(bitPattern: DistinctCount.hash(mark))
      songs += volume.songs
      playtime += volume.playtime
      artists.formUnion(volume.artists)
      albums.formUnion(volume.albums)
    }
    (self.artists, self.albums) = (artists.count, albums.count)
  }
}
