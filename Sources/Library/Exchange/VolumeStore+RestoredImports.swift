import Model

/// What is known of imports where a backup takes the place of what people added.
extension VolumeStore {
  /// Limit of import records after a restore: those whose playlists exist, and as many whose playlists are gone.
  static let mostImportNotes = 2 * mostPlaylists

  /// That an import made a playlist.
  struct ImportNote: Sendable {
    let playlist: PlaylistID
    let step: Int64
    /// `imports.state`
    let state: String
  }

  /// Those of the last imports.
  func importNotes() throws(StoreError) -> [ImportNote] {
    var notes: [ImportNote] = []
    try connection.forEach(
      """
      SELECT playlist, step, state FROM imports
      WHERE step BETWEEN 1 AND ?1 AND length(CAST(state AS BLOB)) <= 128 ORDER BY step DESC LIMIT ?2
      """, .integer(ImportStep.told.upperBound - 1), .number(Self.mostImportNotes)
    ) { (row) throws(StoreError) in
      guard let playlist = PlaylistID(bytes: try row.blob(0)) else { return }
      notes.append(ImportNote(playlist: playlist, step: try row.integer(1), state: try row.text(2)))
    }
    return notes
  }

  /// Called once everything is in its place, inside the same transaction: the backup's records of playlists that are as
  /// their imports made them now apply to their present state.
  ///
  /// - Parameter present: the records before. They stay if the backup, which may be of an earlier version or from
  ///   before an import, has none: a playlist's digests show whether it is the imported one.
  func settleRestoredImports(present: [ImportNote]) throws(StoreError) {
    for note in present {
      try connection.execute(
        "INSERT OR IGNORE INTO imports (playlist, step, state) VALUES (?1, ?2, ?3)",
        .blob(note.playlist.bytes),
        .integer(note.step), .text(note.state))
    }
    try connection.execute(
      """
      DELETE FROM imports WHERE playlist NOT IN (
        SELECT playlist FROM imports ORDER BY playlist IN (SELECT identity FROM playlists) DESC, step DESC LIMIT ?1)
      """, .number(Self.mostImportNotes))
    try forgetOldImports()
    // As `BackupTable.imports` puts them in.
    for note in try importNotes() where note.state == "1" {
      try connection.execute(
        "UPDATE imports SET state = ?2 WHERE playlist = ?1", .blob(note.playlist.bytes),
        .text(try importStateText(of: note.playlist) ?? "0"))
    }
  }
}
