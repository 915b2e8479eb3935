import Model

/// The rows of tracks in a volume's database.
struct TrackTable {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// Reads the tracks at `paths`, in their order; nil for one that is no playable track here.
  /// - Parameter rows: where each was a moment ago, as far as that is known: as many, or none.
  func at(_ paths: [[UInt8]], inRows rows: [Int64?] = []) throws(StoreError) -> [Track?] {
    var result = [Track?](repeating: nil, count: paths.count)
    let known = zip(rows, paths.indices).compactMap { row, place in row.map { (row: $0, place: place) } }
    try placed(known.map(\.row)) { (index, track, _) in
      let place = known[index].place
      // It may have moved since.
      if track.reference.path == paths[place] { result[place] = track }
      return true
    }
    var last: (path: [UInt8], id: Int64?) = ([], 1)
    for (place, path) in paths.enumerated() where result[place] == nil {
      let (folderPath, name) = VolumePath.split(path)
      if folderPath != last.path { last = (folderPath, try store.folder(folderPath)?.id) }
      guard let folder = last.id else { continue }
      result[place] =
        try connection.first(
          """
          SELECT name, sort_key, t.size, t.mtime_ns, added_time, format, rate, channels, bits, frames, duration_us,
            duration_estimated, title, artist, album, album_artist, genre, date, disc, t.track, bit_rate,
            disc_total, track_total, compilation, track_gain, album_gain, track_peak, album_peak, more, id,
            a.bpm, a.music_key, a.loudness, a.peak
          FROM tracks t LEFT JOIN analyses a ON a.track = t.id
          WHERE folder = ?1 AND name = ?2 AND state IN (0, 3)
          """, .integer(folder), .blob(name)
        ) { (row) throws(StoreError) in try track(row, folder: folderPath) }
    }
    return result
  }

  /// Reads the columns of `StoredTrack` of the track that is named so in a folder.
  /// - Returns: whether it is a playable track here.
  func listed(
    _ name: [UInt8], in folder: Int64, body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    var isThere = false
    try connection.forEach(
      """
      SELECT name, sort_key, mtime_ns, added_time, rate, bits, channels, duration_us, artist, album, album_artist, title,
        track, genre, date, disc, more
      FROM tracks WHERE folder = ?1 AND name = ?2 AND state IN (0, 3)
      """, .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in
      isThere = true
      try body(row)
    }
    return isThere
  }

  /// Those of `ids` that are playable tracks in a part of the tree, in natural order.
  /// - Parameters:
  ///   - first, end: the keys of its folders.
  ///   - cursor: they come after this place.
  func ordered(
    _ ids: [Int64], inFoldersFrom first: [UInt8], to end: [UInt8], after cursor: ListingCursor?
  ) throws(StoreError) -> [Int64] {
    var ordered: [Int64] = []
    ordered.reserveCapacity(ids.count)
    try connection.forEach(
      """
      SELECT t.id FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
      CROSS JOIN folders f ON f.id = t.folder
      WHERE f.order_key >= ?2 AND f.order_key < ?3 AND (f.order_key > ?2 OR t.sort_key > ?4)
      ORDER BY f.order_key, t.sort_key
      """, .text(Self.json(ids)), .blob(cursor?.folder ?? first), .blob(end), .blob(cursor?.track ?? [])
    ) { (row) throws(StoreError) in ordered.append(try row.integer(0)) }
    return ordered
  }

