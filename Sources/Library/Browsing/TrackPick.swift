import Model

/// Reads some columns of many tracks: what most of them are left out by.
struct TrackPick<Value> {
  let store: VolumeStore
  private let mask: Int64
  private let more: StoredTag.Selection
  /// Whether tracks come with their files' names, in place of their paths.
  let named: Bool
  /// Limits of a window: rows that are read, and results.
  let limit: Int
  let most: Int
  let look: (PickedTrack) -> Value?

  init(
    _ fields: Set<TagTally.Field>, named: Bool, of store: VolumeStore, limit: Int, most: Int,
    look: @escaping (PickedTrack) -> Value?
  ) {
    self.store = store
    self.named = named
    self.limit = limit
    self.most = most
    self.look = look
    mask = TagCounts.mask(of: fields)
    more = StoredTag.Selection(fields)
  }

  /// A window of the results of all playable tracks, in natural order.
  func inOrder(after cursor: ListingCursor?) throws(StoreError) -> (values: [Value], next: ListingCursor?) {
    var values: [Value] = []
    let walk = TreeWalk(
      store: store, columns: .some(of: mask, named: named), limit: limit
    ) { (row, _) throws(StoreError) in
      if let value = look(try track(row)) { values.append(value) }
      return values.count < most
    }
    let next = try walk.run(below: [], after: cursor)
    return (values, next)
  }

  /// The results of all playable tracks that may have `wanted`, in natural order.
  /// - Returns: nil if words don't narrow the search, or some tracks are in no text index yet.
  func having(_ wanted: [WantedValue]) throws(StoreError) -> [Value]? {
    guard try store.textIndex.isComplete(), let expression = WantedValue.expression(of: wanted) else {
      return nil
    }
    var found: [(folder: Int64, key: [UInt8], value: Value)] = []
    var rows = 0
    try store.textIndex.using { () throws(StoreError) in
      try store.connection.forEachWhile(
        """
        SELECT CASE WHEN ?5 THEN name END, sort_key, t.id, t.mtime_ns, added_time,
          CASE WHEN ?4 & 1 THEN t.artist END, CASE WHEN ?4 & 2 THEN t.album END,
          CASE WHEN ?4 & 4 THEN t.album_artist END, CASE WHEN ?4 & 8 THEN t.title END,
          CASE WHEN ?4 & 16 THEN t.track END, CASE WHEN ?4 & 32 THEN t.genre END, CASE WHEN ?4 & 64 THEN date END,
          CASE WHEN ?4 & 128 THEN disc END, CASE WHEN ?4 & 256 THEN more END, t.folder
        FROM songs CROSS JOIN tracks t ON t.id = songs.rowid
        WHERE songs MATCH ?1 AND songs.rowid > ?2 AND t.state = 0 LIMIT ?3
        """, .text(expression), .integer(.min), .number(Self.mostRows),
        .integer(mask), .boolean(named),
        body: { (row) throws(StoreError) in
          rows += 1
          if let value = look(try track(row)) {
            found.append((try row.integer(Self.folder), try row.blob(1), value))
          }
          return rows < Self.mostRows
        })
    }
    if rows == Self.mostRows { return nil }
    var places: [Int64: Int] = [:]
    for (place, folder) in try store.inOrder(Set(found.map(\.folder))).enumerated() {
      places[folder] = place
    }
    let ordered = found.sorted { a, b in
      let (first, second) = (places[a.folder] ?? 0, places[b.folder] ?? 0)
      return first < second || first == second && a.key.lexicographicallyPrecedes(b.key)
    }
    return ordered.prefix(most).map(\.value)
  }

  /// The column of the folder's number in the query of `having`.
  private static var folder: Int32 { 14 }
  /// More rows than this are gone through in order.
  private static var mostRows: Int { 16_384 }

  private func track(_ row: Row) throws(StoreError) -> PickedTrack {
    PickedTrack(
      row: try row.integer(2), name: named ? try row.name(0) : [],
      modified: .nanoseconds(try row.integer(3)),
      added: try row.optionalInteger(4, as: Int64.self).map { .microseconds($0) },
      values: try row.values(from: 5, mask: mask, more: more))
  }
}

extension VolumeStore {
  /// Folders in natural order.
  fileprivate func inOrder(_ folders: Set<Int64>) throws(StoreError) -> [Int64] {
    var result: [Int64] = []
    try connection.forEach(
      "SELECT f.id FROM json_each(?1) j CROSS JOIN folders f ON f.id = j.value ORDER BY f.order_key",
      .text(TrackTable.json(folders))
    ) { (row) throws(StoreError) in result.append(try row.integer(0)) }
    return result
  }
}
