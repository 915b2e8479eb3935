import Media
import Model

extension VolumeStore {
  /// The subfolders, then the tracks, then the playlist files directly in `path`, in natural order, after `cursor`. The
  /// last window may have more than `limit` items, since the playlist files come with it.
  func children(of path: [UInt8], after cursor: ListingCursor?, limit: Int) throws(StoreError) -> Listing {
    var listing = Listing()
    guard let folder = try folder(path) else { return listing }
    if cursor?.track == nil {
      try connection.forEach(
        """
        SELECT f.path, f.order_key FROM folders f WHERE f.parent = ?1 AND f.order_key > ?2 AND (EXISTS (
          SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
          WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB))
        OR EXISTS (
          SELECT 1 FROM folders g CROSS JOIN playlist_files p ON p.folder = g.id
          WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB)))
        ORDER BY f.order_key LIMIT ?3
        """, .integer(folder.id), .blob(cursor?.folder ?? []), .number(limit)
      ) { (row) throws(StoreError) in
        listing.items.append(.folder(path: try validPath(try row.blob(0))))
        listing.next = ListingCursor(folder: try row.blob(1), track: nil)
      }
      if listing.items.count == limit { return listing }
    }
    var bytes = 0
    let walk = TreeWalk(store: self, columns: .facts, limit: limit - listing.items.count) {
      (row, folder) throws(StoreError) in
      let track = try self.track(row, folder: path)
      listing.items.append(.track(track))
      bytes += track.details.textBytes
      return bytes < Self.mostWindowBytes
    }
    listing.next = try walk.tracks(
      of: TreeWalk.Folder(id: folder.id, path: path, key: folder.key), after: cursor?.track
    ).next
    if listing.next == nil {
      listing.items += try playlistFiles(inFolder: folder.id, path: path).map { .playlistFile(path: $0) }
    }
    return listing
  }

  /// All tracks below `path` in natural order after `cursor`: a folder's own tracks, then its subfolders.
  ///
  /// - Parameter withFolders: whether subfolders with content come as items before their content, and a folder's
  ///   playlist files after its tracks; tracks come without their analyses then, since listings of folders don't show
  ///   them.
  func tree(
    below path: [UInt8], after cursor: ListingCursor?, limit: Int, withFolders: Bool
  ) throws(StoreError) -> Listing {
    var listing = Listing()
    listing.next = try tree(
      below: path, after: cursor, limit: limit, columns: withFolders ? .facts : .factsAndAnalyses,
      withFolders: withFolders
    ) { listing.items.append($0) }
    return listing
  }

  /// - Returns: where the next window begins; nil at the end.
  func tree(
    below path: [UInt8], after cursor: ListingCursor?, limit: Int, columns: TreeWalk.Columns,
    withFolders: Bool, take: @escaping (ListingItem) -> Void
  ) throws(StoreError) -> ListingCursor? {
    var (items, bytes) = (0, 0)
    func add(_ item: ListingItem) {
      take(item)
      items += 1
    }
    let hasPlaylistFiles = withFolders ? try hasPlaylistFiles() : false
    var walk = TreeWalk(store: self, columns: columns, limit: limit) { (row, folder) throws(StoreError) in
      if columns == .names {
        let name = try self.validName(row, 0)
        bytes += folder.path.count + name.count
        add(.name(name, folder: folder.path))
      } else {
        let track = try self.track(row, folder: folder.path)
        bytes += track.details.textBytes
        add(.track(track))
      }
      return items < limit && bytes < Self.mostWindowBytes
    }
    if withFolders {
      walk.enter = { (folder, hasTracks) throws(StoreError) in
        let isListed = hasTracks ? true : try self.holdsAnything(below: folder.key)
        if isListed { add(.folder(path: folder.path)) }
        return items < limit
      }
    }
    if hasPlaylistFiles {
      walk.leave = { (folder) throws(StoreError) in
        for path in try self.playlistFiles(inFolder: folder.id, path: folder.path) {
          add(.playlistFile(path: path))
        }
      }
    }
    return try walk.run(below: path, after: cursor)
  }