  /// Reads the columns of `StoredTrack` of those of `ids` that are playable tracks, in their order, until `body` has enough.
  /// - Parameter body: gets each one's index, too.
  /// - Returns: where it had enough; nil after the last one.
  func listed(
    _ ids: [Int64], body: (Int, Row, _ folder: [UInt8]) throws(StoreError) -> Bool
  ) throws(StoreError) -> ListingCursor? {
    var folder: (id: Int64, path: [UInt8]) = (0, [])
    var place: ListingCursor?
    for start in stride(from: 0, to: ids.count, by: Self.mostAtOnce) where place == nil {
      // The columns of JSON's rows have names that tracks' columns have, too.
      try connection.forEachWhile(
        """
        SELECT t.name, t.sort_key, t.mtime_ns, added_time, rate, bits, channels, duration_us, artist, album, album_artist,
          title, t.track, genre, date, disc, more, t.folder, f.path, f.order_key, j.key
        FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
        CROSS JOIN folders f ON f.id = t.folder
        """, .text(Self.json(ids[start...].prefix(Self.mostAtOnce))),
        body: { (row) throws(StoreError) in
          let id = try row.integer(17)
          if folder.id != id { folder = (id, try store.validPath(try row.blob(18))) }
          if try body(start + (try row.integer(20, as: Int.self)), row, folder.path) { return true }
          place = ListingCursor(folder: try row.blob(19), track: try row.blob(1))
          return false
        })
    }
    return place
  }

  /// Number of folders per statement: most have some ten tracks.
  private static let mostFoldersAtOnce = 100

  /// Reads the columns of `StoredTrack` of the tracks in `folders`, in the order of these, until `body` has enough.
  /// - Parameter cursor: they come after this place.
  /// - Returns: where it had enough, and the index of that folder; nil after the last track.
  func listed(
    inFolders folders: [Int64], after cursor: ListingCursor?,
    body: (Row, _ folder: [UInt8]) throws(StoreError) -> Bool
  ) throws(StoreError) -> (ListingCursor, index: Int)? {
    var folder: (id: Int64, path: [UInt8]) = (0, [])
    var end: (ListingCursor, index: Int)?
    for start in stride(from: 0, to: folders.count, by: Self.mostFoldersAtOnce) where end == nil {
      try connection.forEachWhile(
        """
        SELECT t.name, t.sort_key, t.mtime_ns, added_time, rate, bits, channels, duration_us, artist, album, album_artist,
          title, t.track, genre, date, disc, more, t.folder, f.path, f.order_key, j.key
        FROM json_each(?1) j CROSS JOIN folders f ON f.id = j.value
        CROSS JOIN tracks t INDEXED BY tracks_in_order ON t.folder = f.id AND t.state = 0
        WHERE t.sort_key > CASE WHEN f.order_key > ?2 THEN x'' ELSE ?3 END
        """, .text(Self.json(folders[start...].prefix(Self.mostFoldersAtOnce))), .blob(cursor?.folder ?? []),
        .blob(cursor?.track ?? []),
        body: { (row) throws(StoreError) in
          let id = try row.integer(17)
          if folder.id != id { folder = (id, try store.validPath(try row.blob(18))) }
          if try body(row, folder.path) { return true }
          let place = ListingCursor(folder: try row.blob(19), track: try row.blob(1))
          end = (place, start + (try row.integer(20, as: Int.self)))
          return false
        })
    }
    return end
  }

  /// Reads the tracks at `paths`, in their order, as `make` makes them; nil for one that is no playable track here.
  ///
  /// - Parameters:
  ///   - rows: where each was a moment ago, as far as that is known: as many, or none.
  ///   - prefix: what stands before the volume's paths in URIs.
  func listed<Value>(
    at paths: [[UInt8]], inRows rows: [Int64?], prefix: String,
    make: (StoredTrack) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value?] {
    var result = [Value?](repeating: nil, count: paths.count)
    var (last, before): ([UInt8], String) = ([], prefix)
    func take(_ place: Int, _ row: Row, _ folder: [UInt8]) throws(StoreError) {
      if folder != last { (last, before) = (folder, TreeListing.before(namesIn: folder, prefix)) }
      result[place] = try make(StoredTrack(row: row, before: before))
    }
    let known = zip(rows, paths.indices).compactMap { row, place in row.map { (row: $0, place: place) } }
    if !known.isEmpty {
      _ = try listed(known.map(\.row)) { (index, row, folder) throws(StoreError) in
        let place = known[index].place
        // It may have moved since.
        if VolumePath.join(folder, try row.name(0)) == paths[place] { try take(place, row, folder) }
        return true
      }
    }
    var start = 0
    while start < paths.count {
      let folder = VolumePath.split(paths[start]).folder
      let end = paths[start...].firstIndex { !VolumePath.isChild($0, of: folder) } ?? paths.count
      if let id = try store.folder(folder)?.id {
        try listed(start..<end, of: paths, in: id, isKnown: { result[$0] != nil }) {
          (place, row) throws(StoreError) in
          try take(place, row, folder)
        }
      }
      start = end
    }
    return result
  }

