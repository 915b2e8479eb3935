import Model

/// Finds the rows of a backup's tracks here: by fingerprint, and if that is nowhere here, by path. Absent ones get rows
/// that wait for their files, by which a scan recognises them at any path. Store thread only, inside a transaction.
struct RestoredTracks {
  /// By the numbers that the tracks have in the backup.
  private var rows: [Int64: Int64] = [:]

  private let store: VolumeStore
  /// The fingerprints of the backup's songs (`TrackFingerprint`); empty if no song here has any.
  private let prints: Set<Int64>
  /// The rows of these prints whose files are here, in the order of both, and of those the ones that a track has.
  private let here: [(print: Int64, row: Int64)]
  private let known: [Int64: Int]
  /// By the places in `known`, as `claimed`.
  private var taken: [Bool]
  /// Those that may have gone elsewhere: once it is known which rows are others'.
  private var doubtful: [UnresolvedTrack] = []
  /// Those with nothing known but a path that belongs to one of the songs now, and the rows that they have there.
  private var pathless: [(track: Told, row: Int64)] = []
  private var claimed: [Bool]

  /// A track of the backup.
  struct Told {
    let number: Int64
    let path: [UInt8]
    let sequence: Int64
    /// As `tracks.added_time`.
    let time: Int64?
    /// nil where nothing but its path is known.
    let print: Int64?
  }

  static func rows(of songs: [Told], _ store: VolumeStore) throws(StoreError) -> [Int64: Int64] {
    var tracks = try RestoredTracks(Set(songs.compactMap(\.print)), store)
    for song in songs { try tracks.add(song, print: song.print) }
    try tracks.end()
    return tracks.rows
  }

  private struct UnresolvedTrack {
    let track: Told
    let print: Int64
    /// The row that its path has now.
    let row: Int64?
    /// Whether that is another song of the backup.
    let isOthers: Bool
  }

  /// - Parameter prints: all that the songs of the backup have.
  private init(_ prints: Set<Int64>, _ store: VolumeStore) throws(StoreError) {
    self.store = store
    self.prints = prints
    here = prints.isEmpty ? [] : try store.presentRows(withPrints: prints)
    known = Dictionary(here.enumerated().map { ($1.row, $0) }) { first, _ in first }
    taken = Array(repeating: false, count: here.count)
    claimed = taken
  }

  /// - Parameter print: nil where nothing but its path is known.
  private mutating func add(_ track: Told, print: Int64?) throws(StoreError) {
    let row = try store.rowToRestore(track.path)
    guard let print else {
      guard let row else { return try take(store.makeWaiting(track.path, for: nil), for: track) }
      guard let place = known[row.id] else { return try take(row.id, for: track) }
      claimed[place] = true
      return pathless.append((track, row.id))
    }
    let isElsewhere = !copies(of: print).isEmpty
    guard let row else {
      guard isElsewhere else { return try take(store.makeWaiting(track.path, for: print), for: track) }
      return doubtful.append(UnresolvedTrack(track: track, print: print, row: nil, isOthers: false))
    }
    let isIt = row.isHere && row.print == print
    let isOther = row.isHere && row.print != nil && !isIt
    if isIt || !isElsewhere && !isOther {
      if !row.isHere, row.print == nil { try store.fingerprints.keep(print, of: row.id) }
      return try take(row.id, for: track)
    }
    // Other tags, or another recording of the same, are the same song at the same path, unless the unchanged file is
    // elsewhere.
    let isOthers = isOther && row.print.map { prints.contains($0) } ?? false
    doubtful.append(UnresolvedTrack(track: track, print: print, row: row.id, isOthers: isOthers))
  }

  /// Called after all tracks.
  private mutating func end() throws(StoreError) {
    // Of equal files each gets the row of its own name, and a file at the path of another one is rather that one.
    for mayBeClaimed in [false, true] {
      for byName in [true, false] {
        var rest: [UnresolvedTrack] = []
        for doubt in doubtful {
          if let row = try free(for: doubt, byName: byName, mayBeClaimed: mayBeClaimed) {
            try take(row, for: doubt.track)
          } else {
            rest.append(doubt)
          }
        }
        doubtful = rest
      }
    }
    for doubt in doubtful {
      if let row = doubt.row, !doubt.isOthers, !isTaken(row) {
        try take(row, for: doubt.track)
      } else if doubt.row == nil {
        try take(store.makeWaiting(doubt.track.path, for: doubt.print), for: doubt.track)
      } else {
        // Another song has gone to its place.
        try take(spareRow(doubt.track, doubt.print), for: doubt.track)
      }
    }
    doubtful = []
    for (track, row) in pathless {
      try take(isTaken(row) ? spareRow(track, nil) : row, for: track)
    }
    pathless = []
  }

  private func isTaken(_ row: Int64) -> Bool { known[row].map { taken[$0] } ?? false }

