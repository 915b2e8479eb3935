/// Finding tracks by what files of other programs say of them.
extension VolumeStore {
  /// A track that is called as one that is looked for.
  struct NamedTrack: Sendable {
    /// `FoldedName` of its file's name.
    let name: String
    let path: [UInt8]
    let durationMicroseconds: Int64?
  }

  /// The first of each one's paths that is a track here; nil where none is.
  func firstTracks(of candidates: [[[UInt8]]]) throws(StoreError) -> [[UInt8]?] {
    var result: [[UInt8]?] = []
    result.reserveCapacity(candidates.count)
    var last: (path: [UInt8], id: Int64?) = ([], 1)
    for paths in candidates {
      var found: [UInt8]?
      for path in paths where found == nil {
        let (folderPath, name) = VolumePath.split(path)
        if folderPath != last.path { last = (folderPath, try folder(folderPath)?.id) }
        guard let folder = last.id else { continue }
        let isHere = try connection.first(
          "SELECT 1 FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0", .integer(folder), .blob(name)
        ) { (row) throws(StoreError) in try row.boolean(0) }
        if isHere == true { found = path }
      }
      result.append(found)
    }
    return result
  }

  /// Those of the next `limit` tracks behind the row `after` whose files' folded names are among `names`.
  /// - Returns: the last row looked at, to go on behind it; nil at the end.
  func tracks(
    named names: Set<String>, after: Int64, limit: Int
  ) throws(StoreError) -> (found: [NamedTrack], next: Int64?) {
    var found: [NamedTrack] = []
    var last: Int64?
    var count = 0
    try connection.forEach(
      """
      SELECT t.id, t.match_name, f.path, t.name, t.duration_us FROM tracks t JOIN folders f ON f.id = t.folder
      WHERE t.id > ?1 AND t.state = 0 AND length(t.match_name) <= 4096 ORDER BY t.id LIMIT ?2
      """, .integer(after), .number(limit)
    ) { (row) throws(StoreError) in
      last = try row.integer(0)
      count += 1
      let name = try row.text(1)
      guard names.contains(name) else { return }
      found.append(
        NamedTrack(
          name: name, path: try validPath(VolumePath.join(try row.blob(2), try row.blob(3))),
          durationMicroseconds: try row.optionalInteger(4, as: Int64.self)))
    }
    return (found, count < limit ? nil : last)
  }
}
