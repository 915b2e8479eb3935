extension BackupTable {
  /// Tempos and keys that people entered; other results can be found again.
  static let saidAnalyses = BackupTable(
    "analyses", [.track, .value, .value],
    select: "SELECT track, bpm, music_key FROM said_analyses ORDER BY track",
    insert: "INSERT INTO said_analyses (track, bpm, music_key) VALUES (?1, ?2, ?3)",
    delete: "DELETE FROM said_analyses",
    verify: { (store) throws(StoreError) in try store.analyses.settleAll() })
}
