import Model

/// Goes through the tracks at and below a folder in natural order, a window at a time: a folder's own tracks, then those of
/// its subfolders. One statement reads all folders that follow the first one of a window: most have few tracks.
struct TreeWalk {
  struct Folder {
    let id: Int64
    let path: [UInt8]
    let key: [UInt8]
  }

  /// Columns read of a track: each begins with `name, sort_key`.
  enum Columns: Equatable {
    /// No more than that.
    case names
    /// Columns that `StoredTrack` reads.
    case listed
    /// Columns that `VolumeStore.track` takes.
    case facts
    /// The same with its row of `analyses`, which costs a quarter more.
    case factsAndAnalyses
    /// `id, mtime_ns, added_time`, and of the tags those that a mask names; the name is NULL unless `named`.
    case some(of: Int64, named: Bool)
  }

  let store: VolumeStore
  let columns: Columns
  /// In rows.
  let limit: Int
  /// Called with each folder below the first one when the walk reaches it, and whether it has tracks of its own.
  /// - Returns: whether the window has room for its tracks.
  var enter: (Folder, _ hasTracks: Bool) throws(StoreError) -> Bool = { _, _ in true }
  /// Called after the last track of a folder.
  var leave: (Folder) throws(StoreError) -> Void = { _ in }
  /// - Returns: whether the window has room for a further one.
  let take: (Row, Folder) throws(StoreError) -> Bool

  /// - Returns: where the next window begins; nil at the end.
  func run(below path: [UInt8], after cursor: ListingCursor?) throws(StoreError) -> ListingCursor? {
    guard let base = try store.folder(path) else { return nil }
    let end = NaturalKey.subtreeEnd(base.key)
    guard var current = try folder(at: cursor?.folder ?? base.key, before: end) else { return nil }
    // The folder where the window before ended may be gone by now.
    let place = cursor.flatMap { $0.folder == current.key ? $0.track : nil }
    let (next, rows) = try tracks(of: current, after: place)
    if let next { return next }
    try leave(current)
    let room = limit - rows
    let first = columns.firstOfFolder
    var (seen, isFull, isOpen, last) = (0, false, false, [UInt8]?.none)
    try store.connection.forEachWhile(
      columns.following, with: [.blob(current.key), .blob(end), .number(room)] + columns.parameters,
      body: { (row) throws(StoreError) in
        seen += 1
        if try row.integer(first) != current.id {
          if isOpen { try leave(current) }
          current = try Self.folder(row, from: first, store)
          (isOpen, last) = (true, nil)
          isFull = try !enter(current, !row.isNull(1))
          if isFull { return false }
        }
        // A folder without a track is a row as well.
        if row.isNull(1) { return true }
        isFull = try !take(row, current)
        if isFull || seen == room { last = try row.blob(1) }
        return !isFull
      })
    if isFull || seen == room { return ListingCursor(folder: current.key, track: last) }
    if isOpen { try leave(current) }
    return nil
  }

  /// Those of one folder after a key.
  /// - Returns: where the next window begins, nil at the folder's end; and how many there were.
  func tracks(
    of folder: Folder, after key: [UInt8]?
  ) throws(StoreError) -> (next: ListingCursor?, rows: Int) {
    var (rows, isFull, last) = (0, false, key)
    try store.connection.forEachWhile(
      columns.ofFolder, with: [.integer(folder.id), .blob(key ?? []), .number(limit)] + columns.parameters,
      body: { (row) throws(StoreError) in
        rows += 1
        isFull = try !take(row, folder) || rows == limit
        if isFull { last = try row.blob(1) }
        return !isFull
      })
    return (isFull ? ListingCursor(folder: folder.key, track: last) : nil, rows)
  }

  private func folder(at key: [UInt8], before end: [UInt8]) throws(StoreError) -> Folder? {
    try store.connection.first(
      "SELECT id, path, order_key FROM folders WHERE order_key >= ?1 AND order_key < ?2 ORDER BY order_key LIMIT 1",
      .blob(key), .blob(end)
    ) { (row) throws(StoreError) in try Self.folder(row, from: 0, store) }
  }

  private static func folder(
    _ row: Row, from first: Int32, _ store: VolumeStore
  ) throws(StoreError) -> Folder {
    Folder(
      id: try row.integer(first), path: try store.validPath(try row.blob(first + 1)),
      key: try row.blob(first + 2))
  }
}

extension TreeWalk.Columns {
  /// The column of a folder's number in `following`, before its path and key.
  fileprivate var firstOfFolder: Int32 {
    switch self {
    case .names: 2
    case .listed: 17
    case .facts, .factsAndAnalyses: 34
    case .some: 14
    }
  }

  fileprivate var parameters: [SQLValue] {
    switch self {
    case .names, .listed: []
    case .facts: [.boolean(false)]
    case .factsAndAnalyses: [.boolean(true)]
    case .some(let mask, let named): [.integer(mask), .boolean(named)]
    }
  }

