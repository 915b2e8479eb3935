/// Finds tracks by what files of other programs name.
package struct TrackSearch {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// A track that is called as one that is looked for.
  struct NamedTrack: Sendable {
    /// `FoldedName` of its file's name.
    let name: String
    let path: [UInt8]
    let durationMicroseconds: Int64?
    let title: String?
    let artists: [String]
    /// `TrackFingerprint`; nil where it is not known.
    let print: Int64?
  }

  /// The first of each one's paths that is a track here; nil where none is.
  package func firstTracks(of candidates: [[[UInt8]]]) throws(StoreError) -> [[UInt8]?] {
    var result: [[UInt8]?] = []
    result.reserveCapacity(candidates.count)
    var last: (path: [UInt8], id: Int64?) = ([], 1)
    for paths in candidates {
      var found: [UInt8]?
      for path in paths where found == nil {
        let (folderPath, name) = VolumePath.split(path)
        if folderPath != last.path { last = (folderPath, try store.folder(folderPath)?.id) }
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

  /// The first track in the folder of `path` whose name differs from it in the ending alone.
  func trackOfAnotherType(than path: [UInt8]) throws(StoreError) -> [UInt8]? {
    let (folderPath, name) = VolumePath.split(path)
    let dot = UInt8(ascii: ".")
    guard let end = name.lastIndex(of: dot), end > 0, let folder = try store.folder(folderPath)?.id else {
      return nil
    }
    let stem = Array(name[...end])
    return try connection.first(
      """
      SELECT name FROM tracks WHERE folder = ?1 AND name > ?2 AND name < ?3 AND state = 0
        AND instr(substr(name, ?4), x'2E') = 0 ORDER BY name LIMIT 1
      """, .integer(folder), .blob(stem), .blob(stem.dropLast() + [dot + 1]), .number(stem.count + 1)
    ) { (row) throws(StoreError) in try store.validPath(VolumePath.join(folderPath, try row.blob(0))) }
  }

  /// The position of a pass over all names.
  struct NamePlace: Sendable {
    fileprivate let folder: Int64
    fileprivate let name: [UInt8]
  }

  /// Those of the next `limit` rows after `place` that are tracks here and whose files' folded names are among `names`.
  /// Reads only an index for the others.
  /// - Returns: where to continue; nil at the end.
  func tracks(
    named names: Set<String>, after place: NamePlace?, limit: Int
  ) throws(StoreError) -> (found: [NamedTrack], next: NamePlace?) {
    let wanted = Set(names.map { Array($0.utf8) })
    // A plain name is as long as its folded form. A bit for each length, those of 64 more the same one.
    let lengths = wanted.reduce(UInt64(0)) { $0 | 1 << UInt64($1.count % 64) }
    func mayBeWanted(_ name: Span<UInt8>) -> Bool {
      if lengths & 1 << UInt64(name.count % 64) != 0 { return true }
      for place in name.indices where name[place] < 0x20 || name[place] >= 0x7F { return true }
      return false
    }
    var matches: [(row: Int64, name: [UInt8])] = []
    var last: NamePlace?
    var count = 0
    try connection.forEach(
      """
      SELECT folder, name, id FROM tracks
      WHERE (folder, name) > (?1, ?2) AND length(name) <= 4096 ORDER BY folder, name LIMIT ?3
      """, .integer(place?.folder ?? .min), .blob(place?.name ?? []), .number(limit)
    ) { (row) throws(StoreError) in
      count += 1
      if count == limit { last = NamePlace(folder: try row.integer(0), name: try row.blob(1)) }
      guard row.hasBytes(1, where: mayBeWanted) else { return }
      let folded = FoldedName.fold(try row.blob(1))
      if wanted.contains(folded) { matches.append((try row.integer(2), folded)) }
    }
    var found: [NamedTrack] = []
    for match in matches {
      let track = try connection.first(
        """
        SELECT f.path, t.name, t.duration_us, t.title, t.artist, p.print
        FROM tracks t CROSS JOIN folders f ON f.id = t.folder LEFT JOIN prints p ON p.track = t.id
        WHERE t.id = ?1 AND t.state = 0
        """, .integer(match.row)
      ) { (row) throws(StoreError) in
        NamedTrack(
          name: String(decoding: match.name, as: UTF8.self),
          path: try store.validPath(VolumePath.join(try row.blob(0), try row.blob(1))),
          durationMicroseconds: try row.optionalInteger(2, as: Int64.self),
          title: try row.optionalText(3), artists: try row.texts(4),
          print: try row.optionalInteger(5, as: Int64.self))
      }
      if let track { found.append(track) }
    }
    return (found, last)
  }

  /// A track whose title is one that is looked for.
  struct TitledTrack: Sendable {
    let path: [UInt8]
    /// As `WantedSong` has them.
    let title: String
    let artists: Set<String>
    let album: String?
    let durationMicroseconds: Int64?
    /// `TrackFingerprint`.
    let print: Int64?
  }

  /// Those of the next `limit` rows after `row` that are tracks here and whose folded titles are among `titles`.
  /// - Returns: where to continue; nil at the end.
  func tracks(
    titled titles: Set<String>, after row: Int64, limit: Int
  ) throws(StoreError) -> (found: [TitledTrack], next: Int64?) {
    var matches: [(row: Int64, title: String)] = []
    var last: Int64?
    var count = 0
    try connection.forEach(
      "SELECT id, title FROM tracks WHERE id > ?1 ORDER BY id LIMIT ?2", .integer(row), .number(limit)
    ) { (row) throws(StoreError) in
      count += 1
      if count == limit { last = try row.integer(0) }
      guard let title = try row.optionalText(1).map(WantedSong.fold), titles.contains(title) else { return }
      matches.append((try row.integer(0), title))
    }
    var found: [TitledTrack] = []
    for match in matches {
      let track = try connection.first(
        """
        SELECT t.artist, t.album_artist, t.album, t.duration_us, f.path, t.name, p.print
        FROM tracks t CROSS JOIN folders f ON f.id = t.folder LEFT JOIN prints p ON p.track = t.id
        WHERE t.id = ?1 AND t.state = 0
        """, .integer(match.row)
      ) { (row) throws(StoreError) in
        TitledTrack(
          path: try store.validPath(VolumePath.join(try row.blob(4), try row.blob(5))), title: match.title,
          artists: Self.artists(try row.optionalText(0)).union(Self.artists(try row.optionalText(1))),
          album: try row.optionalText(2).map(WantedSong.fold),
          durationMicroseconds: try row.optionalInteger(3, as: Int64.self),
          print: try row.optionalInteger(6, as: Int64.self))
      }
      if let track { found.append(track) }
    }
    return (found, last)
  }

  /// Each, and all of them as other programs write several.
  private static func artists(_ joined: String?) -> Set<String> {
    let names = joined?.split(separator: "\u{1F}").map(String.init) ?? []
    let together = names.count > 1 ? [names.joined(separator: ", "), names.joined(separator: "; ")] : []
    return Set((names + together).map(WantedSong.fold))
  }
}
