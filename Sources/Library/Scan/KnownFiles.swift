/// Database rows of files that a scan meets.
struct KnownFiles {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Whether any file was ever found on the volume.
  func hasAny() throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM tracks LIMIT 1") { (row) throws(StoreError) in try row.integer(0) }
      != nil
  }

  /// Reads the values of `names` in one folder, in their order; nil for new ones. At most a batch's worth of names.
  func files(_ names: [[UInt8]], in folder: [UInt8]) throws(StoreError) -> [KnownFile?] {
    var result = [KnownFile?](repeating: nil, count: names.count)
    let order = names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    guard let id = try PathRows(connection).folder(folder)?.id, let first = order.first, let last = order.last
    else {
      return result
    }
    // Mostly the folder's rows have no other names. The number of vanished rows is unlimited.
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

  /// Digests of some folders, or all rows of those that have none; those with too many rows are left out.
  func folders(
    _ paths: [[UInt8]], wantsRows: Bool
  ) throws(StoreError) -> LookAhead.Folders {
    var result: LookAhead.Folders = [:]
    var room = LookAhead.mostRows
    for path in paths {
      let folder = try connection.first("SELECT id, digest FROM folders WHERE path = ?1", .blob(path)) {
        (row) throws(StoreError) in (id: try row.integer(0), digest: try row.optionalBlob(1))
      }
      guard let folder else {
        result[path] = KnownFolder(id: nil, content: .rows([]))
        continue
      }
      if !wantsRows, let digest = folder.digest, digest.count == FolderDigest.byteCount {
        result[path] = KnownFolder(id: folder.id, content: .digest(digest))
        continue
      }
      var rows: [KnownRow] = []
      try connection.forEach(
        """
        SELECT name, id, size, mtime_ns, state, problem IS NULL, reader FROM tracks
        WHERE folder = ?1 AND length(name) <= 255 ORDER BY name LIMIT ?2
        """, .integer(folder.id), .number(room + 1)
      ) { (row) throws(StoreError) in
        rows.append(KnownRow(name: try row.blob(0), file: try KnownFile(row, from: 1, withKey: false)))
      }
      if rows.count > room { continue }
      room -= rows.count
      result[path] = KnownFolder(id: folder.id, content: .rows(rows))
    }
    return result
  }
}
