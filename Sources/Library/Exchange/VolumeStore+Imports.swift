/// Which playlists the last imports made, so that they can be undone.
extension VolumeStore {
  /// The latest; 0 where there was none.
  func lastImport() throws(StoreError) -> Int64 {
    try connection.first("SELECT max(step) FROM imports") { (row) throws(StoreError) in
      try row.optionalInteger(0, as: Int64.self) ?? 0
    } ?? 0
  }

  /// Notes that a playlist, as it is now, was made in an import.
  func note(import step: Int64, of playlist: PlaylistID) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      guard let state = try importState(of: playlist) else { return }
      try connection.execute(
        "INSERT OR REPLACE INTO imports (playlist, step, state) VALUES (?1, ?2, ?3)", .blob(playlist.bytes),
        .integer(step), .text(state))
      try connection.execute(
        "DELETE FROM imports WHERE step <= ?1", .integer(ImportStep.lastForgotten(at: step)))
    }
  }

  /// What would differ if the playlist had been changed: by the clock, or without one by its rows.
  private func importState(of playlist: PlaylistID) throws(StoreError) -> String? {
    try connection.first(
      """
      SELECT p.name, coalesce(p.changed, 0), count(e.id), coalesce(max(e.id), 0), total(e.place % 1000003)
      FROM playlists p LEFT JOIN playlist_entries e ON e.playlist = p.id WHERE p.identity = ?1 GROUP BY p.id
      """, .blob(playlist.bytes)
    ) { (row) throws(StoreError) in
      let numbers = [try row.integer(1), try row.integer(2), try row.integer(3), Int64(try row.real(4))]
      return numbers.map { "\($0)" }.joined(separator: " ") + " " + (try row.text(0))
    }
  }

  /// Removes the playlists that were made in a step, but for those that were changed since; the step is forgotten.
  /// - Returns: their names.
  func undo(import step: Int64) throws(StoreError) -> (removed: [String], kept: [String]) {
    try connection.transaction { () throws(StoreError) in
      var made: [(playlist: PlaylistID, state: String)] = []
      try connection.forEach(
        "SELECT playlist, state FROM imports WHERE step = ?1 LIMIT ?2", .integer(step),
        .number(Self.mostPlaylists)
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
        guard try importState(of: playlist) == state else {
          result.kept.append(known.name)
          continue
        }
        try connection.execute("DELETE FROM playlist_entries WHERE playlist = ?1", .integer(known.id))
        try connection.execute("DELETE FROM playlists WHERE id = ?1", .integer(known.id))
        result.removed.append(known.name)
      }
      try connection.execute("DELETE FROM imports WHERE step = ?1", .integer(step))
      try connection.execute("UPDATE volume SET changes = changes + 1")
      return result
    }
  }
}