  /// The rows that have a print and whose files are here.
  private func copies(of print: Int64) -> ArraySlice<(print: Int64, row: Int64)> {
    here[here.partitioningIndex { $0.print >= print }...].prefix { $0.print == print }
  }

  /// - Parameters:
  /// - byName: only one with the same file name.
  /// - mayBeClaimed: also one at the path of a track of which the backup knows nothing else.
  private func free(for doubt: UnresolvedTrack, byName: Bool, mayBeClaimed: Bool) throws(StoreError) -> Int64?
  {
    let name = VolumePath.split(doubt.track.path).name
    for (_, row) in copies(of: doubt.print) {
      guard let place = known[row], !taken[place], mayBeClaimed || !claimed[place] else { continue }
      if !byName { return row }
      if try store.name(ofTrack: row) == name { return row }
    }
    return nil
  }

  /// A row that waits under another name than its track had.
  private func spareRow(_ track: Told, _ print: Int64?) throws(StoreError) -> Int64 {
    let (folder, name) = VolumePath.split(track.path)
    let spare = try store.trackMoves.spareName(
      for: name, ofRow: track.number, inFolder: try store.makeFolder(folder))
    return try store.makeWaiting(VolumePath.join(folder, spare), for: print)
  }

  private mutating func take(_ row: Int64, for track: Told) throws(StoreError) {
    if let place = known[row] { taken[place] = true }
    rows[track.number] = row
    try store.connection.execute(
      "UPDATE tracks SET added_sequence = ?2, added_time = ?3 WHERE id = ?1", .integer(row),
      .integer(track.sequence), .optional(track.time))
  }
}

extension VolumeStore {
  /// Rows of one print that are looked at; more are copies of the same song all the same.
  private static let mostCopies = 16

  /// The rows that have one of `prints` and whose files are here, in the order of both.
  ///
  /// Goes through all of them, as `rows(withPrints:)` does.
  fileprivate func presentRows(
    withPrints prints: Set<Int64>
  ) throws(StoreError) -> [(print: Int64, row: Int64)] {
    var found: [(print: Int64, row: Int64)] = []
    var counts: [Int64: Int] = [:]
    try connection.forEach("SELECT track, print FROM prints ORDER BY track") { (row) throws(StoreError) in
      let print = try row.integer(1)
      guard prints.contains(print), counts[print, default: 0] < Self.mostCopies else { return }
      counts[print, default: 0] += 1
      found.append((print, try row.integer(0)))
    }
    var rows: [(print: Int64, row: Int64)] = []
    for pair in found where try state(ofTrack: pair.row) == TrackState.here.rawValue { rows.append(pair) }
    rows.sort { ($0.print, $0.row) < ($1.print, $1.row) }
    return rows
  }

  private func state(ofTrack row: Int64) throws(StoreError) -> Int64? {
    try connection.first("SELECT state FROM tracks WHERE id = ?1", .integer(row)) {
      (row) throws(StoreError) in try row.integer(0)
    }
  }

  /// Those of the rows whose files are not here.
  func missing(of rows: some Sequence<Int64>) throws(StoreError) -> [Int64] {
    var missing: [Int64] = []
    for row in rows where try state(ofTrack: row) == TrackState.vanished.rawValue { missing.append(row) }
    return missing
  }

  fileprivate func name(ofTrack row: Int64) throws(StoreError) -> [UInt8]? {
    try connection.first("SELECT name FROM tracks WHERE id = ?1", .integer(row)) {
      (row) throws(StoreError) in try row.blob(0)
    }
  }

  /// The row that a path has; nil where it has none.
  fileprivate func rowToRestore(
    _ path: [UInt8]
  ) throws(StoreError) -> (id: Int64, isHere: Bool, print: Int64?)? {
    let (folderPath, name) = VolumePath.split(path)
    return try connection.first(
      """
      SELECT t.id, t.state, p.print FROM tracks t LEFT JOIN prints p ON p.track = t.id
      WHERE t.folder = ?1 AND t.name = ?2
      """, .integer(try makeFolder(folderPath)), .blob(name)
    ) { (row) throws(StoreError) in
      (
        try row.integer(0), try row.integer(1) != TrackState.vanished.rawValue,
        try row.optionalInteger(2, as: Int64.self)
      )
    }
  }

  /// Makes a row that waits for its file.
  /// - Parameter print: the fingerprint to recognise it at another path.
  func makeWaiting(_ path: [UInt8], for print: Int64?) throws(StoreError) -> Int64 {
    let (folder, name) = VolumePath.split(path)
    try connection.execute(
      """
      INSERT INTO tracks (folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, reader)
      VALUES (?1, ?2, 1, ?3, ?4, 0, 0, 0, 0)
      """, .integer(try makeFolder(folder)), .blob(name),
      .blob(NaturalKey.ofTrack(name: name, disc: nil, track: nil)),
      .text(String(decoding: FoldedName.fold(name), as: UTF8.self)))
    let row = connection.lastInsertedRow
    if let print { try fingerprints.keep(print, of: row) }
    return row
  }
}
