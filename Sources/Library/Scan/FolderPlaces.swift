/// Moves data of folders along with their tracks: settings to the folder's new name, positions to the folder
/// that their track is in.
struct FolderPlaces {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Whether a track that was in its folder before the moves is at or below a folder.
  /// - Parameter moves: whether a row of a replaced file is the source of a move.
  func hasOwnTracks(below key: [UInt8], moves: (Int64) -> Bool) throws(StoreError) -> Bool {
    var isAny = false
    try connection.forEachWhile(
      """
      SELECT t.id FROM folders f CROSS JOIN tracks t ON t.folder = f.id LEFT JOIN unreconciled u ON u.track = t.id
      WHERE f.order_key >= ?1 AND f.order_key < ?2 AND t.state <> 1 AND coalesce(u.is_new, 0) = 0
      """, .blob(key), .blob(NaturalKey.subtreeEnd(key))
    ) { (row) throws(StoreError) in
      isAny = !moves(try row.integer(0))
      return !isAny
    }
    return isAny
  }

  /// Whether settings of folders were moved for moves of tracks that a cut has left over.
  func areMoved() throws(StoreError) -> Bool {
    try connection.first("SELECT folders_moved FROM volume") { (row) throws(StoreError) in try row.boolean(0)
    } ?? false
  }

  func note(areMoved: Bool, in transaction: borrowing Transaction) throws(StoreError) {
    try connection.execute(
      "UPDATE volume SET folders_moved = ?1 WHERE folders_moved <> ?1", .boolean(areMoved))
  }

  /// Moves settings, all at once. Settings that the new folder has already, and keeps, stay.
  func moveSettings(_ folders: [(from: Int64, to: Int64)], in transaction: borrowing Transaction)
    throws(StoreError)
  {
    var settings: [(to: Int64, resumes: Bool, sequence: Int64)] = []
    for (from, to) in folders {
      let setting = try connection.first(
        "SELECT resumes, sequence FROM folder_positions WHERE folder = ?1 AND resumes IS NOT NULL",
        .integer(from)
      ) { (row) throws(StoreError) in (to: to, resumes: try row.boolean(0), sequence: try row.integer(1)) }
      if let setting { settings.append(setting) }
      try connection.execute("UPDATE folder_positions SET resumes = NULL WHERE folder = ?1", .integer(from))
    }
    // If several became one, the setting of the one listened to last counts.
    for setting in settings.sorted(by: { $0.sequence > $1.sequence }) {
      try connection.execute(
        """
        INSERT INTO folder_positions (folder, resumes) VALUES (?1, ?2)
        ON CONFLICT (folder) DO UPDATE SET resumes = coalesce(resumes, ?2)
        """, .integer(setting.to), .boolean(setting.resumes))
    }
    try dropEmptyRows()
  }

  private func dropEmptyRows() throws(StoreError) {
    try connection.execute("DELETE FROM folder_positions WHERE resumes IS NULL AND track IS NULL")
  }

  private struct Position {
    let from: Int64
    let to: Int64
    let values: [SQLValue]
  }

  /// Gives each position to the folder that its track is in, in place of an older one; the setting of the former folder
  /// stays there.
  /// - Returns: whether there was any.
  @discardableResult
  func followTracks(in transaction: borrowing Transaction) throws(StoreError) -> Bool {
    var found: [Position] = []
    try connection.forEach(
      """
      SELECT p.folder, t.folder, p.track, p.position_us, p.at_end, p.sequence, p.changed, p.speed
      FROM folder_positions p JOIN tracks t ON t.id = p.track WHERE t.folder <> p.folder ORDER BY p.sequence LIMIT ?1
      """, .number(ResumingFolders.most)
    ) { (row) throws(StoreError) in
      let values: [SQLValue] = [
        .integer(try row.integer(2)), .integer(max(0, try row.integer(3))), .boolean(try row.boolean(4)),
        .integer(try row.integer(5)), .optional(try row.optionalInteger(6, as: Int64.self)),
        .optional(try row.optionalReal(7)),
      ]
      found.append(Position(from: try row.integer(0), to: try row.integer(1), values: values))
    }
    if found.isEmpty { return false }
    for position in found {
      try connection.execute(
        """
        UPDATE folder_positions SET track = NULL, position_us = 0, at_end = 0, sequence = 0, changed = NULL, speed = NULL
        WHERE folder = ?1
        """, .integer(position.from))
    }
    for position in found {
      try connection.execute(
        """
        INSERT INTO folder_positions (folder, track, position_us, at_end, sequence, changed, speed)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (folder) DO UPDATE SET track = ?2, position_us = ?3, at_end = ?4, sequence = ?5, changed = ?6, speed = ?7
        WHERE track IS NULL OR sequence <= ?5
        """, values: [.integer(position.to)] + position.values)
    }
    try dropEmptyRows()
    return true
  }
}
