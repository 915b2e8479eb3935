import Linux
package import Model

/// The playlists on a volume, by their own names, and what people say of them and of their entries.
package final class PlaylistTable {
  private unowned let store: VolumeStore
  private let connection: Connection
  /// The rows of the playlist that was edited last, and how many changes the connection had made by then.
  private(set) var editedRows: (playlist: Int64, changes: Int64, rows: PlaylistRows)?
  package var contents: PlaylistContents { PlaylistContents(store) }
  var folders: PlaylistFolders { PlaylistFolders(store) }
  private var identity: VolumeID { store.identity }

  init(_ store: VolumeStore) {
    self.store = store
    connection = store.connection
  }

  /// Frees what makes the next edit a little quicker.
  func rest() { editedRows = nil }

  /// As many as a volume keeps; more are not looked at.
  package static let most = 4096

  /// All of them, the oldest first.
  package func all() throws(StoreError) -> [StoredPlaylist] {
    var found: [StoredPlaylist] = []
    try connection.forEach(
      """
      SELECT p.id, p.identity, p.name, p.made, p.changed, p.colour, p.tempo, f.name, p.slot, c.playlist IS NOT NULL
      FROM playlists p LEFT JOIN playlist_folders f ON f.id = p.folder
        LEFT JOIN playlist_covers c ON c.playlist = p.id
      ORDER BY p.id LIMIT ?1
      """, .number(Self.most)
    ) { (row) throws(StoreError) in found.append(try playlist(row)) }
    return found
  }

  package func named(_ name: String) throws(StoreError) -> (row: Int64, playlist: StoredPlaylist)? {
    try connection.first(
      """
      SELECT p.id, p.identity, p.name, p.made, p.changed, p.colour, p.tempo, f.name, p.slot, c.playlist IS NOT NULL
      FROM playlists p LEFT JOIN playlist_folders f ON f.id = p.folder
        LEFT JOIN playlist_covers c ON c.playlist = p.id
      WHERE p.name = ?1
      """, .text(name)
    ) { (row) throws(StoreError) in (try row.integer(0), try playlist(row)) }
  }

  /// - Parameter row: of a query for these columns.
  private func playlist(_ row: Row) throws(StoreError) -> StoredPlaylist {
    let name = try row.text(2)
    let folder = try row.optionalText(7)
    guard let identity = PlaylistID(bytes: try row.blob(1)), !identity.isReserved,
      StoredPlaylist.isValid(name: name),
      folder.map({ StoredPlaylist.isValid(name: $0) }) ?? true
    else { throw foreignPlaylist }
    var playlist = StoredPlaylist(
      identity: identity, name: name, made: try row.optionalInteger(3, as: Int64.self),
      changed: try row.optionalInteger(4, as: Int64.self))
    playlist.colour = try row.optionalInteger(5, as: UInt32.self)
    playlist.tempo = try row.optionalReal(6)
    playlist.folder = folder
    playlist.slot = try row.optionalInteger(8, as: Int.self)
    playlist.hasCover = try row.boolean(9)
    guard playlist.isValid else { throw foreignPlaylist }
    return playlist
  }

  private var foreignPlaylist: StoreError {
    StoreError(.foreign, "a playlist that this program never writes", path: connection.path)
  }

  // MARK: Changes

  /// Changes a playlist in one transaction.
  ///
  /// - Parameters:
  /// - others: fields to set together with the change.
  /// - step: of the import that makes the playlist.
  /// - time: in seconds since 1970, if the clock is known.
  /// - finish: further work in the transaction, after all that; it gets the playlist's row.
  /// - Returns: the playlist after the change; nil if none has this name.
  package func change(
    _ name: String, _ change: PlaylistChange, and others: [PlaylistField] = [],
    time: Int64?,
    finish: (Int64, borrowing Transaction) throws(StoreError) -> Void = { _, _ in }
  ) throws(StoreError) -> Result<StoredPlaylist?, Refusal> {
    guard change.isValid else { return .failure(.badPlaylistField) }
    let known = try named(name)
    var plan = PlaylistPlan()
    var held: [TrackReference] = []
    if let row = known?.row, change.needsOrder { plan = PlaylistPlan(try takeRows(of: row)) }
    if let row = known?.row, change.needsTracks { held = try contents.tracks(of: row) }
    do throws(Refusal) {
      try plan.apply(change, exists: known != nil, held: held)
    } catch {
      return .failure(error)
    }
    if case .rename(let new) = change, try named(new) != nil { return .failure(.playlistExists) }
    if known == nil, plan.writes, try count() >= Self.most {
      return .failure(.tooManyPlaylists)
    }
    if let refusal = try refusal(of: change.fields) { return .failure(refusal) }
    var edited: (row: Int64, entry: PlaylistEntry)?
    if case .describeEntry(let position, let fields) = change, let row = known?.row {
      guard var found = try entry(at: position, in: row) else { return .failure(.badSongIndex) }
      for field in fields { found.entry.set(field) }
      guard found.entry.isValid else { return .failure(.badPlaylistField) }
      edited = found
    }
    // Further fields are written even if the change itself changes nothing.
    if plan.writes || known != nil && !others.isEmpty {
      try store.edit { (transaction) throws(StoreError) in
        let row: Int64
        if let known { row = known.row } else { row = try make(name, time: time, in: transaction) }
        try write(&plan, change, in: row, time: time, transaction)
        if let edited { try replace(edited.row, edited.entry, transaction) }
        try write(change.fields + others, in: row, transaction)
        try finish(row, transaction)
      }
    }
    if let row = known?.row, change.needsOrder { keepRows(plan.rows, of: row) }
    if case .rename(let new) = change { return .success(try named(new)?.playlist) }
    return .success(try named(name)?.playlist)
  }

  private func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM playlists") { (row) throws(StoreError) in
      try row.integer(0, as: Int.self)
    } ?? 0
  }

  private func make(_ name: String, time: Int64?, in transaction: borrowing Transaction) throws(StoreError)
    -> Int64
  {
    try connection.execute(
      "INSERT INTO playlists (identity, name, made) VALUES (?1, ?2, ?3)",
      .blob(PlaylistID.random().bytes), .text(name), .optional(time))
    return connection.lastInsertedRow
  }

  /// The rows of a playlist: those that the last edit left, where nothing has been written since. Thus a list of edits
  /// does not read the playlist with each of them.
  private func takeRows(of playlist: Int64) throws(StoreError) -> PlaylistRows {
    // Nothing else holds them while they are edited: they are not copied.
    if let known = editedRows.take(), known.playlist == playlist, known.changes == connection.totalChanges {
      return known.rows
    }
    var rows = PlaylistRows()
    // One more than the limit shows a list that takes no more entries.
    try connection.forEach(
      "SELECT place, id FROM playlist_entries WHERE playlist = ?1 ORDER BY place, id LIMIT ?2",
      .integer(playlist), .number(QueueLimits.entries + 1)
    ) { (row) throws(StoreError) in rows.load(row: try row.integer(1), place: try row.integer(0)) }
    return rows
  }

  /// After an edit that is committed.
  private func keepRows(_ rows: PlaylistRows, of playlist: Int64) {
    editedRows = (playlist, connection.totalChanges, rows)
  }

  private func write(
    _ plan: inout PlaylistPlan, _ change: PlaylistChange, in playlist: Int64, time: Int64?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) {
    switch change {
    case .remove:
      try connection.execute("DELETE FROM playlist_entries WHERE playlist = ?1", .integer(playlist))
      try connection.execute("DELETE FROM playlists WHERE id = ?1", .integer(playlist))
      return
    case .rename(let new):
      try connection.execute("UPDATE playlists SET name = ?2 WHERE id = ?1", .integer(playlist), .text(new))
    default: break
    }
    if plan.startsOver {
      try connection.execute("DELETE FROM playlist_entries WHERE playlist = ?1", .integer(playlist))
    }
    for row in plan.deleted {
      try connection.execute("DELETE FROM playlist_entries WHERE id = ?1", .integer(row))
    }
    try move(plan.moved, transaction)
    if !plan.added.isEmpty { plan.note(added: try insert(plan.added, in: playlist, transaction)) }
    try connection.execute(
      "UPDATE playlists SET changed = ?2 WHERE id = ?1", .integer(playlist), .optional(time))
  }

  private func move(_ rows: [(row: Int64, place: Int64)], _ transaction: borrowing Transaction)
    throws(StoreError)
  {
    for (row, place) in rows {
      try connection.execute(
        "UPDATE playlist_entries SET place = ?2 WHERE id = ?1", .integer(row), .integer(place))
    }
  }

  /// - Returns: the new rows.
  private func insert(
    _ added: [(entry: PlaylistEntry, place: Int64)], in playlist: Int64, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [Int64] {
    var rows: [Int64] = []
    var last: (path: [UInt8], id: Int64?) = ([], 1)
    for (entry, place) in added {
      let track = entry.track
      if track.volume == identity {
        let (folderPath, name) = VolumePath.split(track.path)
        if folderPath != last.path { last = (folderPath, try store.folder(folderPath)?.id) }
        // By its row, where there is one.
        try connection.execute(
          """
          INSERT INTO playlist_entries (playlist, place, track, path)
          SELECT ?1, ?2, t.id, iif(t.id IS NULL, ?5, NULL)
          FROM (SELECT 1) LEFT JOIN tracks t ON t.folder = ?3 AND t.name = ?4
          """, .integer(playlist), .integer(place), .optional(last.id), .blob(name), .blob(track.path))
      } else {
        try connection.execute(
          "INSERT INTO playlist_entries (playlist, place, volume, path) VALUES (?1, ?2, ?3, ?4)",
          .integer(playlist), .integer(place), .blob(track.volume.bytes), .blob(track.path))
      }
      rows.append(connection.lastInsertedRow)
      if entry != PlaylistEntry(track) { try replace(connection.lastInsertedRow, entry, transaction) }
    }
    return rows
  }

  // MARK: Tracks by their rows

  /// Adds tracks to a playlist, or makes it: as `change` does with their references, in a fraction of the time. Tracks
  /// that are no longer playable are left out.
  ///
  /// - Parameters:
  /// - position: the entry there then follows them; nil: they come at the end.
  /// - onlyNew: tracks that the playlist has already are left out, too.
  /// - time: in seconds since 1970, if the clock is known.
  /// - Returns: the playlist after the change; nil if none has this name.
  func add(
    rows: [Int64], to name: String, at position: Int?, onlyNew: Bool, time: Int64?
  ) throws(StoreError) -> Result<StoredPlaylist?, Refusal> {
    // Rows found a moment ago are mostly present: the insertion reads them anyway, and shows whether all are.
    switch try add(all: rows, to: name, at: position, onlyNew: onlyNew, time: time) {
    // Those that are there may be fewer.
    case nil, .failure(.playlistFull): break
    case let result?: return result
    }
    let present = try store.tracks.present(rows)
    let result = try add(all: present, to: name, at: position, onlyNew: onlyNew, time: time)
    guard let result else {
      throw StoreError(.foreign, "a row that this program never writes", path: connection.path)
    }
    return result
  }

  /// - Returns: nil, nothing being changed, where one of `rows` is no playable track any more.
  private func add(
    all rows: [Int64], to name: String, at position: Int?, onlyNew: Bool, time: Int64?
  ) throws(StoreError) -> Result<StoredPlaylist?, Refusal>? {
    let known = try named(name)
    var rows = rows
    if onlyNew {
      var held: Set<Int64> = []
      if let row = known?.row { held = try rowsHeld(byPlaylist: row) }
      rows = rows.filter { held.insert($0).inserted }
    }
    var plan = PlaylistPlan()
    if let row = known?.row { plan = PlaylistPlan(try takeRows(of: row)) }
    let places: ArraySlice<Int64>
    do throws(Refusal) {
      places = try plan.insert(rows.count, at: position)
    } catch {
      return .failure(error)
    }
    if known == nil, plan.writes, try count() >= Self.most {
      return .failure(.tooManyPlaylists)
    }
    guard plan.writes else { return .success(known?.playlist) }
    var areAllHere = true
    do {
      try store.edit { (transaction) throws(StoreError) in
        let playlist: Int64
        if let known { playlist = known.row } else { playlist = try make(name, time: time, in: transaction) }
        try move(plan.moved, transaction)
        areAllHere = try insert(rows, at: Array(places), in: playlist, transaction) == rows.count
        // Takes all back.
        guard areAllHere else { throw StoreError(.other, "tracks have gone", path: connection.path) }
        try connection.execute(
          "UPDATE playlists SET changed = ?2 WHERE id = ?1", .integer(playlist), .optional(time))
      }
    } catch {
      if areAllHere { throw error }
      return nil
    }
    return .success(try named(name)?.playlist)
  }

  /// The rows of the tracks of this volume that a playlist holds, also of those that it names by their paths.
  private func rowsHeld(byPlaylist playlist: Int64) throws(StoreError) -> Set<Int64> {
    var held: Set<Int64> = []
    var paths: [[UInt8]] = []
    try connection.forEach(
      "SELECT track, volume, path FROM playlist_entries WHERE playlist = ?1 ORDER BY place, id LIMIT ?2",
      .integer(playlist), .number(QueueLimits.entries)
    ) { (row) throws(StoreError) in
      if let track = try row.optionalInteger(0, as: Int64.self) {
        held.insert(track)
      } else if try row.optionalBlob(1) ?? identity.bytes == identity.bytes {
        paths.append(try row.blob(2))
      }
    }
    for path in paths { if let row = try store.trackRow(at: path) { held.insert(row) } }
    return held
  }

  /// - Parameter places: of as many entries, in their order: mostly as far from one another all over.
  /// - Returns: how many were put in: those that are playable tracks.
  private func insert(
    _ tracks: [Int64], at places: [Int64], in playlist: Int64, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    var start = 0
    var count = 0
    while start < tracks.count {
      var end = min(start + 2, tracks.count)
      let step = places[end - 1] &- places[start]
      while end < tracks.count, end - start < TrackTable.mostAtOnce, places[end] &- places[end - 1] == step {
        end += 1
      }
      try connection.execute(
        """
        INSERT INTO playlist_entries (playlist, place, track) SELECT ?1, ?2 + ?3 * j.key, t.id
        FROM json_each(?4) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
        """, .integer(playlist), .integer(places[start]), .integer(step),
        .text(TrackTable.json(tracks[start..<end])))
      count += Int(connection.changes)
      start = end
    }
    return count
  }

  // MARK: Files that come and move

  /// Lets entries that name files by their paths name the rows that stand for those files from now on.
  func adoptEntries(
    of files: [ScanBatch.File], _ rows: [Int64], in transaction: borrowing Transaction
  ) throws(StoreError) {
    let isAny = try connection.first(
      "SELECT 1 FROM playlist_entries WHERE volume IS NULL AND path IS NOT NULL LIMIT 1"
    ) { (row) throws(StoreError) in try row.boolean(0) }
    guard isAny == true else { return }
    for (file, row) in zip(files, rows) {
      try connection.execute(
        "UPDATE playlist_entries SET track = ?1, path = NULL WHERE volume IS NULL AND path = ?2",
        .integer(row), .blob(file.path))
    }
  }

  /// Entries that name tracks of another volume name them where they are now.
  func relocateEntries(of volume: VolumeID, _ moved: [(from: [UInt8], to: [UInt8])]) throws(StoreError) {
    let isAny = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM playlist_entries WHERE volume = ?1 AND path IS NOT NULL)
        OR EXISTS (SELECT 1 FROM episode_files WHERE volume = ?1)
      """, .blob(volume.bytes)
    ) { (row) throws(StoreError) in try row.boolean(0) }
    guard isAny == true else { return }
    try store.edit { (transaction) throws(StoreError) in
      try store.podcasts.relocate(moved, on: volume)
      // Two files may have changed places: each entry is looked at once.
      var rows: [(row: Int64, path: [UInt8])] = []
      for (from, to) in moved {
        try connection.forEach(
          "SELECT id FROM playlist_entries WHERE volume = ?1 AND path = ?2", .blob(volume.bytes), .blob(from)
        ) { (row) throws(StoreError) in rows.append((try row.integer(0), to)) }
      }
      for (row, path) in rows {
        try connection.execute(
          "UPDATE playlist_entries SET path = ?2 WHERE id = ?1", .integer(row), .blob(path))
      }
    }
  }

  // MARK: Fields

  /// Why a playlist can't be given these; nil where it can.
  func refusal(of fields: [PlaylistField]) throws(StoreError) -> Refusal? {
    for case .folder(let name?) in fields where try folders.row(named: name) == nil {
      if !StoredPlaylist.isValid(newName: name) { return .badPlaylistField }
      if try folders.count() >= PlaylistFolders.most { return .tooManyPlaylistFolders }
    }
    return nil
  }

  private func write(
    _ fields: [PlaylistField], in playlist: Int64, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    for field in fields { try write(field, in: playlist, transaction) }
  }

  private func write(
    _ field: PlaylistField, in playlist: Int64, _ transaction: borrowing Transaction
  ) throws(StoreError) {
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
      if let name { folder = try folders.row(named: name) }
      if let name, folder == nil { folder = try folders.make(name, in: transaction) }
      try connection.execute("UPDATE playlists SET folder = ?2 WHERE id = ?1", row, .optional(folder))
    case .slot(let slot):
      if let slot { try vacate(slot: slot, in: transaction) }
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
  func vacate(slot: Int, in transaction: borrowing Transaction) throws(StoreError) {
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
    _ track: TrackReference, into name: String, slot: Int, time: Int64?
  ) throws(StoreError) -> Result<(playlist: StoredPlaylist, outcome: MixOutcome), Refusal> {
    let before = try contents.texts(of: name)?.entries
    let hasSlot = try named(name)?.playlist.slot == slot
    let change = hasSlot ? PlaylistChange.toggle(track) : .addNew([track], at: nil)
    switch try self.change(name, change, and: hasSlot ? [] : [.slot(slot)], time: time) {
    case .failure(let refusal): return .failure(refusal)
    case .success(nil): return .failure(.noSuchPlaylist)
    case .success(let playlist?):
      let more = (try contents.texts(of: name)?.entries ?? 0) - (before ?? 0)
      let outcome = MixOutcome(
        playlist: name, step: more > 0 ? .added : hasSlot ? .removed : .kept,
        taken: hasSlot ? nil : before == nil ? .new : .existing)
      return .success((playlist, outcome))
    }
  }

  // MARK: Fields of entries

  /// An entry with all its fields.
  private func entry(at position: Int, in playlist: Int64) throws(StoreError) -> (
    row: Int64, entry: PlaylistEntry
  )? {
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

  /// Writes all but the track of an entry.
  private func replace(
    _ row: Int64, _ entry: PlaylistEntry, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let values = entry.region.values
    try connection.execute(
      """
      UPDATE playlist_entries SET start_us = ?2, end_us = ?3, gain = ?4, crossfade_us = ?5, notes = ?6, extra = ?7
      WHERE id = ?1
      """, .integer(row), values.start, values.end, values.gain, values.crossfade, .optional(entry.notes),
      .optional(entry.extra ?? entry.told.extra))
  }
}
