extension VolumeStore {
  /// Counts a window of the playable tracks, in the order of their rows, by the first folders of their paths; those in
  /// none under an empty name.
  ///
  /// - Returns: each folder once in this window; and where the next window begins, nil at the end.
  func topFolders(
    after: Int64, limit: Int
  ) throws(StoreError) -> (tallies: [FolderTally], next: Int64?) {
    // By the number of the folder that they are in: most rows are in the same one as the row before.
    var sums: [Int64: FolderTally] = [:]
    var (next, count) = (after, 0)
    try connection.forEach(
      "SELECT id, folder, duration_us FROM tracks NOT INDEXED WHERE id > ?1 AND state = 0 ORDER BY id LIMIT ?2",
      .integer(after), .number(limit)
    ) { (row) throws(StoreError) in
      let duration = try row.optionalInteger(2, as: Int64.self).map(Self.counted) ?? 0
      let sum = FolderTally(name: [], tracks: 1, duration: .microseconds(duration))
      sums[try row.integer(1), default: FolderTally()].add(sum)
      next = try row.integer(0)
      count += 1
    }
    var tallies: [[UInt8]: FolderTally] = [:]
    for (folder, sum) in sums {
      let path = try connection.first("SELECT path FROM folders WHERE id = ?1", .integer(folder)) {
        (row) throws(StoreError) in try validPath(try row.blob(0))
      }
      let name = Array((path ?? []).prefix { $0 != UInt8(ascii: "/") })
      tallies[name, default: FolderTally(name: name)].add(sum)
    }
    return (Array(tallies.values), count < limit ? nil : next)
  }
}
