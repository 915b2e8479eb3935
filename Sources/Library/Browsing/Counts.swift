import Model

/// Sums over the playable tracks of one or more volumes.
public struct Counts: Hashable, Sendable {
  public var songs: Int64 = 0
  /// Different ones, also over several volumes; at most `DistinctCount.most`.
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
      // In whatever order they were opened.
      revision &+= Self.mark(of: id, volume.revision)
      songs += volume.songs
      playtime += volume.playtime
      artists.formUnion(volume.artists)
      albums.formUnion(volume.albums)
    }
    (self.artists, self.albums) = (Int64(artists.count), Int64(albums.count))
  }

  /// One number for a volume and its revision, the same after a restart.
  private static func mark(of id: VolumeID, _ revision: Int64) -> Int64 {
    var digest = TrackFingerprint.Digest()
    digest.add(id.bytes)
    digest.add(revision)
    return Int64(bitPattern: digest.value)
  }
}
