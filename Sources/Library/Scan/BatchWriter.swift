import Model

/// Writes the files that a scan has read.
struct BatchWriter {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// Writes a batch in one transaction.
  ///
  /// - Parameter wallClock: since 1970, where the kernel calls its clock synchronised.
  /// - Returns: the rows' numbers, in the order of `batch.files`, and how many rows are not what they were.
  @discardableResult
  func apply(_ batch: ScanBatch, wallClock: Duration?) throws(StoreError) -> (rows: [Int64], changed: Int) {
    if batch.count > 0 { store.scanCount.forget() }
    var changed = batch.count
    do {
      let ids = try store.scanWrite { (transaction) throws(StoreError) -> [Int64] in
        for id in batch.returned {
          try store.digests.unsettle(folderOf: id)
          try store.fingerprints.noteReturned(id)
          try connection.execute(
            """
            UPDATE tracks SET state = CASE WHEN problem IS NOT NULL THEN 2 WHEN EXISTS (
                SELECT 1 FROM folders WHERE id = folder AND lower(CAST(substr(path, 1, 7) AS TEXT)) IN ('sounds', 'sounds/')
              ) THEN 3 ELSE 0 END
            WHERE id = ?1
            """, .integer(id))
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
          let folder = try store.makeFolder(file.folder)
          if folder != unsettled { try store.digests.unsettle(folder) }
          unsettled = folder
          let written = try apply(
            file, in: folder, sequence: sequence, wallClock: wallClock,
            notesNew: batch.notesNew || !store.missingAfterRestore.isEmpty, in: transaction)
          if !written.isChanged { changed -= 1 }
          ids.append(written.id)
        }
        if !batch.files.isEmpty {
          try connection.execute("UPDATE volume SET sequence = ?1", .integer(sequence))
        }
        try store.playlists.adoptEntries(of: batch.files, ids, in: transaction)
        try store.digests.settle(batch.settled)
        if changed > 0 { try store.countRevision() }
        return ids
      }
      return (ids, changed)
    } catch {
      store.forgetFolders()
      throw error
    }
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
        let former = try store.fingerprints.print(of: id)
        if let former, former != print {
          try store.fingerprints.noteFormer(former, of: id, print: print, hasSameSound: true)
        }
        try store.fingerprints.keep(print, of: id)
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
      try store.textIndex.remove(id)
      try renew(id, values)
      try note(former, written: file, details)
    } else if notesNew {
      try store.fingerprints.noteNew(id)
    }
    if former?.print != file.print { try store.fingerprints.keep(file.print, of: id) }
    let chapters = details?.chapters ?? []
    // A row that was made just now has none yet.
    if former != nil || !chapters.isEmpty { try store.tracks.keep(chapters, of: id) }
    if let details {
      // The results of a file that has a fingerprint stay until it is known where it has gone.
      try store.analyses.noteTags(
        of: details, former: former?.print == nil ? former?.sound : nil, row: id, isNew: former == nil,
        in: transaction)
    }
    return (id, true)
  }

  /// The file of a row before its path is overwritten.
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
    try store.fingerprints.noteFormer(
      former.print, of: former.id, print: file.print, hasSameSound: hasSameSound)
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
