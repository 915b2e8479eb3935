extension BackupTable {
  static let feeds = BackupTable(
    "feeds", Array(repeating: .value, count: 4),
    select:
      "SELECT playlist, url, checked, problem FROM feeds ORDER BY playlist",
    insert: "INSERT INTO feeds (playlist, url, checked, problem) VALUES (?1, ?2, ?3, ?4)",
    delete: "DELETE FROM feeds")

  static let episodes = BackupTable(
    "episodes", Array(repeating: .value, count: 11),
    select: """
      SELECT playlist, identity, url, plays, last_played, playing, position_us, at_end, sequence, speed, length_us
      FROM episodes
        ORDER BY playlist, identity
      """,
    insert: """
      INSERT INTO episodes (
        playlist, identity, url, plays, last_played, playing, position_us, at_end, sequence, speed, length_us)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
    delete: "DELETE FROM episodes",
    verify: { (store) throws(StoreError) in _ = try store.podcasts.points() })

  static let episodeFiles = BackupTable(
    "episodeFiles", Array(repeating: .value, count: 4),
    select: "SELECT playlist, identity, volume, path FROM episode_files ORDER BY playlist, identity",
    insert: "INSERT INTO episode_files (playlist, identity, volume, path) VALUES (?1, ?2, ?3, ?4)",
    delete: "DELETE FROM episode_files")
}
