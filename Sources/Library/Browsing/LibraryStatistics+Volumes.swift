import Model

extension LibraryStatistics {
  init(_ volumes: [(id: VolumeID, counts: VolumeCounts)]) {
    self.init()
    var (artists, albums) = (DistinctCount(), DistinctCount())
    for (id, volume) in volumes {
      // In whatever order they were opened.
      revision &+= Self.mark(of: id, volume.revision)
      songs += Int(clamping: volume.songs)
      duration += volume.playtime
      artists.formUnion(volume.artists)
      albums.formUnion(volume.albums)
    }
    (self.artists, self.albums) = (artists.count, albums.count)
  }

  /// One number for a volume and its revision, the same after a restart.
  private static func mark(of id: VolumeID, _ revision: Int64) -> Int64 {
    var digest = TrackFingerprint.Digest()
    digest.add(id.bytes)
    digest.add(revision)
    return Int64(bitPattern: digest.value)
  }
}
