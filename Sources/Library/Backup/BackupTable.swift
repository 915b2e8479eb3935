import Model

/// A table whose rows are in the backup: a further one needs only its description in `all`.
///
/// A row is its columns' values in turn. Rows of tracks are identified by path, since a rebuilt database numbers them
/// again; all other numbers stay as they are.
package struct BackupTable: Sendable {
  package enum Column: Hashable, Sendable {
    case value
    /// The number of a track's row.
    case track
  }

  /// Its key in the file.
  package let name: String
  package let columns: [Column]
  /// Number of columns at the end that earlier versions did not write: NULL in a row without them.
  let added: Int
  /// Its columns, of all rows.
  let select: StaticString
  /// Puts a row of these columns in.
  let insert: StaticString
  /// Empties it.
  let delete: StaticString
  /// Reads it as it is read in use: what that refuses is not taken back.
  let verify: @Sendable (VolumeStore) throws(StoreError) -> Void

  init(
    _ name: String, _ columns: [Column], added: Int = 0, select: StaticString, insert: StaticString,
    delete: StaticString,
    verify: @escaping @Sendable (VolumeStore) throws(StoreError) -> Void = { _ in }
  ) {
    self.name = name
    self.columns = columns
    self.added = added
    self.select = select
    self.insert = insert
    self.delete = delete
    self.verify = verify
  }

  /// - Parameter body: returns whether it wants more rows.
  /// - Returns: whether those were all.
  package func forEachRow(
    of store: VolumeStore, _ body: ([SQLValue]) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var goesOn = true
    try store.connection.forEachWhile(select, with: []) { (row) throws(StoreError) in
      var values: [SQLValue] = []
      values.reserveCapacity(columns.count)
      for column in columns.indices { values.append(try row.value(Int32(column))) }
      goesOn = try body(values)
      return goesOn
    }
    return goesOn
  }

  private static func values(_ count: Int) -> [Column] { Array(repeating: .value, count: count) }

  /// In an order in which rows come after those that they refer to.
  package static let all = [
    BackupTable(
      "playlistFolders", values(3),
      select: "SELECT id, identity, name FROM playlist_folders ORDER BY id",
      insert: "INSERT INTO playlist_folders (id, identity, name) VALUES (?1, ?2, ?3)",
      delete: "DELETE FROM playlist_folders",
      verify: { (store) throws(StoreError) in _ = try store.playlists.folders.all() }),
    BackupTable(
      "playlists", values(12),
      select: """
        SELECT id, identity, name, made, changed, notes, colour, tempo, template, folder, slot, extra FROM playlists
        ORDER BY id
        """,
      insert: """
        INSERT INTO playlists (
          id, identity, name, made, changed, notes, colour, tempo, template, folder, slot, extra)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """,
      delete: "DELETE FROM playlists",
      verify: { (store) throws(StoreError) in
        for playlist in try store.playlists.all() {
          _ = try store.playlists.contents.texts(of: playlist.name)
        }
      }),
    BackupTable(
      "playlistEntries", values(3) + [.track] + values(8),
      select: """
        SELECT id, playlist, place, track, volume, path, start_us, end_us, gain, crossfade_us, notes, extra
        FROM playlist_entries ORDER BY id
        """,
      insert: """
        INSERT INTO playlist_entries (
          id, playlist, place, track, volume, path, start_us, end_us, gain, crossfade_us, notes, extra)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """,
      delete: "DELETE FROM playlist_entries",
      verify: { (store) throws(StoreError) in
        for playlist in try store.playlists.all() {
          var next: Cursor?
          repeat {
            next = try store.playlists.contents.entries(
              of: playlist.name, after: PlaylistCursor(next), skipping: 0, limit: 300, texts: true)?.next
          } while next != nil
        }
      }),
    BackupTable(
      "playlistCovers", values(2),
      select: "SELECT playlist, data FROM playlist_covers ORDER BY playlist",
      insert: "INSERT INTO playlist_covers (playlist, data) VALUES (?1, ?2)",
      delete: "DELETE FROM playlist_covers"),
    .feeds, .episodes, .episodeFiles,
    BackupTable(
      "tracks", [.track] + values(7),
      select: """
        SELECT track, favourite, rating, colour, notes, plays, skips, last_played FROM personal
        ORDER BY track
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
        for row in rows { _ = try store.people.personal.values(ofRow: row) }
      }),
    BackupTable(
      "cues", [.track] + values(6),
      select: """
        SELECT track, number, start_us, end_us, kind, name, colour FROM cues
        ORDER BY track, number
        """,
      insert: """
        INSERT INTO cues (track, number, start_us, end_us, kind, name, colour)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
      delete: "DELETE FROM cues", verify: { (store) throws(StoreError) in try store.people.cues.check() }),
    BackupTable(
      "stickers", values(2) + [.track] + values(4),
      select: """
        SELECT id, type, track, playlist, subject, name, value FROM stickers ORDER BY id
        """,
      insert: """
        INSERT INTO stickers (id, type, track, playlist, subject, name, value)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
      delete: "DELETE FROM stickers",
      verify: { (store) throws(StoreError) in try store.people.stickers.check() }),
    .heard, .listening, .listeningClock, .folderPositions, .pads, .padFolders, .folderRules,
    .saidAnalyses, .cards,
  ]
}