  /// As `tree`, paths only: reads little more than an index.
  func paths(
    below path: [UInt8], after cursor: ListingCursor?, limit: Int
  ) throws(StoreError) -> (paths: [[UInt8]], next: ListingCursor?) {
    var paths: [[UInt8]] = []
    let next = try tree(below: path, after: cursor, limit: limit, columns: .names, withFolders: false) {
      if case .name(let name, let folder) = $0 { paths.append(VolumePath.join(folder, name)) }
    }
    return (paths, next)
  }

  /// - Parameter column: a file's name.
  func validName(_ row: Row, _ column: Int32) throws(StoreError) -> [UInt8] {
    let name = try row.blob(column)
    guard VolumePath.isValid(component: name) else { throw strange("name") }
    return name
  }

  private func hasPlaylistFiles() throws(StoreError) -> Bool {
    try connection.first("SELECT EXISTS (SELECT 1 FROM playlist_files)") { (row) throws(StoreError) in
      try row.boolean(0)
    } ?? false
  }

  /// Whether there are tracks or playlist files.
  private func holdsAnything(below key: [UInt8]) throws(StoreError) -> Bool {
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
        WHERE g.order_key >= ?1 AND g.order_key < ?2)
      OR EXISTS (SELECT 1 FROM folders g CROSS JOIN playlist_files p ON p.folder = g.id
        WHERE g.order_key >= ?1 AND g.order_key < ?2)
      """, .blob(key), .blob(NaturalKey.subtreeEnd(key))
    ) { (row) throws(StoreError) in try row.boolean(0) } ?? false
  }

  /// What each of `paths` is, in their order; nil for what isn't a playable track here.
  /// - Parameter rows: where each was a moment ago, as far as that is known: as many, or none.
  func tracks(at paths: [[UInt8]], inRows rows: [Int64?] = []) throws(StoreError) -> [Track?] {
    var result = [Track?](repeating: nil, count: paths.count)
    let known = zip(rows, paths.indices).compactMap { row, place in row.map { (row: $0, place: place) } }
    try placedTracks(known.map(\.row)) { (index, track, _) in
      let place = known[index].place
      // It may have moved since.
      if track.reference.path == paths[place] { result[place] = track }
      return true
    }
    var last: (path: [UInt8], id: Int64?) = ([], 1)
    for (place, path) in paths.enumerated() where result[place] == nil {
      let (folderPath, name) = VolumePath.split(path)
      if folderPath != last.path { last = (folderPath, try folder(folderPath)?.id) }
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

  /// What `keep` stored for the track, where its file is as it was then.
  func seekIndex(at path: [UInt8]) throws(StoreError) -> [UInt8]? {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try folder(folderPath)?.id else { return nil }
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
    guard seekIndex.count <= Self.longestSeekIndexBytes, let folder = try folder(folderPath)?.id else {
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

  /// A window ends early once its texts are so long together; songs have some hundred bytes each.
  private static let mostWindowBytes = 256 * 1024

  /// - Parameter row: of a query for the 34 columns that `tracks` asks for.
  func track(_ row: Row, folder: [UInt8]) throws(StoreError) -> Track {
    guard let format = TrackDetails.Format(rawValue: try row.integer(5)) else { throw strange("format") }
    let rate = try row.integer(6, as: Int.self)
    let channels = try row.integer(7, as: Int.self)
    guard (1...1_000_000).contains(rate), (1...64).contains(channels) else {
      throw strange("rate or channels")
    }
    var details = TrackDetails(format: format, rate: rate, channels: channels)
    details.bits = try row.optionalInteger(8, as: UInt8.self).map { Int($0) }
    details.frames = try row.optionalInteger(9, as: Int64.self)
    details.duration = try row.optionalInteger(10, as: Int64.self).map { .microseconds(max(0, $0)) }
    details.durationIsEstimated = try row.boolean(11)
    details.title = try row.optionalText(12)
    details.artists = try texts(row, 13)
    details.album = try row.optionalText(14)
    details.albumArtists = try texts(row, 15)
    details.genres = try texts(row, 16)
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
    details.more = try moreTags(row, 28)
    return Track(
      reference: TrackReference(volume: identity, path: VolumePath.join(folder, try validName(row, 0))),
      row: try row.integer(29),
      sizeBytes: max(0, try row.integer(2)), modified: .nanoseconds(try row.integer(3)),
      added: try row.optionalInteger(4, as: Int64.self).map { .microseconds($0) }, details: details,
      settledTempo: try row.optionalReal(30),
      settledKey: try row.optionalInteger(31, as: Int64.self).flatMap {
        (0..<24).contains($0) ? MusicalKey.all[Int($0)] : nil
      },
      measuredLoudness: try row.optionalReal(32), measuredPeak: try row.optionalReal(33))
  }

  /// - Parameter wanted: others are left out, which costs next to nothing.
  func moreTags(
    _ row: Row, _ column: Int32, _ wanted: StoredTag.Selection = .all
  ) throws(StoreError) -> [TrackDetails.TagValue] {
    if row.isNull(column) { return [] }
    var values: [TrackDetails.TagValue] = []
    // What is kept holds to the limit; a stick's database may hold anything.
    let isWhole = row.hasText(column) { bytes in
      bytes.count <= TrackDetails.moreLimit && Self.append(bytes, wanted, to: &values)
    }
    guard isWhole else { throw strange("list of tags") }
    return values
  }

  /// - Returns: whether each number has its text.
  private static func append(
    _ bytes: Span<UInt8>, _ wanted: StoredTag.Selection, to values: inout [TrackDetails.TagValue]
  ) -> Bool {
    var place = 0
    for _ in 0..<mostTags {
      var number: Int? = 0
      while place < bytes.count, bytes[place] != separator {
        let digit = Int(bytes[place]) - 0x30
        number = number.flatMap { (0...9).contains(digit) && $0 < 1000 ? $0 * 10 + digit : nil }
        place += 1
      }
      guard place < bytes.count else { return false }
      let start = place + 1
      place = start
      while place < bytes.count, bytes[place] != separator { place += 1 }
      if let number, wanted.contains(number), let name = StoredTag.name(number) {
        guard let text = try? UTF8Span(validating: bytes.extracting(start..<place)) else { return false }
        values.append(.init(name, String(copying: text)))
      }
      if place == bytes.count { return true }
      place += 1
    }
    return true
  }

  func texts(_ row: Row, _ column: Int32) throws(StoreError) -> [String] {
    guard let text = try row.optionalText(column) else { return [] }
    // By bytes: to find where characters end takes longer than all else.
    guard text.utf8.contains(Self.separator) else { return text.isEmpty ? [] : [text] }
    return text.utf8.split(separator: Self.separator).prefix(Self.mostValues).map { String(Substring($0)) }
  }

  /// `SQLValue.separator`.
  private static let separator = UInt8(ascii: "\u{1F}")

  /// As many as are read of one tag of a file.
  private static let mostValues = 16
  /// As many as there are kinds of tags, with all their values.
  private static let mostTags = 600

  func validPath(_ path: [UInt8]) throws(StoreError) -> [UInt8] {
    guard VolumePath.isValid(path) else { throw strange("path") }
    return path
  }

  func strange(_ what: String) -> StoreError {
    StoreError(.foreign, "a \(what) that this program never writes", path: connection.path)
  }

  /// Whether anything is listed below `path`.
  func isFolder(_ path: [UInt8]) throws(StoreError) -> Bool {
    guard let key = try folder(path)?.key else { return false }
    return try holdsAnything(below: key)
  }

  /// The path of the `number`th (from 1) top-level folder with tracks, in natural order.
  func topFolder(_ number: Int) throws(StoreError) -> [UInt8]? {
    try connection.first(
      """
      SELECT f.path FROM folders f WHERE f.parent = 1 AND EXISTS (
        SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
        WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB))
      ORDER BY f.order_key LIMIT 1 OFFSET ?1
      """, .number(max(0, number - 1))
    ) { (row) throws(StoreError) in try validPath(try row.blob(0)) }
  }

  /// How many playable tracks there were when a scan last ended: known at once, whatever the storage.
  func lastCount() throws(StoreError) -> Int64 {
    try connection.first("SELECT tracks FROM volume") { (row) throws(StoreError) in max(0, try row.integer(0))
    } ?? 0
  }

  /// How many playable tracks there are: reads an index.
  func trackCount() throws(StoreError) -> Int64 {
    try connection.first("SELECT count(*) FROM tracks WHERE state = 0") { (row) throws(StoreError) in
      try row.integer(0)
    } ?? 0
  }
}
