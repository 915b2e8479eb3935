import Model

/// The folders of playlists on a volume. They hold playlists, not files, and no further folders.
struct PlaylistFolders {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// As many as a volume keeps; more are not looked at.
  static let most = 512

  /// Their names, the oldest first.
  func all() throws(StoreError) -> [String] {
    var names: [String] = []
    try connection.forEach(
      "SELECT name FROM playlist_folders ORDER BY id LIMIT ?1", .number(Self.most)
    ) { (row) throws(StoreError) in
      let name = try row.text(0)
      guard StoredPlaylist.isValid(name: name) else {
        throw StoreError(.foreign, "a folder that this program never writes", path: connection.path)
      }
      names.append(name)
    }
    return names
  }

  /// Its row.
  func row(named name: String) throws(StoreError) -> Int64? {
    try connection.first("SELECT id FROM playlist_folders WHERE name = ?1", .text(name)) {
      (row) throws(StoreError) in try row.integer(0)
    }
  }

  func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM playlist_folders") { (row) throws(StoreError) in
      try row.integer(0, as: Int.self)
    } ?? 0
  }

  func make(_ name: String, in transaction: borrowing Transaction) throws(StoreError) -> Int64 {
    try connection.execute(
      "INSERT INTO playlist_folders (identity, name) VALUES (?1, ?2)", .blob(PlaylistID.random().bytes),
      .text(name))
    return connection.lastInsertedRow
  }

  /// Changes a folder in one transaction.
  /// - Returns: why not; nil where it is done.
  func change(_ name: String, _ change: PlaylistFolderChange) throws(StoreError)
    -> Refusal?
  {
    let row = try self.row(named: name)
    switch change {
    case .make:
      if row != nil { return .playlistFolderExists }
      if try count() >= Self.most { return .tooManyPlaylistFolders }
    case .rename(let new):
      if row == nil { return .noSuchPlaylistFolder }
      if try self.row(named: new) != nil { return .playlistFolderExists }
    case .remove:
      if row == nil { return .noSuchPlaylistFolder }
    }
    try store.edit { (transaction) throws(StoreError) in
      switch change {
      case .make: _ = try make(name, in: transaction)
      case .rename(let new):
        try connection.execute(
          "UPDATE playlist_folders SET name = ?2 WHERE id = ?1", .optional(row), .text(new))
      case .remove:
        try connection.execute("UPDATE playlists SET folder = NULL WHERE folder = ?1", .optional(row))
        try connection.execute("DELETE FROM playlist_folders WHERE id = ?1", .optional(row))
      }
    }
    return nil
  }
}