  /// Number of neighbours in a folder from which they are read together.
  private static let fewNeighbours = 4
  /// A folder may have more tracks between them than they are.
  private static let mostBetween = 4

  /// Reads the columns of `StoredTrack` of those of `paths` in `range`, all of one folder, that are not known yet.
  private func listed(
    _ range: Range<Int>, of paths: [[UInt8]], in folder: Int64, isKnown: (Int) -> Bool,
    take: (_ place: Int, Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let names = range.map { VolumePath.split(paths[$0]).name }
    if range.count >= Self.fewNeighbours, !isKnown(range.lowerBound),
      let first = names.min(by: { $0.lexicographicallyPrecedes($1) }),
      let last = names.max(by: { $0.lexicographicallyPrecedes($1) })
    {
      let places = Dictionary(zip(names, range)) { first, _ in first }
      try connection.forEach(
        """
        SELECT name, sort_key, mtime_ns, added_time, rate, bits, channels, duration_us, artist, album, album_artist, title,
          track, genre, date, disc, more
        FROM tracks WHERE folder = ?1 AND name >= ?2 AND name <= ?3 AND state IN (0, 3) LIMIT ?4
        """, .integer(folder), .blob(first), .blob(last), .number(range.count * Self.mostBetween)
      ) { (row) throws(StoreError) in
        if let place = places[try row.name(0)] { try take(place, row) }
      }
    }
    for (name, place) in zip(names, range) where !isKnown(place) {
      _ = try listed(name, in: folder) { (row) throws(StoreError) in try take(place, row) }
    }
  }

  /// Returns the index that `keep` stored for the track, if its file has not changed since.
  func seekIndex(at path: [UInt8]) throws(StoreError) -> [UInt8]? {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try store.folder(folderPath)?.id else { return nil }
    return try connection.first(
      """
      SELECT seek_indexes.data FROM tracks JOIN seek_indexes ON seek_indexes.track = tracks.id
      WHERE folder = ?1 AND name = ?2 AND state = 0 AND seek_indexes.size = tracks.size
        AND seek_indexes.mtime_ns = tracks.mtime_ns AND length(data) <= 16384
      """, .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.blob(0) }
  }

  /// The longest index that is kept, as the schema has it too.
  private static let longestSeekIndexBytes = 16_384

  /// Keeps where the frames of a track's file lie, in place of what was kept before; one that is too long is not.
  func keep(seekIndex: [UInt8], at path: [UInt8]) throws(StoreError) {
    let (folderPath, name) = VolumePath.split(path)
    guard seekIndex.count <= Self.longestSeekIndexBytes, let folder = try store.folder(folderPath)?.id else {
      return
    }
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute(
        """
        INSERT INTO seek_indexes (track, size, mtime_ns, data)
        SELECT id, size, mtime_ns, ?3 FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0
        ON CONFLICT (track) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns, data = excluded.data
        """, .integer(folder), .blob(name), .blob(seekIndex))
    }
  }

