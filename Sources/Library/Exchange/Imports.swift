import Model

/// The table `imports`: which playlists the last imports made, so that they can be undone.
struct Imports {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// The latest; 0 where there was none.
  func last() throws(StoreError) -> Int64 {
    try connection.first(
      "SELECT max(step) FROM imports WHERE step < ?1", .integer(ImportStep.told.upperBound)
    ) { (row) throws(StoreError) in try row.optionalInteger(0, as: Int64.self) ?? 0 } ?? 0
  }

  /// Notes that a playlist, as it is now, was made in an import.
  /// - Parameter transaction: the one that made it: a playlist without the note could not be undone, and something older
  ///   would be.
  func note(
    _ step: Int64, ofPlaylist row: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let identity = try connection.first("SELECT identity FROM playlists WHERE id = ?1", .integer(row)) {
      (row) throws(StoreError) in PlaylistID(bytes: try row.blob(0))
    }
    guard let playlist = identity ?? nil, let state = try importState(of: playlist) else { return }
    try connection.execute(
      "INSERT OR REPLACE INTO imports (playlist, step, state) VALUES (?1, ?2, ?3)", .blob(playlist.bytes),
      .integer(step), .text(state.text))
    try forgetOld()
  }

  private func forgetOld() throws(StoreError) {
    if let oldest = try oldestRemembered() {
      try connection.execute("DELETE FROM imports WHERE step < ?1", .integer(oldest))
    }
  }

  /// - Returns: nil where nothing is to be forgotten.
  private func oldestRemembered() throws(StoreError) -> Int64? {
    // The highest ones, in falling order: what SQLite would sort in memory may be any number of rows.
    var highest: [Int64] = []
    try connection.forEach("SELECT step FROM imports WHERE step < ?1", .integer(ImportStep.told.upperBound)) {
      (row) throws(StoreError) in
      let step = try row.integer(0)
      let place = highest.firstIndex { $0 <= step } ?? highest.count
      guard place <= ImportStep.mostOnVolume, place == highest.count || highest[place] != step else { return }
      highest.insert(step, at: place)
      if highest.count > ImportStep.mostOnVolume + 1 { highest.removeLast() }
    }
    return highest.count > ImportStep.mostOnVolume ? highest[ImportStep.mostOnVolume - 1] : nil
  }

  /// Makes a change of a playlist that nobody has asked for: where that is as an import made it, it is so afterwards.
  func keepingImport(
    of playlist: PlaylistID, in transaction: borrowing Transaction, _ change: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let noted = try connection.first(
      "SELECT state FROM imports WHERE playlist = ?1", .blob(playlist.bytes)
    ) { (row) throws(StoreError) in try row.text(0) }
    guard let noted, try isAsImported(playlist, noted) else { return try change() }
    try change()
    guard let state = try importState(of: playlist) else { return }
    try connection.execute(
      "UPDATE imports SET state = ?2 WHERE playlist = ?1", .blob(playlist.bytes), .text(state.text))
  }

  /// Digests of all that people can say of a playlist and its entries, and of no times, which may be unknown or the same.
  /// The first knows tracks by their paths, so that it stays when a file comes that was missing; the second by their rows,
  /// so that it stays when a file is renamed.
  private struct ImportState {
    private var byPath = ContentHash()
    private(set) var byRow = ContentHash()

    mutating func add(_ bytes: [UInt8]) {
      byPath.add(bytes)
      byRow.add(bytes)
    }

    mutating func add(path: [UInt8], row: [UInt8]) {
      byPath.add(path)
      byRow.add(row)
    }

    var text: String { "\(byPath.name) \(byRow.name)" }

    /// Whether nobody has changed the playlist since it was as `text` says.
    func agrees(with text: String) -> Bool {
      let parts = text.split(separator: " ")
      return parts.count == 2 && (parts[0] == byPath.name || parts[1] == byRow.name)
    }
  }

