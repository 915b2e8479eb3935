import Linux
import Model

/// What people say of playlists and their entries.
extension VolumeStore {
  // MARK: Playlists

  /// - Returns: nil where there is no such playlist.
  func texts(ofPlaylist name: String) throws(StoreError) -> PlaylistTexts? {
    let texts = try connection.first(
      """
      SELECT notes, template, extra, (SELECT count(*) FROM playlist_entries WHERE playlist = p.id)
      FROM playlists p WHERE name = ?1
      """, .text(name)
    ) { (row) throws(StoreError) in
      PlaylistTexts(
        notes: try row.optionalText(0), template: try row.optionalText(1), extra: try row.optionalText(2),
        entries: try row.integer(3, as: Int.self))
    }
    guard texts?.notes?.utf8.count ?? 0 <= PlaylistField.mostNotesBytes,
      texts?.template?.utf8.count ?? 0 <= PlaylistField.mostTemplateBytes,
      texts?.extra?.utf8.count ?? 0 <= PlaylistField.mostExtraBytes
    else { throw StoreError(.foreign, "texts that this program never writes", path: connection.path) }
    return texts
  }

  /// A playlist's own picture; nil where it has none.
  func cover(ofPlaylist name: String) throws(StoreError) -> [UInt8]? {
    let data = try connection.first(
      """
      SELECT data FROM playlist_covers WHERE playlist = (SELECT id FROM playlists WHERE name = ?1)
        AND length(data) <= ?2
      """, .text(name), .number(PlaylistField.mostCoverBytes)
    ) { (row) throws(StoreError) in try row.blob(0) }
    guard let data, StoredPlaylist.isValid(cover: data) else { return nil }
    return data
  }

  /// Why a playlist can't be given these; nil where it can.
  func refusal(of fields: [PlaylistField]) throws(StoreError) -> Refusal? {
    for case .folder(let name?) in fields where try playlistFolder(named: name) == nil {
      if !StoredPlaylist.isValid(newName: name) { return .badPlaylistField }
      if try playlistFolderCount() >= Self.mostPlaylistFolders { return .tooManyPlaylistFolders }
    }
    return nil
  }

  /// Inside a transaction.
  func write(_ fields: [PlaylistField], in playlist: Int64) throws(StoreError) {
    for field in fields { try write(field, in: playlist) }
  }

  private func write(_ field: PlaylistField, in playlist: Int64) throws(StoreError) {
    let row = SQLValue.integer(playlist)
    switch field {
    case .notes(let text):
      try connection.execute("UPDATE playlists SET notes = ?2 WHERE id = ?1", row, .optional(text))
    case .colour(let colour):
      try connection.execute("UPDATE playlists SET colour = ?2 WHERE id = ?1", row, .optional(colour))
    case .tempo(let tempo):
      try connection.execute("UPDATE playlists SET tempo = ?2 WHERE id = ?1", row, .optional(tempo))
    case .template(let text):
      try connection.execute("UPDATE playlists SET template = ?2 WHERE id = ?1", row, .optional(text))
    case .folder(let name):
      var folder: Int64?
      if let name { folder = try playlistFolder(named: name) }
      if let name, folder == nil { folder = try makePlaylistFolder(name) }
      try connection.execute("UPDATE playlists SET folder = ?2 WHERE id = ?1", row, .optional(folder))
    case .slot(let slot):
      if let slot { try vacate(slot: slot) }
      try connection.execute("UPDATE playlists SET slot = ?2 WHERE id = ?1", row, .optional(slot))
    case .cover(let data):
      try connection.execute("DELETE FROM playlist_covers WHERE playlist = ?1", row)
      if let data {
        try connection.execute(
          "INSERT INTO playlist_covers (playlist, data) VALUES (?1, ?2)", row, .blob(data))
      }
    case .extra(let json):
      try connection.execute("UPDATE playlists SET extra = ?2 WHERE id = ?1", row, .optional(json))
    case .made(let time):
      try connection.execute("UPDATE playlists SET made = ?2 WHERE id = ?1", row, .optional(time))
    case .changed(let time):
      try connection.execute("UPDATE playlists SET changed = ?2 WHERE id = ?1", row, .optional(time))
    }
  }

  /// No playlist has the slot any more.
  func vacate(slot: Int) throws(StoreError) {
    try connection.execute("UPDATE playlists SET slot = NULL WHERE slot = ?1", .number(slot))
  }

  /// Puts a track into the playlist of a mix slot, or takes it out. A playlist that has not had the slot gets it, and
  /// loses nothing.
  ///
  /// - Parameters:
  ///   - name: the playlist that has the slot or is to have it; it is made if it is not there.
  ///   - slot: given to the playlist.
  /// - Returns: the playlist as it is then, and what was done.
  func mix(
    _ track: TrackReference, intoPlaylist name: String, slot: Int, time: Int64?
  ) throws(StoreError) -> Result<(playlist: StoredPlaylist, outcome: MixOutcome), Refusal> {
    let before = try texts(ofPlaylist: name)?.entries
    let hasSlot = try playlist(named: name)?.playlist.slot == slot
    let change = hasSlot ? PlaylistChange.toggle(track) : .addNew([track], at: nil)
    switch try self.change(playlist: name, change, and: hasSlot ? [] : [.slot(slot)], time: time) {
    case .failure(let refusal): return .failure(refusal)
    case .success(nil): return .failure(.noSuchPlaylist)
    case .success(let playlist?):
      let more = (try texts(ofPlaylist: name)?.entries ?? 0) - (before ?? 0)
      let outcome = MixOutcome(
        playlist: name, step: more > 0 ? .added : hasSlot ? .removed : .kept,
        taken: hasSlot ? nil : before == nil ? .new : .existing)
      return .success((playlist, outcome))
    }
  }

  // MARK: Entries

  /// An entry with all its fields.
  func entry(at position: Int, in playlist: Int64) throws(StoreError) -> (row: Int64, entry: PlaylistEntry)? {
    guard (0..<QueueLimits.entries).contains(position) else { return nil }
    let found = try connection.first(
      """
      SELECT id, start_us, end_us, gain, crossfade_us, notes, extra FROM playlist_entries WHERE playlist = ?1
      ORDER BY place, id LIMIT 1 OFFSET ?2
      """, .integer(playlist), .number(position)
    ) { (row) throws(StoreError) in
      // Its track stays what it is, and is not looked up.
      let none = TrackReference(volume: identity, path: [])
      return (
        row: try row.integer(0),
        entry: PlaylistEntry(
          none, try row.region(1), notes: try row.optionalText(5), extra: try row.optionalText(6))
      )
    }
    return found
  }

  /// Writes all but the track of an entry. Inside a transaction.
  func replace(_ row: Int64, _ entry: PlaylistEntry) throws(StoreError) {
    let values = entry.region.values
    try connection.execute(
      """
      UPDATE playlist_entries SET start_us = ?2, end_us = ?3, gain = ?4, crossfade_us = ?5, notes = ?6, extra = ?7
      WHERE id = ?1
      """, .integer(row), values.start, values.end, values.gain, values.crossfade, .optional(entry.notes),
      .optional(entry.extra ?? entry.told.extra))
  }
}
