import Media
import Model

extension VolumeStore {
  /// Whether any file was ever found on the volume.
  func hasTracks() throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM tracks LIMIT 1") { (row) throws(StoreError) in try row.integer(0) }
      != nil
  }

  /// What is known of `names` in one folder, in their order; nil for new ones. At most a batch's worth of names.
  func known(_ names: [[UInt8]], in folder: [UInt8]) throws(StoreError) -> [KnownFile?] {
    var result = [KnownFile?](repeating: nil, count: names.count)
    let order = names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    guard let id = try self.folder(folder)?.id, let first = order.first, let last = order.last else {
      return result
    }
    // Mostly these are all that the folder's rows name. Of rows that vanished there may be any number.
    let room = names.count + 100
    var rows: [KnownRow] = []
    try connection.forEach(
      """
      SELECT name, id, size, mtime_ns, state, problem IS NULL, reader, sort_key FROM tracks
      WHERE folder = ?1 AND name BETWEEN ?2 AND ?3 AND length(name) <= 255 AND length(sort_key) <= 65536
      ORDER BY name LIMIT ?4
      """, .integer(id), .blob(names[first]), .blob(names[last]), .number(room)
    ) { (row) throws(StoreError) in
      rows.append(KnownRow(name: try row.blob(0), file: try KnownFile(row, from: 1, withKey: true)))
    }
    for (index, known) in zip(order, KnownRow.match(order.lazy.map { names[$0] }, rows)) {
      result[index] = known
      guard known == nil, rows.count == room else { continue }
      result[index] = try connection.first(
        """
        SELECT id, size, mtime_ns, state, problem IS NULL, reader, sort_key FROM tracks
        WHERE folder = ?1 AND name = ?2 AND length(sort_key) <= 65536
        """, .integer(id), .blob(names[index])
      ) { (row) throws(StoreError) in try KnownFile(row, from: 0, withKey: true) }
    }
    return result
  }

  /// Writes a batch in one transaction.
  ///
  /// - Parameter wallClock: since 1970, where the kernel calls its clock synchronised.
  /// - Returns: the rows' numbers, in the order of `batch.files`, and how many rows are not what they were.
  @discardableResult
  func apply(_ batch: ScanBatch, wallClock: Duration?) throws(StoreError) -> (rows: [Int64], changed: Int) {
    if batch.count > 0 { isCountKept = false }
    var changed = batch.count
    do {
      let ids = try scanWrite { (transaction) throws(StoreError) -> [Int64] in
        for id in batch.returned {
          try unsettle(folderOf: id)
          try fingerprints.noteReturned(id)
          try connection.execute(
            """
            UPDATE tracks SET state = CASE WHEN problem IS NOT NULL THEN 2 WHEN EXISTS (
                SELECT 1 FROM folders WHERE id = folder AND lower(CAST(substr(path, 1, 7) AS TEXT)) IN ('sounds', 'sounds/')
              ) THEN 3 ELSE 0 END
            WHERE id = ?1
            """, .integer(id))
        }
        for (id, modified) in batch.shifted {
          try unsettle(folderOf: id)
          try shift(id, to: modified)
        }
        var unsettled: Int64?
        var ids: [Int64] = []
        ids.reserveCapacity(batch.files.count)
        var sequence =
          try connection.first("SELECT sequence FROM volume") { (row) throws(StoreError) in
            try row.integer(0)
          } ?? 0
        for file in batch.files {
          // A stick's number may be any.
          guard sequence < .max else {
            throw StoreError(.foreign, "no number comes behind volume.sequence", path: connection.path)
          }
          sequence += 1
          let folder = try makeFolder(file.folder)
          if folder != unsettled { try unsettle(folder) }
          unsettled = folder
          let written = try apply(
            file, in: folder, sequence: sequence, wallClock: wallClock,
            notesNew: batch.notesNew || !missingAfterRestore.isEmpty, in: transaction)
          if !written.isChanged { changed -= 1 }
          ids.append(written.id)
        }
        if !batch.files.isEmpty {
          try connection.execute("UPDATE volume SET sequence = ?1", .integer(sequence))
        }
        try playlists.adoptEntries(of: batch.files, ids, in: transaction)
        try settle(batch.settled)
        if changed > 0 { try countRevision() }
        return ids
      }
      return (ids, changed)
    } catch {
      forgetFolders()
      throw error
    }
  }

  /// What is kept of the file's content stays right.
  func shift(_ id: Int64, to modified: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE seek_indexes SET mtime_ns = ?2
      WHERE track = ?1 AND mtime_ns = (SELECT mtime_ns FROM tracks WHERE id = ?1)
      """, .integer(id), .integer(modified))
    try connection.execute("UPDATE tracks SET mtime_ns = ?2 WHERE id = ?1", .integer(id), .integer(modified))
  }

  /// - Parameter notesNew: whether songs may look for the files of new rows.
  private func apply(
    _ file: ScanBatch.File, in folder: Int64, sequence: Int64, wallClock: Duration?, notesNew: Bool,
    in transaction: borrowing Transaction
  ) throws(StoreError) -> (id: Int64, isChanged: Bool) {
    var details: TrackDetails?
    var problem: String?
    switch file.content {
    case .details(let found): details = found
    case .unreadable(let reason): problem = reason
    }
    let values = Self.values(file, details, problem, folder: folder, sequence: sequence, wallClock: wallClock)
    if !file.isNew, let id = try same(file.name, inFolder: folder, values) {
      if details != nil, let print = file.print {
        let former = try fingerprints.print(of: id)
        if let former, former != print {
          try fingerprints.noteFormer(former, of: id, print: print, hasSameSound: true)
        }
        try fingerprints.keep(print, of: id)
      }
      return (id, false)
    }
    var former = file.isNew ? nil : try formerFile(file.name, inFolder: folder)
    if former == nil {
      try connection.execute(Self.inserting, values: values)
      // Some file systems list a name twice; and a row may have been restored meanwhile.
      if connection.changes == 0 { former = try formerFile(file.name, inFolder: folder) }
    }
    let id = former?.id ?? connection.lastInsertedRow
    if let former {
      try textIndex.remove(id)
      try renew(id, values)
      try note(former, written: file, details)
    } else if notesNew {
      try fingerprints.noteNew(id)
    }
    if former?.print != file.print { try fingerprints.keep(file.print, of: id) }
    let chapters = details?.chapters ?? []
    // A row that was made just now has none yet.
    if former != nil || !chapters.isEmpty { try tracks.keep(chapters, of: id) }
    if let details {
      // The results of a file that has a fingerprint stay until it is known where it has gone.
      try analyses.noteTags(
        of: details, former: former?.print == nil ? former?.sound : nil, row: id, isNew: former == nil,
        in: transaction)
    }
    return (id, true)
  }

  /// What a row describes before its path is written over.
  private struct FormerFile {
    let id: Int64
    let print: Int64?
    /// nil where it could not be read.
    let sound: TrackSound?
  }

  private func formerFile(_ name: [UInt8], inFolder folder: Int64) throws(StoreError) -> FormerFile? {
    try connection.first(
      """
      SELECT t.id, p.print, t.format IS NOT NULL, format, rate, channels, frames, duration_us
      FROM tracks t LEFT JOIN prints p ON p.track = t.id WHERE t.folder = ?1 AND t.name = ?2
      """, .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in
      FormerFile(
        id: try row.integer(0), print: try row.optionalInteger(1, as: Int64.self),
        sound: try row.boolean(2) ? try TrackSound(row, from: 3) : nil)
    }
  }

  private func note(
    _ former: FormerFile, written file: ScanBatch.File, _ details: TrackDetails?
  ) throws(StoreError) {
    if let print = former.print, print == file.print { return }
    // A file that can't be read may be the former one.
    let hasSameSound = details.map { former.sound == TrackSound($0) } ?? false
    try fingerprints.noteFormer(former.print, of: former.id, print: file.print, hasSameSound: hasSameSound)
  }

  /// The row of that name, where it says all that would be written: the same reader has read the same of the file.
  private func same(
    _ name: [UInt8], inFolder folder: Int64, _ values: [SQLValue]
  ) throws(StoreError) -> Int64? {
    try connection.first(
      """
      SELECT id FROM tracks WHERE folder = ?1 AND name = ?2
        AND state IS ?3 AND sort_key IS ?4 AND match_name IS ?5 AND size IS ?6 AND mtime_ns IS ?7 AND problem IS ?9
        AND format IS ?10 AND rate IS ?11 AND channels IS ?12 AND bits IS ?13 AND frames IS ?14
        AND duration_us IS ?15 AND duration_estimated IS ?16 AND title IS ?17 AND artist IS ?18 AND album IS ?19
        AND album_artist IS ?20 AND genre IS ?21 AND date IS ?22 AND disc IS ?23 AND track IS ?24
        AND bit_rate IS ?25 AND reader IS ?26 AND disc_total IS ?27 AND track_total IS ?28 AND compilation IS ?29
        AND track_gain IS ?30 AND album_gain IS ?31 AND track_peak IS ?32 AND album_peak IS ?33 AND more IS ?34
        AND several IS ?35
      """, values: Array(values.dropLast())
    ) { (row) throws(StoreError) in try row.integer(0) }
  }

  private static let inserting: StaticString = """
    INSERT INTO tracks (
      folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, added_time, problem, format, rate,
      channels, bits, frames, duration_us, duration_estimated, title, artist, album, album_artist, genre, date,
      disc, track, bit_rate, reader, disc_total, track_total, compilation, track_gain, album_gain, track_peak,
      album_peak, more, several)
    VALUES (
      ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?36, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
      ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35)
    ON CONFLICT (folder, name) DO NOTHING
    """

  /// As a row's values are numbered in the statements that write one; the last is only for a new one.
  private static func values(
    _ file: ScanBatch.File, _ details: TrackDetails?, _ problem: String?, folder: Int64, sequence: Int64,
    wallClock: Duration?
  ) -> [SQLValue] {
    let state: TrackState =
      details == nil ? .unreadable : FileNames.isOfSounds(file.folder) ? .sound : .here
    return [
      .integer(folder), .blob(file.name), .integer(state.rawValue),
      .blob(file.sortKey), .text(file.matchName), .integer(file.sizeBytes),
      .integer(file.modifiedNanoseconds), .optional(wallClock?.microseconds), .optional(problem),
      .optional(details?.format.rawValue), .optional(details?.rate), .optional(details?.channels),
      .optional(details?.bits), .optional(details?.frames), .optional(details?.duration?.microseconds),
      .boolean(details?.durationIsEstimated ?? false), .optional(details?.title), .joined(details?.artists),
      .optional(details?.album), .joined(details?.albumArtists), .joined(details?.genres),
      .optional(details?.date), .optional(details?.disc), .optional(details?.track),
      .optional(details?.bitRate), .integer(file.readerKept),
      .optional(details?.discTotal),
      .optional(details?.trackTotal), .optional(details?.isCompilation.map { $0 ? 1 : 0 }),
      .optional(details?.loudness.trackGain), .optional(details?.loudness.albumGain),
      .optional(details?.loudness.trackPeak), .optional(details?.loudness.albumPeak), .joined(details?.more),
      .boolean(details?.more.contains { $0.tag == .album || $0.tag == .date } ?? false), .integer(sequence),
    ]
  }

  private func renew(_ id: Int64, _ values: [SQLValue]) throws(StoreError) {
    try connection.execute(
      """
      UPDATE tracks SET
        folder = ?1, name = ?2, state = ?3, sort_key = ?4, match_name = ?5, size = ?6, mtime_ns = ?7, problem = ?9,
        format = ?10, rate = ?11, channels = ?12, bits = ?13, frames = ?14, duration_us = ?15, duration_estimated = ?16,
        title = ?17, artist = ?18, album = ?19, album_artist = ?20, genre = ?21, date = ?22, disc = ?23, track = ?24,
        bit_rate = ?25, reader = ?26, disc_total = ?27, track_total = ?28, compilation = ?29, track_gain = ?30,
        album_gain = ?31, track_peak = ?32, album_peak = ?33, more = ?34, several = ?35
      WHERE id = ?8
      """, values: Array(values[..<7] + [.integer(id)] + values[8..<35]))
  }

  // MARK: Songs that have moved

  /// Lets songs follow their files, in one transaction.
  /// - Returns: as `TrackMoves.apply`.
  func move(_ step: TrackMoves.Step, wallClock: Duration?) throws(StoreError) -> [Int64: Int64] {
    if step.moves.isEmpty { return [:] }
    let numbers = try scanWrite { (transaction) throws(StoreError) in
      try move(step, wallClock: wallClock, in: transaction)
    }
    noteMoved(step.formerPaths)
    return numbers
  }

  private func move(
    _ step: TrackMoves.Step, wallClock: Duration?, in transaction: borrowing Transaction
  ) throws(StoreError) -> [Int64: Int64] {
    for place in step.places.values where place.isHere { try textIndex.remove(place.id) }
    let last = try connection.first("SELECT sequence FROM volume") { (row) throws(StoreError) in
      try row.integer(0)
    }
    let sequence = try Int64.following(last, "volume.sequence", in: connection)
    let numbers = try trackMoves.apply(step, added: (sequence, wallClock), in: transaction)
    for move in step.moves {
      guard let row = step.places[move.row], let tags = step.places[move.source]?.tags else { continue }
      try analyses.moveTags(tags, to: row.id, in: transaction)
    }
    for (id, number) in numbers {
      if let tags = step.places[id]?.tags { try analyses.moveTags(tags, to: number, in: transaction) }
    }
    if !numbers.isEmpty { try connection.execute("UPDATE volume SET sequence = ?1", .integer(sequence)) }
    let places = Dictionary(step.moved.map { ($0.from, $0.to) }) { $1 }
    try carried.replacePaths(in: transaction) { _, path in places[path] }
    try noteChangeOfPlace()
    try countRevision()
    return numbers
  }

  /// Whether a folder has tracks that were there before, `moving` left out.
  func hasOwnTracks(below path: [UInt8], moving: Set<Int64>) throws(StoreError) -> Bool {
    guard let key = try folder(path)?.key else { return false }
    return try folderPlaces.hasOwnTracks(below: key) { moving.contains($0) }
  }

  /// Settings of folders go to the folders' new names.
  func moveSettings(_ renamed: [(from: [UInt8], to: [UInt8])]) throws(StoreError) {
    do {
      try scanWrite { (transaction) throws(StoreError) in
        var folders: [(from: Int64, to: Int64)] = []
        for (from, to) in renamed {
          if let from = try folder(from)?.id { folders.append((from, try makeFolder(to))) }
        }
        try folderPlaces.moveSettings(folders, in: transaction)
        try folderPlaces.note(areMoved: true, in: transaction)
        try noteChangeOfPlace()
      }
    } catch {
      forgetFolders()
      throw error
    }
  }

  /// Drops results of analyses of some files that were replaced.
  /// - Returns: whether some may be left.
  func dropOldAnalyses() throws(StoreError) -> Bool {
    let rows = try fingerprints.rowsOfOtherSound(limit: ScanBatch.most)
    if rows.isEmpty { return false }
    try scanWrite { (transaction) throws(StoreError) in
      for row in rows {
        try analyses.dropResults(of: row, in: transaction)
        try fingerprints.noteWithoutAnalysis(row)
      }
    }
    return rows.count == ScanBatch.most
  }

  /// - Returns: whether positions of folders have moved.
  func endReconcile(isOfAll: Bool) throws(StoreError) -> Bool {
    try connection.transaction { (transaction) throws(StoreError) in
      let isAny = try folderPlaces.followTracks(in: transaction)
      if isAny {
        try noteChangeOfPlace()
      }
      try folderPlaces.note(areMoved: false, in: transaction)
      if isOfAll { try fingerprints.noteReconciled(in: transaction) }
      return isAny
    }
  }

  func row(named name: [UInt8], inFolder folder: Int64) throws(StoreError) -> Int64? {
    try connection.first(
      "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2", .integer(folder), .blob(name)
    ) {
      (row) throws(StoreError) in try row.integer(0)
    }
  }

  /// Notes that a scan has reached its end. Writes nothing if it has changed nothing.
  /// - Parameter isOfAll: of the whole volume.
  func scanEnded(isOfAll: Bool) throws(StoreError) {
    if isCountKept { return }
    try connection.execute(
      "UPDATE volume SET scans = scans + ?1, tracks = (SELECT count(*) FROM tracks WHERE state = 0)",
      .number(isOfAll ? 1 : 0))
    isCountKept = try wasScanned()
  }

  /// Whether there are as many playable tracks as when a scan last ended. Else one was cut, or something else has been at
  /// the rows that does not know of digests.
  func hasKeptCount() throws(StoreError) -> Bool {
    if !isCountKept { isCountKept = try totals.trackCount() == totals.lastCount() }
    return isCountKept
  }

  /// Whether the whole volume was ever scanned to the end.
  func wasScanned() throws(StoreError) -> Bool {
    try connection.first("SELECT scans > 0 FROM volume") { (row) throws(StoreError) in try row.boolean(0) }
      ?? false
  }
}

extension SQLValue {
  /// Parts the values of a tag that has several: no text of a tag holds it.
  static let separator: Character = "\u{1F}"

  static func joined(_ values: [String]?) -> SQLValue {
    guard let values, let first = values.first else { return .null }
    return .text(values.count == 1 ? first : values.joined(separator: String(separator)))
  }

  static func joined(_ values: [TrackDetails.TagValue]?) -> SQLValue {
    guard let values, !values.isEmpty else { return .null }
    return joined(
      values.flatMap { value in StoredTag.numbers[value.tag].map { ["\($0)", value.text] } ?? [] })
  }
}