  /// Whether a playlist is there, and nobody has changed it since it was as `state` says.
  private func isAsImported(_ playlist: PlaylistID, _ state: String) throws(StoreError) -> Bool {
    try importState(of: playlist)?.agrees(with: state) == true
  }

  /// - Returns: nil where there is no such playlist.
  private func importState(of playlist: PlaylistID) throws(StoreError) -> ImportState? {
    var state = ImportState()
    var bytes: [UInt8] = []
    func take(_ row: Row, _ columns: Range<Int32>) {
      bytes.removeAll(keepingCapacity: true)
      for column in columns { row.append(column, to: &bytes) }
      state.add(bytes)
    }
    let known = try connection.first(
      "SELECT id, name, notes, colour, tempo, template, folder, slot, extra FROM playlists WHERE identity = ?1",
      .blob(playlist.bytes)
    ) { (row) throws(StoreError) in
      take(row, 1..<9)
      return try row.integer(0)
    }
    guard let known else { return nil }
    try connection.forEach("SELECT data FROM playlist_covers WHERE playlist = ?1", .integer(known)) {
      take($0, 0..<1)
    }
    try connection.forEach(
      "SELECT name, value FROM stickers WHERE playlist = ?1 ORDER BY name LIMIT ?2", .integer(known),
      .number(Stickers.most)
    ) { take($0, 0..<2) }
    try connection.forEach(
      """
      SELECT e.volume, e.start_us, e.end_us, e.gain, e.crossfade_us, e.notes, e.extra, e.track, e.path, f.path, t.name
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 ORDER BY e.place, e.id LIMIT ?2
      """, .integer(known), .number(QueueLimits.entries)
    ) { (row) throws(StoreError) in
      take(row, 0..<7)
      let path = row.isNull(7) ? try row.blob(8) : VolumePath.join(try row.blob(9), try row.blob(10))
      bytes.removeAll(keepingCapacity: true)
      row.append(7, to: &bytes)
      row.append(8, to: &bytes)
      // A path has no zero byte: it marks where the next entry begins.
      state.add(path: path + [0], row: bytes)
    }
    return state
  }

  /// Whether playlists of a step are noted here, be they there still or not.
  private func hasNotes(of step: Int64) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM imports WHERE step = ?1 LIMIT 1", .integer(step)) { _ in true }
      ?? false
  }

  /// Removes the playlists that were made in a step, but for those that were changed since; the step is forgotten.
  /// - Returns: their names; nil where nothing is noted of the step.
  func undo(_ step: Int64) throws(StoreError) -> (removed: [String], kept: [String])? {
    guard try hasNotes(of: step) else { return nil }
    return try store.edit { (_) throws(StoreError) in
      var made: [(playlist: PlaylistID, state: String)] = []
      try connection.forEach(
        """
        SELECT playlist, CASE WHEN length(CAST(state AS BLOB)) <= 128 THEN state ELSE '' END FROM imports
        WHERE step = ?1 LIMIT ?2
        """, .integer(step), .number(Playlists.most)
      ) { (row) throws(StoreError) in
        if let playlist = PlaylistID(bytes: try row.blob(0)) { made.append((playlist, try row.text(1))) }
      }
      var result: (removed: [String], kept: [String]) = ([], [])
      for (playlist, state) in made {
        let known = try connection.first(
          "SELECT id, name FROM playlists WHERE identity = ?1", .blob(playlist.bytes)
        ) {
          (row) throws(StoreError) in (id: try row.integer(0), name: try row.text(1))
        }
        guard let known else { continue }
        guard try isAsImported(playlist, state) else {
          result.kept.append(known.name)
          continue
        }
        try connection.execute("DELETE FROM playlist_entries WHERE playlist = ?1", .integer(known.id))
        try connection.execute("DELETE FROM playlists WHERE id = ?1", .integer(known.id))
        result.removed.append(known.name)
      }
      try connection.execute("DELETE FROM imports WHERE step = ?1", .integer(step))
      return result
    }
  }
}
