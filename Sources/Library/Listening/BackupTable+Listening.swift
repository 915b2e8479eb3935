/// Counts of listening, and positions in folders.
extension BackupTable {
  static let heard = BackupTable(
    "heard", [.track] + Array(repeating: .value, count: 8),
    select: """
      SELECT track, playings, listened_us, offered_us, seeks_to_end, last_skipped, played_sequence, played_clock, affinity
      FROM heard ORDER BY track
      """,
    insert: """
      INSERT INTO heard (
        track, playings, listened_us, offered_us, seeks_to_end, last_skipped, played_sequence, played_clock, affinity)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """,
    delete: "DELETE FROM heard",
    verify: { (store) throws(StoreError) in
      try store.connection.forEach("SELECT affinity FROM heard") { (row) throws(StoreError) in
        _ = try row.optionalReal(0)
      }
    })

  static let listening = BackupTable(
    "listening", [.value, .value, .track] + Array(repeating: .value, count: 6),
    select: """
      SELECT sequence, playing, track, time, heard_us, played, skipped, sought_end, over FROM listening
        ORDER BY sequence
      """,
    insert: """
      INSERT INTO listening (sequence, playing, track, time, heard_us, played, skipped, sought_end, over)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """,
    delete: "DELETE FROM listening")

  static let listeningClock = BackupTable(
    "listeningClock", Array(repeating: .value, count: 3),
    select: "SELECT one, seconds, wall FROM listening_clock ORDER BY one",
    insert: "INSERT INTO listening_clock (one, seconds, wall) VALUES (?1, ?2, ?3)",
    delete: "DELETE FROM listening_clock")

  /// By their paths: a rebuilt database numbers folders again, too. A folder without tracks is now the folder of its
  /// position's track, or left out; of two that are one now, the position that was listened to last counts, and the
  /// settings of either stay.
  static let folderPositions = BackupTable(
    "folderPositions", [.value, .value, .track] + Array(repeating: .value, count: 5), added: 1,
    select: """
      SELECT f.path, p.resumes, p.track, p.position_us, p.at_end, p.sequence, p.changed, p.speed
      FROM folder_positions p JOIN folders f ON f.id = p.folder
        ORDER BY f.path
      """,
    insert: """
      INSERT INTO folder_positions (folder, resumes, track, position_us, at_end, sequence, changed, speed)
      SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM folders WHERE id = coalesce(
        (SELECT id FROM folders f WHERE path = ?1
          AND (?3 IS NULL OR EXISTS (SELECT 1 FROM tracks WHERE folder = f.id AND state <> 1))),
        (SELECT folder FROM tracks WHERE id = ?3))
      ON CONFLICT (folder) DO UPDATE SET
        resumes = iif(excluded.sequence < sequence,
          coalesce(resumes, excluded.resumes), coalesce(excluded.resumes, resumes)),
        track = iif(excluded.track IS NULL OR excluded.sequence < sequence, track, excluded.track),
        position_us = iif(excluded.track IS NULL OR excluded.sequence < sequence, position_us, excluded.position_us),
        at_end = iif(excluded.track IS NULL OR excluded.sequence < sequence, at_end, excluded.at_end),
        sequence = iif(excluded.track IS NULL OR excluded.sequence < sequence, sequence, excluded.sequence),
        changed = iif(excluded.track IS NULL OR excluded.sequence < sequence, changed, excluded.changed),
        speed = iif(excluded.track IS NULL OR excluded.sequence < sequence, speed, excluded.speed)
      """,
    delete: "DELETE FROM folder_positions",
    verify: { (store) throws(StoreError) in _ = try store.people.folders.all(on: store.identity) })
}
