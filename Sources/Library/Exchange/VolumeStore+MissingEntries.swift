import Interchange
import Model

/// Entries that name files which have never been here: what a file of another program says of them may be a song by now.
extension VolumeStore {
  struct MissingEntry: Sendable {
    let row: Int64
    /// In its playlist, from 0.
    let position: Int
    /// What stands for it.
    let path: [UInt8]
  }

  /// Those of a playlist.
  struct MissingEntries: Sendable {
    var missing: [MissingEntry] = []
    /// How many entries the playlist has in all.
    var count = 0
  }

  /// Those of some playlists; nothing for one that has none. One playlist is asked for at a time.
  static func missingEntries(
    of identities: Set<PlaylistID>, _ volume: VolumeAccess
  ) throws(Refusal) -> [PlaylistID: MissingEntries] {
    var found: [PlaylistID: MissingEntries] = [:]
    let playlists = try volume.ask { (store) throws(StoreError) in .success(try store.playlistsWithMissing())
    }
    for playlist in playlists where identities.contains(playlist.identity) {
      found[playlist.identity] = try volume.ask { (store) throws(StoreError) in
        .success(try store.missingEntries(ofPlaylist: playlist.row))
      }
    }
    return found
  }

  private func playlistsWithMissing() throws(StoreError) -> [(row: Int64, identity: PlaylistID)] {
    var found: [(row: Int64, identity: PlaylistID)] = []
    try connection.forEach(
      """
      SELECT id, identity FROM playlists
      WHERE id IN (SELECT playlist FROM playlist_entries WHERE volume IS NULL AND path IS NOT NULL) LIMIT ?1
      """, .number(Self.mostPlaylists)
    ) { (row) throws(StoreError) in
      if let identity = PlaylistID(bytes: try row.blob(1)) { found.append((try row.integer(0), identity)) }
    }
    return found
  }

  private func missingEntries(ofPlaylist playlist: Int64) throws(StoreError) -> MissingEntries {
    var entries = MissingEntries()
    var bytes = 0
    try connection.forEachWhile(
      """
      SELECT id, CASE WHEN volume IS NULL THEN path END FROM playlist_entries WHERE playlist = ?1
      ORDER BY place, id LIMIT ?2
      """, .integer(playlist), .number(SharedPlaylist.mostEntries + 1),
      body: { (row) throws(StoreError) in
        if let path = try row.optionalBlob(1) {
          bytes += path.count
          entries.missing.append(MissingEntry(row: try row.integer(0), position: entries.count, path: path))
        }
        entries.count += 1
        return bytes <= Self.mostSharedBytes
      })
    return entries
  }

  /// Lets such entries name songs of this volume from now on. Nobody has changed the playlist for that: it is not newer, and an import that
  /// made it can be undone.
  ///
  /// - Parameter expected: the digest of the playlist: where it is another by now, nothing is changed.
  /// - Returns: its digest then; nil where nothing was changed.
  func settle(
    missing found: [(row: Int64, path: [UInt8])], of playlist: PlaylistID, expecting expected: [UInt8]?
  ) throws(StoreError) -> [UInt8]? {
    guard let expected, try sharedDigest(of: playlist) == expected else { return nil }
    try connection.transaction { (_) throws(StoreError) in
      try keepingImport(of: playlist) { () throws(StoreError) in
        try connection.execute("UPDATE volume SET changes = changes + 1")
        for (entry, path) in found {
          let (folderPath, name) = VolumePath.split(path)
          guard let folder = try folder(folderPath)?.id, let row = try row(named: name, inFolder: folder)
          else { continue }
          try connection.execute(
            "UPDATE playlist_entries SET track = ?2, path = NULL WHERE id = ?1 AND volume IS NULL",
            .integer(entry), .integer(row))
        }
      }
    }
    return try sharedDigest(of: playlist)
  }
}
