import Model

/// The playlists on a volume, by their own names.
extension VolumeStore {
  /// As many as a volume keeps; more are not looked at.
  static let mostPlaylists = 4096

  /// All of them, the oldest first.
  func playlists() throws(StoreError) -> [StoredPlaylist] {
    var found: [StoredPlaylist] = []
    try connection.forEach(
      """
      SELECT p.id, p.identity, p.name, p.made, p.changed, p.colour, p.tempo, f.name, p.slot, c.playlist IS NOT NULL
      FROM playlists p LEFT JOIN playlist_folders f ON f.id = p.folder
        LEFT JOIN playlist_covers c ON c.playlist = p.id
      ORDER BY p.id LIMIT ?1
      """, .number(Self.mostPlaylists)
    ) { (row) throws(StoreError) in found.append(try playlist(row)) }
    return found
  }

  func playlist(named name: String) throws(StoreError) -> (row: Int64, playlist: StoredPlaylist)? {
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
    guard let identity = PlaylistID(bytes: try row.blob(1)), StoredPlaylist.isValid(name: name),
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

  // MARK: Entries

  /// A window of a playlist's entries.
  ///
  /// - Parameters:
  /// - skipping: number of entries after `cursor` to leave out.
  /// - texts: whether to read notes and the like; network locations and source tags are always read.
  /// - Returns: nil if there is no such playlist.
  func entries(
    ofPlaylist name: String, after cursor: PlaylistCursor?, skipping: Int, limit: Int, texts: Bool = false
  ) throws(StoreError) -> PlaylistPage? {
    guard let playlist = try playlist(named: name)?.row else { return nil }
    let start = PlaylistCursor.orFirst(cursor)
    var page = PlaylistPage()
    var last: PlaylistCursor?
    // JSON may have each letter as an escape: what is read of it decides.
    try connection.forEach(
      """
      SELECT e.place, e.id, e.track, e.volume, e.path, f.path, t.name, e.start_us, e.end_us, e.gain, e.crossfade_us,
        iif(?6, e.notes, NULL),
        iif(
          ?6 OR e.track IS NULL AND (instr(e.extra, '://') > 0 OR instr(e.extra, char(92)) > 0)
            OR instr(e.extra, '"told"') > 0, e.extra, NULL)
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 AND (e.place, e.id) > (?2, ?3) ORDER BY e.place, e.id LIMIT ?4 OFFSET ?5
      """, .integer(playlist), .integer(start.place), .integer(start.row), .number(limit), .number(skipping),
      .boolean(texts)
    ) { (row) throws(StoreError) in
      var entry = PlaylistEntry(
        try track(row), try row.region(7), notes: try row.optionalText(11),
        extra: try row.optionalText(12))
      guard entry.isValid else { throw foreignEntry }
      entry.told = [SourceMetadata](ofExtra: entry.extra)
      // As playlists were taken over before streams could be played.
      if row.isNull(2), let url = SourceTrack(of: entry)?.location, let stream = TrackReference(url: url) {
        entry.track = stream
      }
      if !texts, entry.extra != nil, SourceTrack(of: entry)?.location == nil { entry.extra = nil }
      page.entries.append(entry)
      page.rows.append(
        try row.optionalInteger(2, as: Int64.self).map { TrackRow(volume: identity, row: $0) })
      last = PlaylistCursor(place: try row.integer(0), row: try row.integer(1))
    }
    if page.entries.count == limit { page.next = last }
    let episodes = try podcasts.states(ofPlaylist: playlist)
    if !episodes.byURL.isEmpty {
      for (place, row) in page.rows.enumerated() {
        page.entries[place].episode =
          if let row { episodes.byRow[row.row] } else { episodes.byURL[page.entries[place].track.path] }
      }
    }
    return page
  }

  var foreignEntry: StoreError {
    StoreError(.foreign, "an entry that this program never writes", path: connection.path)
  }

  /// Which tracks a playlist holds, in their order.
  private func tracks(ofPlaylist playlist: Int64) throws(StoreError) -> [TrackReference] {
    var tracks: [TrackReference] = []
    try connection.forEach(
      """
      SELECT e.place, e.id, e.track, e.volume, e.path, f.path, t.name
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 ORDER BY e.place, e.id LIMIT ?2
      """, .integer(playlist), .number(QueueLimits.entries)
    ) { (row) throws(StoreError) in tracks.append(try track(row)) }
    return tracks
  }

  private func track(_ row: Row) throws(StoreError) -> TrackReference {
    let path: [UInt8]
    if row.isNull(2) {
      path = try row.blob(4)
    } else {
      path = VolumePath.join(try row.blob(5), try row.blob(6))
    }
    let volume = try row.optionalBlob(3).map { VolumeID(bytes: $0) } ?? identity
    guard let volume, !path.isEmpty,
      VolumePath.isValid(path) || volume == .network && TrackReference(volume: volume, path: path).isStream
    else { throw foreignEntry }
    return TrackReference(volume: volume, path: path)
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
  func change(
    playlist name: String, _ change: PlaylistChange, and others: [PlaylistField] = [],
    inImport step: Int64? = nil, time: Int64?, finish: (Int64) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) -> Result<StoredPlaylist?, Refusal> {
    guard change.isValid else { return .failure(.badPlaylistField) }
    let known = try playlist(named: name)
    var plan = PlaylistPlan()
    var held: [TrackReference] = []
    if let row = known?.row, change.needsOrder { plan = PlaylistPlan(try takeRows(of: row)) }
    if let row = known?.row, change.needsTracks { held = try tracks(ofPlaylist: row) }
    do throws(Refusal) {
      try plan.apply(change, exists: known != nil, held: held)
    } catch {
      return .failure(error)
    }
    if case .rename(let new) = change, try playlist(named: new) != nil { return .failure(.playlistExists) }
    if known == nil, plan.writes, try playlistCount() >= Self.mostPlaylists {
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
    // What is said besides is written where the change itself leaves everything as it is.
    if plan.writes || known != nil && !others.isEmpty {
      try edit { (transaction) throws(StoreError) in
        let row: Int64
        if let known { row = known.row } else { row = try make(playlist: name, time: time) }
        try write(&plan, change, in: row, time: time)
        if let edited { try replace(edited.row, edited.entry) }
        try write(change.fields + others, in: row)
        if let step { try imports.note(step, ofPlaylist: row, in: transaction) }
        try finish(row)
      }
    }
    if let row = known?.row, change.needsOrder { keepRows(plan.rows, of: row) }
    if case .rename(let new) = change { return .success(try playlist(named: new)?.playlist) }
    return .success(try playlist(named: name)?.playlist)
  }

  private func playlistCount() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM playlists") { (row) throws(StoreError) in
      try row.integer(0, as: Int.self)
    } ?? 0
  }

  private func make(playlist name: String, time: Int64?) throws(StoreError) -> Int64 {
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

  /// Inside a transaction.
  private func write(
    _ plan: inout PlaylistPlan, _ change: PlaylistChange, in playlist: Int64, time: Int64?
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
    try move(plan.moved)
    if !plan.added.isEmpty { plan.note(added: try insert(plan.added, in: playlist)) }
    try connection.execute(
      "UPDATE playlists SET changed = ?2 WHERE id = ?1", .integer(playlist), .optional(time))
  }

  private func move(_ rows: [(row: Int64, place: Int64)]) throws(StoreError) {
    for (row, place) in rows {
      try connection.execute(
        "UPDATE playlist_entries SET place = ?2 WHERE id = ?1", .integer(row), .integer(place))
    }
  }

  /// - Returns: the new rows.
  private func insert(
    _ added: [(entry: PlaylistEntry, place: Int64)], in playlist: Int64
  ) throws(StoreError) -> [Int64] {
    var rows: [Int64] = []
    var last: (path: [UInt8], id: Int64?) = ([], 1)
    for (entry, place) in added {
      let track = entry.track
      if track.volume == identity {
        let (folderPath, name) = VolumePath.split(track.path)
        if folderPath != last.path { last = (folderPath, try folder(folderPath)?.id) }
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
      if entry != PlaylistEntry(track) { try replace(connection.lastInsertedRow, entry) }
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
    rows: [Int64], toPlaylist name: String, at position: Int?, onlyNew: Bool, time: Int64?
  ) throws(StoreError) -> Result<StoredPlaylist?, Refusal> {
    // What was found a moment ago is mostly there: whether all are shows when they are put in, which reads them anyway.
    switch try add(all: rows, toPlaylist: name, at: position, onlyNew: onlyNew, time: time) {
    // Those that are there may be fewer.
    case nil, .failure(.playlistFull): break
    case let result?: return result
    }
    let present = try tracks.present(rows)
    let result = try add(all: present, toPlaylist: name, at: position, onlyNew: onlyNew, time: time)
    guard let result else {
      throw StoreError(.foreign, "a row that this program never writes", path: connection.path)
    }
    return result
  }

  /// - Returns: nil, nothing being changed, where one of `rows` is no playable track any more.
  private func add(
    all rows: [Int64], toPlaylist name: String, at position: Int?, onlyNew: Bool, time: Int64?
  ) throws(StoreError) -> Result<StoredPlaylist?, Refusal>? {
    let known = try playlist(named: name)
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
    if known == nil, plan.writes, try playlistCount() >= Self.mostPlaylists {
      return .failure(.tooManyPlaylists)
    }
    guard plan.writes else { return .success(known?.playlist) }
    var areAllHere = true
    do {
      try connection.transaction { (_) throws(StoreError) in
        try connection.execute("UPDATE volume SET changes = changes + 1")
        let playlist: Int64
        if let known { playlist = known.row } else { playlist = try make(playlist: name, time: time) }
        try move(plan.moved)
        areAllHere = try insert(rows, at: Array(places), in: playlist) == rows.count
        // Takes all back.
        guard areAllHere else { throw StoreError(.other, "tracks have gone", path: connection.path) }
        try connection.execute(
          "UPDATE playlists SET changed = ?2 WHERE id = ?1", .integer(playlist), .optional(time))
      }
    } catch {
      if areAllHere { throw error }
      return nil
    }
    return .success(try playlist(named: name)?.playlist)
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
    for path in paths { if let row = try trackRow(at: path) { held.insert(row) } }
    return held
  }

  /// - Parameter places: of as many entries, in their order: mostly as far from one another all over.
  /// - Returns: how many were put in: those that are playable tracks.
  private func insert(_ tracks: [Int64], at places: [Int64], in playlist: Int64) throws(StoreError) -> Int {
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

  /// Lets entries that name files by their paths name the rows that stand for those files from now on. Inside a
  /// transaction.
  func adoptEntries(of files: [ScanBatch.File], _ rows: [Int64]) throws(StoreError) {
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
      "SELECT 1 FROM playlist_entries WHERE volume = ?1 AND path IS NOT NULL LIMIT 1", .blob(volume.bytes)
    ) { (row) throws(StoreError) in try row.boolean(0) }
    guard isAny == true else { return }
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET changes = changes + 1")
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
}
