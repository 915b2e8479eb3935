/// A table whose rows are in the backup: a further one needs only its description in `all`.
///
/// A row is its columns' values in turn. Rows of tracks are identified by path, since a rebuilt database numbers them
/// again; all other numbers stay as they are.
struct BackupTable: Sendable {
  enum Column: Hashable, Sendable {
    case value
    /// The number of a track's row.
    case track
  }

  /// Its key in the file.
  let name: String
  let columns: [Column]
  /// Rows that are read at a time.
  let window: Int
  /// Its columns, for at most ?1 rows after the one with the key ?2 (and ?3), in the order of the keys.
  let select: StaticString
  /// Which of the columns are the key.
  let key: [Int]
  /// Puts a row of these columns in.
  let insert: StaticString
  /// Empties it.
  let delete: StaticString
  /// Reads it as it is read in use: what that refuses is not taken back.
  let verify: @Sendable (VolumeStore) throws(StoreError) -> Void

  init(
    _ name: String, _ columns: [Column], window: Int = 100, key: [Int] = [0], select: StaticString,
    insert: StaticString, delete: StaticString,
    verify: @escaping @Sendable (VolumeStore) throws(StoreError) -> Void = { _ in }
  ) {
    self.name = name
    self.columns = columns
    self.window = window
    self.key = key
    self.select = select
    self.insert = insert
    self.delete = delete
    self.verify = verify
  }

  /// What comes before every key: numbers do, before bytes too.
  var start: [SQLValue] { key.map { _ in .integer(.min) } }

  private static func values(_ count: Int) -> [Column] { Array(repeating: .value, count: count) }

  /// In an order in which rows come after those that they refer to.
  static let all = [
    BackupTable(
      "playlistFolders", values(3),
      select: "SELECT id, identity, name FROM playlist_folders WHERE id > ?2 ORDER BY id LIMIT ?1",
      insert: "INSERT INTO playlist_folders (id, identity, name) VALUES (?1, ?2, ?3)",
      delete: "DELETE FROM playlist_folders",
      verify: { (store) throws(StoreError) in _ = try store.playlistFolders() }),
    BackupTable(
      "playlists", values(12),
      select: """
        SELECT id, identity, name, made, changed, notes, colour, tempo, template, folder, slot, extra FROM playlists
        WHERE id > ?2 ORDER BY id LIMIT ?1
        """,
      insert: """
        INSERT INTO playlists (
          id, identity, name, made, changed, notes, colour, tempo, template, folder, slot, extra)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """,
      delete: "DELETE FROM playlists",
      verify: { (store) throws(StoreError) in
        for playlist in try store.playlists() { _ = try store.texts(ofPlaylist: playlist.name) }
      }),
    BackupTable(
      "playlistEntries", values(3) + [.track] + values(8),
      select: """
        SELECT id, playlist, place, track, volume, path, start_us, end_us, gain, crossfade_us, notes, extra
        FROM playlist_entries WHERE id > ?2 ORDER BY id LIMIT ?1
        """,
      insert: """
        INSERT INTO playlist_entries (
          id, playlist, place, track, volume, path, start_us, end_us, gain, crossfade_us, notes, extra)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """,
      delete: "DELETE FROM playlist_entries",
      verify: { (store) throws(StoreError) in
        for playlist in try store.playlists() {
          var cursor: PlaylistCursor?
          repeat {
            cursor = try store.entries(
              ofPlaylist: playlist.name, after: cursor, skipping: 0, limit: 300, texts: true)?.next
          } while cursor != nil
        }
      }),
    BackupTable(
      "playlistCovers", values(2), window: 1,
      select: "SELECT playlist, data FROM playlist_covers WHERE playlist > ?2 ORDER BY playlist LIMIT ?1",
      insert: "INSERT INTO playlist_covers (playlist, data) VALUES (?1, ?2)",
      delete: "DELETE FROM playlist_covers"),
    .feeds, .episodes,
    BackupTable(
      "tracks", [.track] + values(7),
      select: """
        SELECT track, favourite, rating, colour, notes, plays, skips, last_played FROM personal
        WHERE track > ?2 ORDER BY track LIMIT ?1
        """,
      insert: """
        INSERT INTO personal (track, favourite, rating, colour, notes, plays, skips, last_played)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """,
      delete: "DELETE FROM personal",
      verify: { (store) throws(StoreError) in
        var rows: [Int64] = []
        try store.connection.forEach("SELECT track FROM personal") { (row) throws(StoreError) in
          rows.append(try row.integer(0))
        }
        for row in rows { _ = try store.personal(ofRow: row) }
      }),
    BackupTable(
      "cues", [.track] + values(6), key: [0, 1],
      select: """
        SELECT track, number, start_us, end_us, kind, name, colour FROM cues
        WHERE (track, number) > (?2, ?3) ORDER BY track, number LIMIT ?1
        """,
      insert: """
        INSERT INTO cues (track, number, start_us, end_us, kind, name, colour)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
      delete: "DELETE FROM cues", verify: { (store) throws(StoreError) in try store.checkCues() }),
    BackupTable(
      "stickers", values(2) + [.track] + values(4),
      select: """
        SELECT id, type, track, playlist, subject, name, value FROM stickers WHERE id > ?2 ORDER BY id LIMIT ?1
        """,
      insert: """
        INSERT INTO stickers (id, type, track, playlist, subject, name, value)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
      delete: "DELETE FROM stickers",
      verify: { (store) throws(StoreError) in try store.checkStickers() }),
    .heard, .listening, .listeningClock, .folderPositions, .pads, .padFolders,
    .saidAnalyses,
  ]
}
