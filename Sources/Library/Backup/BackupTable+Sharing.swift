/// The state of playlists and of those in a desktop program's file when both were equal: so a rebuilt database knows
/// which side was changed since.
extension BackupTable {
  /// A key is a playlist's `id` or name in the file (at most 512 bytes), possibly with a number at the end.
  static let shared = BackupTable(
    "shared", Array(repeating: .value, count: 4),
    select: "SELECT playlist, key, own, other FROM shared WHERE playlist > ?2 ORDER BY playlist LIMIT ?1",
    insert: """
      INSERT OR REPLACE INTO shared (playlist, key, own, other) SELECT ?1, ?2, ?3, ?4
      WHERE length(CAST(?2 AS BLOB)) <= 600 AND length(?3) <= 64 AND length(?4) <= 64
      """,
    delete: "DELETE FROM shared",
    verify: { (store) throws(StoreError) in _ = try store.sharedPairs() })
}
