import Model

extension VolumeStore {
  /// A window of what is counted ends early once its texts are so long.
  private static let mostCountedBytes = 256 * 1024

  /// A length as it counts in a sum: a stick's number may be any, and a million of them have to fit. In microseconds; some
  /// 31 years at most.
  static func counted(_ duration: Int64) -> Int64 { min(max(0, duration), 1_000_000_000_000_000) }

  /// Sums over a window of the playable tracks, in the order of their rows.
  func counts(after: Int64, limit: Int) throws(StoreError) -> VolumeCounts.Part {
    var part = VolumeCounts.Part()
    part.revision =
      try connection.first("SELECT revision FROM volume") { (row) throws(StoreError) in try row.integer(0) }
      ?? 0
    var (bytes, last): ([UInt8], [UInt8]) = ([], [])
    var (place, rows, texts) = (after, 0, 0)
    try connection.forEachWhile(
      """
      SELECT id, duration_us, artist, album FROM tracks NOT INDEXED WHERE id > ?1 AND state = 0 ORDER BY id LIMIT ?2
      """, .integer(after), .number(limit),
      body: { (row) throws(StoreError) in
        part.songs += 1
        if let duration = try row.optionalInteger(1, as: Int64.self) {
          part.playtime += .microseconds(Self.counted(duration))
        }
        bytes.removeAll(keepingCapacity: true)
        row.append(2, to: &bytes)
        row.append(3, to: &bytes)
        // Most rows are of the same artist and album as the row before.
        if bytes != last {
          for artist in try self.texts(row, 2) { part.artists.insert(DistinctCount.hash(artist.utf8)) }
          if let album = try row.optionalText(3) { part.albums.insert(DistinctCount.hash(album.utf8)) }
          texts += bytes.count
          swap(&bytes, &last)
        }
        place = try row.integer(0)
        rows += 1
        return texts < Self.mostCountedBytes
      })
    if rows == limit || texts >= Self.mostCountedBytes { part.next = place }
    return part
  }
}
