/// The folders that have tracks of certain albums, by an index of what the tracks of an album share: artist, album, album artist,
/// genre and date. A look at each of its groups takes a fraction of a look at each track.
struct AlbumFolders {
  private let store: VolumeStore

  init(_ store: VolumeStore) { self.store = store }

  /// Number of folders above which the tracks are gone through one by one.
  private static let most = 65_536

  /// The folders in natural order; nil if there are very many. Some have no wanted track: those of tracks with further values of a tag are all there.
  ///
  /// - Parameters:
  ///   - first, end: keys of the part of the tree that they are in.
  ///   - test: whether tracks with these tags, and no more is read of them, may be wanted.
  func folders(
    from first: [UInt8], to end: [UInt8], where test: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) -> [Int64]? {
    var found: Set<Int64> = []
    // The columns stand as in `TreeWalk.Columns.listed`.
    try store.connection.forEachWhile(
      """
      SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, artist, album, album_artist, NULL, NULL, genre, date, NULL, NULL,
        folder
      FROM tracks INDEXED BY tracks_by_album WHERE state = 0 AND several = 0
      GROUP BY album_artist, artist, album, date, genre, folder
      """,
      body: { (row) throws(StoreError) in
        if try test(row) { found.insert(try row.integer(17)) }
        return found.count <= Self.most
      })
    try store.connection.forEachWhile(
      "SELECT folder FROM tracks INDEXED BY tracks_of_several WHERE state = 0 AND several <> 0",
      body: { (row) throws(StoreError) in
        found.insert(try row.integer(0))
        return found.count <= Self.most
      })
    if found.count > Self.most { return nil }
    var ordered: [Int64] = []
    ordered.reserveCapacity(found.count)
    try store.connection.forEach(
      """
      SELECT f.id FROM json_each(?1) j CROSS JOIN folders f ON f.id = j.value
      WHERE f.order_key >= ?2 AND f.order_key < ?3 ORDER BY f.order_key
      """, .text(TrackTable.json(found)), .blob(first), .blob(end)
    ) { (row) throws(StoreError) in ordered.append(try row.integer(0)) }
    return ordered
  }
}
