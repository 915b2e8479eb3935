/// What is kept of folders follows their tracks to other folders.
extension VolumeStore {
  /// The number of the last track's row; 0 where there is none.
  func lastRow() throws(StoreError) -> Int64 {
    let last = try connection.first("SELECT max(id) FROM tracks") { (row) throws(StoreError) in
      try row.optionalInteger(0, as: Int64.self)
    }
    return (last ?? nil) ?? 0
  }

  /// Number of present tracks, at or below a folder, that `isMeant` takes; at most `limit` are counted.
  /// - Parameter last: later rows are ignored.
  func tracks(
    below path: [UInt8], upTo last: Int64, limit: Int, _ isMeant: (Int64) -> Bool
  ) throws(StoreError) -> Int {
    guard let key = try folder(path)?.key else { return 0 }
    var count = 0
    // A scan goes the other way, so that rows it has not reached are at the beginning.
    try connection.forEachWhile(
      """
      SELECT t.id FROM folders f CROSS JOIN tracks t ON t.folder = f.id
      WHERE f.order_key >= ?1 AND f.order_key < ?2 AND t.state <> 1 AND t.id <= ?3
      ORDER BY f.order_key DESC, t.name DESC
      """, .blob(key), .blob(NaturalKey.subtreeEnd(key)), .integer(last)
    ) { (row) throws(StoreError) in
      if isMeant(try row.integer(0)) { count += 1 }
      return count < limit
    }
    return count
  }

  /// The files of present tracks, at or below a folder, that `isMeant` takes; at most `limit`.
  /// - Parameter last: later rows are ignored.
  func files(
    below path: [UInt8], upTo last: Int64, limit: Int, _ isMeant: (Int64) -> Bool
  ) throws(StoreError) -> [(folder: [UInt8], name: [UInt8], sizeBytes: Int64)] {
    guard let key = try folder(path)?.key else { return [] }
    var files: [(folder: [UInt8], name: [UInt8], sizeBytes: Int64)] = []
    try connection.forEachWhile(
      """
      SELECT t.id, f.path, t.name, t.size FROM folders f CROSS JOIN tracks t ON t.folder = f.id
      WHERE f.order_key >= ?1 AND f.order_key < ?2 AND t.state <> 1 AND t.id <= ?3
        AND length(f.path) <= ?4 AND length(t.name) <= 255
      """, .blob(key), .blob(NaturalKey.subtreeEnd(key)), .integer(last), .number(VolumePath.mostBytes)
    ) { (row) throws(StoreError) in
      guard isMeant(try row.integer(0)) else { return true }
      let (folder, name) = (try row.blob(1), try row.blob(2))
      guard VolumePath.isValid(folder), VolumePath.isValid(component: name),
        folder == path || folder.starts(with: path + [UInt8(ascii: "/")])
      else { return true }
      files.append((folder, name, try row.integer(3)))
      return files.count < limit
    }
    return files
  }

  /// The batch's tracks have changed places. Inside its transaction.
  func followFolders(_ batch: ScanBatch) throws(StoreError) {
    guard batch.hasLeftFolder else { return }
    try rename(folders: batch.renamedFolders)
    try followTracks(waiting: true)
  }

  /// What a scan found out at its end.
  /// - Returns: whether anything was written.
  func keep(renamedFolders folders: [RenamedFolder]) throws(StoreError) -> Bool {
    do {
      return try connection.transaction { (_) throws(StoreError) in
        try rename(folders: folders)
        guard try followTracks(waiting: false) || !folders.isEmpty else { return false }
        changesOfPlace += 1
        try noteChangeOfPlace()
        return true
      }
    } catch {
      forgetFolders()
      throw error
    }
  }

  /// The position in a folder.
  private struct Place {
    let track: Int64
    let microseconds: Int64
    let isAtEnd: Bool
    let sequence: Int64
    let changed: Int64?
  }

  /// - Parameter column: from which on a query has `track, position_us, at_end, sequence, changed`.
  private func place(_ row: Row, from column: Int32) throws(StoreError) -> Place? {
    guard let track = try row.optionalInteger(column, as: Int64.self) else { return nil }
    return Place(
      track: track, microseconds: max(0, try row.integer(column + 1)), isAtEnd: try row.boolean(column + 2),
      sequence: try row.integer(column + 3),
      changed: try row.optionalInteger(column + 4, as: Int64.self))
  }