  /// - Parameter row: of a query for the 34 columns that `tracks` asks for.
  func track(_ row: Row, folder: [UInt8]) throws(StoreError) -> Track {
    guard let format = TrackDetails.Format(rawValue: try row.integer(5)) else { throw row.strange("format") }
    let rate = try row.integer(6, as: Int.self)
    let channels = try row.integer(7, as: Int.self)
    guard (1...1_000_000).contains(rate), (1...64).contains(channels) else {
      throw row.strange("rate or channels")
    }
    var details = TrackDetails(format: format, rate: rate, channels: channels)
    details.bits = try row.optionalInteger(8, as: UInt8.self).map { Int($0) }
    details.frames = try row.optionalInteger(9, as: Int64.self)
    details.duration = try row.optionalInteger(10, as: Int64.self).map { .microseconds(max(0, $0)) }
    details.durationIsEstimated = try row.boolean(11)
    details.title = try row.optionalText(12)
    details.artists = try row.texts(13)
    details.album = try row.optionalText(14)
    details.albumArtists = try row.texts(15)
    details.genres = try row.texts(16)
    details.date = try row.optionalText(17)
    details.disc = try row.optionalInteger(18, as: Int32.self).map { Int($0) }
    details.track = try row.optionalInteger(19, as: Int32.self).map { Int($0) }
    details.bitRate = try row.optionalInteger(20, as: Int32.self).map { Int($0) }
    details.discTotal = try row.optionalInteger(21, as: Int32.self).map { Int($0) }
    details.trackTotal = try row.optionalInteger(22, as: Int32.self).map { Int($0) }
    details.isCompilation = row.isNull(23) ? nil : try row.boolean(23)
    details.loudness.trackGain = try row.optionalReal(24)
    details.loudness.albumGain = try row.optionalReal(25)
    details.loudness.trackPeak = try row.optionalReal(26)
    details.loudness.albumPeak = try row.optionalReal(27)
    details.more = try row.moreTags(28)
    return Track(
      reference: TrackReference(volume: store.identity, path: VolumePath.join(folder, try row.name(0))),
      row: try row.integer(29),
      sizeBytes: max(0, try row.integer(2)), modified: .nanoseconds(try row.integer(3)),
      added: try row.optionalInteger(4, as: Int64.self).map { .microseconds($0) }, details: details,
      settledTempo: try row.optionalReal(30),
      settledKey: try row.optionalInteger(31, as: Int64.self).flatMap {
        (0..<24).contains($0) ? MusicalKey.all[Int($0)] : nil
      },
      measuredLoudness: try row.optionalReal(32), measuredPeak: try row.optionalReal(33))
  }

  // MARK: By rows

  /// Reads the tracks in `rows`, in their order; nil for a row that is no longer a playable track.
  func inRows(_ rows: [Int64]) throws(StoreError) -> [Track?] {
    var result = [Track?](repeating: nil, count: rows.count)
    try placed(rows) { (index, track, _) in
      result[index] = track
      return true
    }
    return result
  }

  /// The path of each of `rows`, in their order; nil for a row that is no longer a playable track.
  func references(inRows rows: [Int64]) throws(StoreError) -> [TrackReference?] {
    var result = [TrackReference?](repeating: nil, count: rows.count)
    for start in stride(from: 0, to: rows.count, by: Self.mostAtOnce) {
      try connection.forEach(
        """
        SELECT j.key, f.path, t.name FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
        CROSS JOIN folders f ON f.id = t.folder
        """, .text(Self.json(rows[start...].prefix(Self.mostAtOnce)))
      ) { (row) throws(StoreError) in
        let index = start + (try row.integer(0, as: Int.self))
        let path = try store.validPath(VolumePath.join(try row.blob(1), try row.blob(2)))
        result[index] = TrackReference(volume: store.identity, path: path)
      }
    }
    return result
  }

  /// Those of `rows` that are playable tracks, in their order.
  func present(_ rows: [Int64]) throws(StoreError) -> [Int64] {
    var isHere = [Bool](repeating: false, count: rows.count)
    for start in stride(from: 0, to: rows.count, by: Self.mostAtOnce) {
      try connection.forEach(
        "SELECT j.key FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0",
        .text(Self.json(rows[start...].prefix(Self.mostAtOnce)))
      ) { (row) throws(StoreError) in
        let index = try row.integer(0, as: Int.self)
        isHere[start + index] = true
      }
    }
    return zip(rows, isHere).compactMap { $1 ? $0 : nil }
  }

