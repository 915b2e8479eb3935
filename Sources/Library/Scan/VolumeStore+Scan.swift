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
        try changePlaces(batch)
        try followFolders(batch)
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
          let written = try apply(file, in: folder, sequence: sequence, wallClock: wallClock)
          if !written.isChanged { changed -= 1 }
          ids.append(written.id)
        }
        if !batch.files.isEmpty {
          try connection.execute("UPDATE volume SET sequence = ?1", .integer(sequence))
        }
        try relocateCarried(batch.moved)
        try playlists.adoptEntries(of: batch.files, ids, in: transaction)
        try settle(batch.settled)
        if changed > 0 { try countRevision() }
        return ids
      }
      noteMoved(batch)
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

  private func apply(
    _ file: ScanBatch.File, in folder: Int64, sequence: Int64, wallClock: Duration?
  ) throws(StoreError) -> (id: Int64, isChanged: Bool) {
    var details: TrackDetails?
    var problem: String?
    switch file.content {
    case .details(let found): details = found
    case .unreadable(let reason): problem = reason
    }
    let values = Self.values(file, details, problem, folder: folder, sequence: sequence, wallClock: wallClock)
    var made: Int64?
    let mayBeThere = !file.isNew || file.takesOver != nil
    if !file.isNew, file.takesOver == nil, let id = try same(file.name, inFolder: folder, values) {
      if details != nil, !file.keepsPrint { try keep(print: file.print, of: id) }
      return (id, false)
    }
    let former = mayBeThere ? try analyses.sound(of: file.name, inFolder: folder) : nil
    let isRenewed = mayBeThere ? try renew(file.name, inFolder: folder, values) : false
    if !isRenewed {
      try connection.execute(Self.inserting, values: values)
      if connection.changes > 0 {
        made = connection.lastInsertedRow
      } else {
        // Some file systems list a name twice.
        _ = try renew(file.name, inFolder: folder, values)
      }
    }
    let row = if let made { made } else { try row(named: file.name, inFolder: folder) }
    guard let id = row else { throw StoreError(.other, "the row has no number", path: connection.path) }
    // What can't be read says nothing of what was there.
    if details != nil, !file.keepsPrint { try keep(print: file.print, of: id) }
    let chapters = details?.chapters ?? []
    // A row that was made just now has none yet.
    if made == nil || !chapters.isEmpty { try tracks.keep(chapters, of: id) }
    if let details { try analyses.noteTags(of: details, former: former, row: id, isNew: made != nil) }
    return (id, true)
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

  /// Writes over the row of that name.
  /// - Returns: whether there is one.
  private func renew(
    _ name: [UInt8], inFolder folder: Int64, _ values: [SQLValue]
  ) throws(StoreError) -> Bool {
    try textIndex.remove(name, inFolder: folder)
    try connection.execute(
      """
      UPDATE tracks SET
        state = ?3, sort_key = ?4, match_name = ?5, size = ?6, mtime_ns = ?7, problem = ?9, format = ?10, rate = ?11,
        channels = ?12, bits = ?13, frames = ?14, duration_us = ?15, duration_estimated = ?16, title = ?17,
        artist = ?18, album = ?19, album_artist = ?20, genre = ?21, date = ?22, disc = ?23, track = ?24, bit_rate = ?25,
        reader = ?26, disc_total = ?27, track_total = ?28, compilation = ?29, track_gain = ?30, album_gain = ?31,
        track_peak = ?32, album_peak = ?33, more = ?34, several = ?35
      WHERE folder = ?1 AND name = ?2
      """, values: Array(values.dropLast()))
    return connection.changes > 0
  }

  /// What another jukebox wrote of its queue names files that were moved where they are now.
  private func relocateCarried(_ moved: [(from: [UInt8], to: [UInt8])]) throws(StoreError) {
    if moved.isEmpty { return }
    let places = Dictionary(moved.map { ($0.from, $0.to) }) { $1 }
    try carried.replacePaths { _, path in places[path] }
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
