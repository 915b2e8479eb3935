extension VolumeStore {
  /// More rows than these are not looked at for one batch.
  private static let mostFormer = 1000

  /// The rows that have one of `prints` and that `isWanted` takes, and which of `prints` any row has.
  ///
  /// Goes through all of them, in the order of their rows: an index would make the first scan write all over its pages,
  /// for a search that few scans make and that reads a megabyte and a half in 100,000 tracks.
  /// - Parameter seen: the rows that the scan has met: none of the rows in whole folders is taken.
  func rows(
    withPrints prints: Set<Int64>, seen: SeenRows = SeenRows(), isWanted: (Int64) -> Bool
  ) throws(StoreError) -> (rows: [MoveCandidate], known: Set<Int64>) {
    var found: [(id: Int64, print: Int64)] = []
    var known: Set<Int64> = []
    try connection.forEach("SELECT track, print FROM prints") { (row) throws(StoreError) in
      let (id, print) = (try row.integer(0), try row.integer(1))
      guard prints.contains(print) else { return }
      known.insert(print)
      guard found.count < Self.mostFormer, isWanted(id) else { return }
      if try !isMet(id, in: seen) { found.append((id, print)) }
    }
    var rows: [MoveCandidate] = []
    for (id, print) in found {
      let row = try connection.first(
        """
        SELECT f.path, t.name, t.state, t.reader, t.size, t.mtime_ns, format, rate, channels, frames, duration_us
        FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.id = ?1
        """, .integer(id)
      ) { (row) throws(StoreError) in
        MoveCandidate(
          id: id, print: print, folder: try row.blob(0), name: try row.blob(1),
          isVanished: try row.integer(2) == TrackState.vanished.rawValue, isReplaced: try row.integer(3) == 0,
          sizeBytes: try row.integer(4), modifiedNanoseconds: try row.integer(5),
          sound: try TrackSound(row, from: 6))
      }
      guard let row, VolumePath.isValid(row.folder), VolumePath.isValid(component: row.name) else { continue }
      rows.append(row)
    }
    return (rows, known)
  }

  /// Says of every print whether a row may have it.
  func printFilter() throws(StoreError) -> PrintFilter {
    let count =
      try connection.first("SELECT count(*) FROM prints") { (row) throws(StoreError) in
        try row.integer(0)
      } ?? 0
    var filter = PrintFilter(rows: Int(clamping: count))
    try connection.forEach("SELECT print FROM prints") { (row) throws(StoreError) in
      filter.insert(try row.integer(0))
    }
    return filter
  }

  /// The rows that stand for some files' paths now; nil where none does.
  func occupants(
    of places: [(folder: [UInt8], name: [UInt8])]
  ) throws(StoreError) -> [RowAtPath?] {
    var result: [RowAtPath?] = []
    var last: (path: [UInt8], id: Int64?)?
    for place in places {
      let folder: Int64?
      if let last, last.path == place.folder {
        folder = last.id
      } else {
        folder = try self.folder(place.folder)?.id
        last = (place.folder, folder)
      }
      guard let folder else {
        result.append(nil)
        continue
      }
      let row = try connection.first(
        """
        SELECT t.id, p.print, t.reader, format, rate, channels, frames, duration_us
        FROM tracks t LEFT JOIN prints p ON p.track = t.id WHERE t.folder = ?1 AND t.name = ?2
        """, .integer(folder), .blob(place.name)
      ) { (row) throws(StoreError) in
        RowAtPath(
          id: try row.integer(0), print: try row.optionalInteger(1, as: Int64.self),
          isReplaced: try row.integer(2) == 0, sound: try TrackSound(row, from: 3))
      }
      result.append(row)
    }
    return result
  }

  /// A name that no row of the folder has, for a row whose place is taken: its own, and its number at the end.
  func spareName(for name: [UInt8], ofRow id: Int64, inFolder path: [UInt8]) throws(StoreError) -> [UInt8] {
    func spare(_ number: some BinaryInteger) -> [UInt8] {
      let suffix = Array("~\(number)".utf8)
      var start = Array(name.prefix(255 - suffix.count))
      // Not within a character.
      while start.count < name.count, !start.isEmpty, name[start.count] & 0xC0 == 0x80 { start.removeLast() }
      return start + suffix
    }
    let first = spare(id)
    guard let folder = try folder(path)?.id, try row(named: first, inFolder: folder) != nil else {
      return first
    }
    // A file with that name can't have known this number.
    return spare(UInt64.random(in: 0 ... .max))
  }

  /// Lets rows change places, whichever of them stand in each other's; inside a transaction.
  func changePlaces(_ batch: ScanBatch) throws(StoreError) {
    for row in batch.displaced {
      // While it still says what its entries were made of.
      try textIndex.remove(row.id)
      try unsettle(folderOf: row.id)
      try connection.execute(
        "UPDATE tracks SET name = ?2, state = 1 WHERE id = ?1", .integer(row.id), .blob(row.spareName))
    }
    let moving = batch.files.compactMap { file in file.takesOver.map { (file, $0.id) } }
    if !moving.isEmpty || !batch.displaced.isEmpty {
      changesOfPlace += 1
      try noteChangeOfPlace()
    }
    for (file, id) in moving {
      try textIndex.remove(id)
      try unsettle(folderOf: id)
      try shift(id, to: file.modifiedNanoseconds)
      // Out of the way of others first; nobody has this name.
      try connection.execute("UPDATE tracks SET name = randomblob(32) WHERE id = ?1", .integer(id))
    }
    for (file, id) in moving {
      try connection.execute(
        "UPDATE tracks SET folder = ?2, name = ?3 WHERE id = ?1", .integer(id),
        .integer(try makeFolder(file.folder)), .blob(file.name))
    }
  }

  /// What was in these rows' places was not found anywhere: from now on they are what is there.
  /// Their folders have no digests: no row is in one while it is to be read again.
  /// - Parameter rows: at most a batch's worth, in one transaction.
  func keep(replaced rows: [(id: Int64, file: Renaming.Successor)]) throws(StoreError) {
    try connection.transaction(isDurable: false) { (_) throws(StoreError) in
      for (id, file) in rows {
        if let print = file.print { try keep(print: print, of: id) }
        try connection.execute(
          "UPDATE tracks SET reader = ?2 WHERE id = ?1 AND reader = 0", .integer(id),
          .integer(file.isInDoubt ? 1 : TrackDetails.reader))
      }
    }
  }

  /// Whether a row's folder is as it was, and the row's file in it.
  private func isMet(_ id: Int64, in seen: SeenRows) throws(StoreError) -> Bool {
    let folder = try connection.first("SELECT folder FROM tracks WHERE id = ?1 AND state <> 1", .integer(id))
    {
      (row) throws(StoreError) in try row.integer(0)
    }
    return folder.map { seen.contains(wholeFolder: $0) } ?? false
  }

  func print(ofRow id: Int64) throws(StoreError) -> Int64? {
    try connection.first("SELECT print FROM prints WHERE track = ?1", .integer(id)) {
      (row) throws(StoreError) in try row.integer(0)
    }
  }

  func keep(print: Int64?, of id: Int64) throws(StoreError) {
    if let print {
      try connection.execute(
        "INSERT INTO prints (track, print) VALUES (?1, ?2) ON CONFLICT (track) DO UPDATE SET print = ?2",
        .integer(id), .integer(print))
    } else {
      try connection.execute("DELETE FROM prints WHERE track = ?1", .integer(id))
    }
  }
}