  /// Number of rows per statement.
  static let mostAtOnce = 1000

  /// Numbers of rows as a statement takes them, all in one value: to run it for each would take several times as long.
  static func json(_ rows: some Collection<Int64>) -> String {
    var text = "["
    text.reserveCapacity(rows.count * 8)
    for row in rows {
      if text.utf8.count > 1 { text += "," }
      text += String(row)
    }
    return text + "]"
  }

  /// Gives `body` those of `ids` that are playable tracks, in their order, each with its index, until it has enough.
  func placed(
    _ ids: [Int64], body: (Int, Track, NaturalPlace) -> Bool
  ) throws(StoreError) {
    var goesOn = true
    var folder: (id: Int64, path: [UInt8], key: [UInt8]) = (0, [], [])
    for start in stride(from: 0, to: ids.count, by: Self.mostAtOnce) where goesOn {
      // The columns of JSON's rows have names that tracks' columns have, too.
      try connection.forEachWhile(
        """
        SELECT t.name, t.sort_key, t.size, t.mtime_ns, added_time, format, rate, channels, bits, frames, duration_us,
          duration_estimated, title, artist, album, album_artist, genre, date, disc, t.track, bit_rate,
          disc_total, track_total, compilation, track_gain, album_gain, track_peak, album_peak, more, t.id,
          a.bpm, a.music_key, a.loudness, a.peak, j.key, t.folder, f.path, f.order_key
        FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
        CROSS JOIN folders f ON f.id = t.folder
        LEFT JOIN analyses a ON a.track = t.id
        """, .text(Self.json(ids[start...].prefix(Self.mostAtOnce))),
        body: { (row) throws(StoreError) in
          let id = try row.integer(35)
          if folder.id != id { folder = (id, try store.validPath(try row.blob(36)), try row.blob(37)) }
          goesOn = body(
            start + (try row.integer(34, as: Int.self)), try track(row, folder: folder.path),
            NaturalPlace(folder: folder.key, track: try row.blob(1)))
          return goesOn
        })
    }
  }

  // MARK: Chapters

  /// The chapters that a track's file names, in its order; nil where there is no such track.
  func chapters(at path: [UInt8]) throws(StoreError) -> [Chapter]? {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try store.folder(folderPath)?.id else { return nil }
    let track = try connection.first(
      "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0", .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) }
    guard let track else { return nil }
    var chapters: [Chapter] = []
    var room = Chapter.textLimit
    try connection.forEach(
      "SELECT start_us, end_us, title, performer FROM chapters WHERE track = ?1 ORDER BY number LIMIT ?2",
      .integer(track), .number(Chapter.countLimit)
    ) { (row) throws(StoreError) in
      let start = try row.integer(0)
      let end = try row.optionalInteger(1, as: Int64.self)
      let (title, performer) = (try row.optionalText(2), try row.optionalText(3))
      room -= (title?.utf8.count ?? 0) + (performer?.utf8.count ?? 0)
      // Stored chapters are within the limits; a stick's database may hold anything.
      guard start >= 0, end ?? start >= start, room >= 0 else {
        throw StoreError(.foreign, "chapters that this program never writes", path: connection.path)
      }
      chapters.append(
        Chapter(
          start: .microseconds(start), end: end.map { .microseconds($0) }, title: title, performer: performer)
      )
    }
    return chapters
  }

  /// In place of those that were kept of the row before.
  func keep(_ chapters: [Chapter], of id: Int64) throws(StoreError) {
    try connection.execute("DELETE FROM chapters WHERE track = ?1", .integer(id))
    for (number, chapter) in chapters.enumerated() {
      try connection.execute(
        "INSERT INTO chapters (track, number, start_us, end_us, title, performer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        .integer(id), .number(number), .integer(chapter.start.microseconds),
        .optional(chapter.end?.microseconds), .optional(chapter.title), .optional(chapter.performer))
    }
  }
}