  fileprivate var ofFolder: StaticString {
    switch self {
    case .names:
      """
      SELECT name, sort_key FROM tracks WHERE folder = ?1 AND state = 0 AND sort_key > ?2 ORDER BY sort_key LIMIT ?3
      """
    case .listed:
      """
      SELECT name, sort_key, mtime_ns, added_time, rate, bits, channels, duration_us, artist, album, album_artist, title,
        track, genre, date, disc, more
      FROM tracks WHERE folder = ?1 AND state = 0 AND sort_key > ?2 ORDER BY sort_key LIMIT ?3
      """
    case .some:
      """
      SELECT CASE WHEN ?5 THEN name END, sort_key, id, mtime_ns, added_time, CASE WHEN ?4 & 1 THEN artist END,
        CASE WHEN ?4 & 2 THEN album END, CASE WHEN ?4 & 4 THEN album_artist END, CASE WHEN ?4 & 8 THEN title END,
        CASE WHEN ?4 & 16 THEN track END, CASE WHEN ?4 & 32 THEN genre END, CASE WHEN ?4 & 64 THEN date END,
        CASE WHEN ?4 & 128 THEN disc END, CASE WHEN ?4 & 256 THEN more END
      FROM tracks WHERE folder = ?1 AND state = 0 AND sort_key > ?2 ORDER BY sort_key LIMIT ?3
      """
    case .facts, .factsAndAnalyses:
      """
      SELECT name, sort_key, t.size, t.mtime_ns, added_time, format, rate, channels, bits, frames, duration_us,
        duration_estimated, title, artist, album, album_artist, genre, date, disc, t.track, bit_rate,
        disc_total, track_total, compilation, track_gain, album_gain, track_peak, album_peak, more, id,
        a.bpm, a.music_key, a.loudness, a.peak
      FROM tracks t LEFT JOIN analyses a ON a.track = iif(?4, t.id, NULL)
      WHERE folder = ?1 AND state = 0 AND sort_key > ?2 ORDER BY sort_key LIMIT ?3
      """
    }
  }

  fileprivate var following: StaticString {
    switch self {
    case .names:
      """
      SELECT t.name, t.sort_key, f.id, f.path, f.order_key
      FROM folders f LEFT JOIN tracks t INDEXED BY tracks_in_order ON t.folder = f.id AND t.state = 0
      WHERE f.order_key > ?1 AND f.order_key < ?2 ORDER BY f.order_key, t.sort_key LIMIT ?3
      """
    case .listed:
      """
      SELECT name, sort_key, mtime_ns, added_time, rate, bits, channels, duration_us, artist, album, album_artist, title,
        track, genre, date, disc, more, f.id, f.path, f.order_key
      FROM folders f LEFT JOIN tracks t INDEXED BY tracks_in_order ON t.folder = f.id AND t.state = 0
      WHERE f.order_key > ?1 AND f.order_key < ?2 ORDER BY f.order_key, t.sort_key LIMIT ?3
      """
    case .some:
      """
      SELECT CASE WHEN ?5 THEN name END, sort_key, t.id, mtime_ns, added_time, CASE WHEN ?4 & 1 THEN artist END,
        CASE WHEN ?4 & 2 THEN album END, CASE WHEN ?4 & 4 THEN album_artist END, CASE WHEN ?4 & 8 THEN title END,
        CASE WHEN ?4 & 16 THEN track END, CASE WHEN ?4 & 32 THEN genre END, CASE WHEN ?4 & 64 THEN date END,
        CASE WHEN ?4 & 128 THEN disc END, CASE WHEN ?4 & 256 THEN more END, f.id, f.path, f.order_key
      FROM folders f LEFT JOIN tracks t INDEXED BY tracks_in_order ON t.folder = f.id AND t.state = 0
      WHERE f.order_key > ?1 AND f.order_key < ?2 ORDER BY f.order_key, t.sort_key LIMIT ?3
      """
    case .facts, .factsAndAnalyses:
      """
      SELECT name, sort_key, t.size, t.mtime_ns, added_time, format, rate, channels, bits, frames, duration_us,
        duration_estimated, title, artist, album, album_artist, genre, date, disc, t.track, bit_rate,
        disc_total, track_total, compilation, track_gain, album_gain, track_peak, album_peak, more, t.id,
        a.bpm, a.music_key, a.loudness, a.peak, f.id, f.path, f.order_key
      FROM folders f LEFT JOIN tracks t INDEXED BY tracks_in_order ON t.folder = f.id AND t.state = 0
      LEFT JOIN analyses a ON a.track = iif(?4, t.id, NULL)
      WHERE f.order_key > ?1 AND f.order_key < ?2 ORDER BY f.order_key, t.sort_key LIMIT ?3
      """
    }
  }
}