  /// Their settings move along, all at once. Their positions move with their tracks.
  private func rename(folders: [RenamedFolder]) throws(StoreError) {
    if folders.isEmpty { return }
    var marks: [(to: [UInt8], resumes: Bool, sequence: Int64)] = []
    for renamed in folders {
      guard let id = try folder(renamed.from)?.id else { continue }
      let said = try connection.first(
        "SELECT resumes, sequence FROM folder_positions WHERE folder = ?1 AND resumes IS NOT NULL",
        .integer(id)
      ) { (row) throws(StoreError) -> (resumes: Bool, sequence: Int64) in
        (try row.boolean(0), try row.integer(1))
      }
      guard let said else { continue }
      // Later settings of the folder at the new path stay.
      if let bearer = renamed.bearer, bearer != renamed.to, let id = try folder(bearer)?.id {
        try connection.execute(
          "UPDATE folder_positions SET resumes = NULL WHERE folder = ?1 AND resumes = ?2", .integer(id),
          .boolean(said.resumes))
      }
      if let to = renamed.to, to != renamed.bearer { marks.append((to, said.resumes, said.sequence)) }
      if renamed.isSettled {
        try connection.execute("UPDATE folder_positions SET resumes = NULL WHERE folder = ?1", .integer(id))
      }
    }
    // Of several that are one now, the settings of the one that was listened to last count.
    marks.sort { $0.sequence < $1.sequence }
    for mark in marks {
      try connection.execute(
        """
        INSERT INTO folder_positions (folder, resumes) VALUES (?1, ?2) ON CONFLICT (folder) DO UPDATE SET resumes = ?2
        """, .integer(try makeFolder(mark.to)), .boolean(mark.resumes))
    }
    try dropEmptyRows()
  }

  private func dropEmptyRows() throws(StoreError) {
    try connection.execute("DELETE FROM folder_positions WHERE resumes IS NULL AND track IS NULL")
  }

  /// In place of what is older.
  private func keep(_ place: Place, of folder: Int64) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO folder_positions (folder, track, position_us, at_end, sequence, changed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (folder) DO UPDATE SET track = ?2, position_us = ?3, at_end = ?4, sequence = ?5, changed = ?6
      WHERE track IS NULL OR sequence <= ?5
      """, .integer(folder), .integer(place.track), .integer(place.microseconds), .boolean(place.isAtEnd),
      .integer(place.sequence), .optional(place.changed))
  }

  /// Gives each position to the folder that its track is in; the settings of the former folder stay there.
  /// - Parameter waiting: whether to leave one for later if the folder has a position of its own, whose file may still
  ///   be found elsewhere.
  /// - Returns: whether there was any.
  @discardableResult
  func followTracks(waiting: Bool) throws(StoreError) -> Bool {
    var found: [(from: Int64, to: Int64, place: Place)] = []
    try connection.forEach(
      """
      SELECT p.folder, t.folder, p.track, p.position_us, p.at_end, p.sequence, p.changed
      FROM folder_positions p JOIN tracks t ON t.id = p.track
      WHERE t.folder <> p.folder AND NOT (?1 AND EXISTS (
        SELECT 1 FROM folder_positions q JOIN tracks u ON u.id = q.track
        WHERE q.folder = t.folder AND u.folder = q.folder))
      ORDER BY p.sequence LIMIT ?2
      """, .boolean(waiting), .number(ResumingFolders.most)
    ) { (row) throws(StoreError) in
      guard let place = try place(row, from: 2) else { return }
      found.append((try row.integer(0), try row.integer(1), place))
    }
    if found.isEmpty { return false }
    for (from, _, _) in found {
      try connection.execute(
        """
        UPDATE folder_positions SET track = NULL, position_us = 0, at_end = 0, sequence = 0, changed = NULL
        WHERE folder = ?1
        """, .integer(from))
    }
    for (_, to, place) in found { try keep(place, of: to) }
    try dropEmptyRows()
    return true
  }
}
