import Model

/// Which playlists imports made, so that those can be undone in a rebuilt database, too.
///
/// Digests of playlists depend on the rows and paths of their tracks here, which may be others there: the backup has
/// whether a playlist is as its import made it (1) or was changed since (0), and digests are computed again when it is
/// restored.
extension BackupTable {
  /// Steps that no import can have are skipped.
  static let imports = BackupTable(
    "imports", Array(repeating: .value, count: 3),
    // To know whether one was changed takes reading all its entries.
    window: 1,
    select: "SELECT playlist, step, state FROM imports WHERE playlist > ?2 ORDER BY playlist LIMIT ?1",
    insert: """
      INSERT OR REPLACE INTO imports (playlist, step, state)
      SELECT ?1, ?2, CASE ?3 WHEN 1 THEN '1' ELSE '0' END WHERE ?2 BETWEEN 1 AND 2305843009213693951
      """,
    delete: "DELETE FROM imports",
    tell: { (store, values) throws(StoreError) in
      guard case .blob(let bytes) = values[0], let playlist = PlaylistID(bytes: bytes),
        case .text(let state) = values[2]
      else { return values }
      return [values[0], values[1], .integer(try store.isAsImported(playlist, state) ? 1 : 0)]
    })
}
