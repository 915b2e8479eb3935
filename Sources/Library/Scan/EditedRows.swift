import Linux
import Model

/// Rows of files that the jukebox itself has changed, so that nothing waits for a scan. On the store's thread.
package struct EditedRows {
  private let store: VolumeStore

  package init(_ store: VolumeStore) { self.store = store }

  /// A file has got other tags, and is the same song.
  package func renew(_ file: ScanBatch.File) throws(StoreError) {
    guard let row = try store.trackRow(at: file.path), try isIncluded(file.path) else { return }
    let wasNoted = try isNoted(row)
    var batch = ScanBatch()
    batch.append(file)
    _ = try store.batches.apply(batch, wallClock: Self.clock)
    // The song is known: nothing is left to reconcile.
    if !wasNoted {
      try store.scanWrite { (_) throws(StoreError) in
        try store.connection.execute("DELETE FROM unreconciled WHERE track = ?1", .integer(row))
      }
    }
    _ = try store.textIndex.takeNext(limit: ScanBatch.most)
  }

  private func isIncluded(_ path: [UInt8]) throws(StoreError) -> Bool {
    try store.folderRules.all().isIncluded(VolumePath.split(path).folder)
  }

  private func isNoted(_ row: Int64) throws(StoreError) -> Bool {
    try store.connection.first("SELECT 1 FROM unreconciled WHERE track = ?1", .integer(row)) { _ in true }
      ?? false
  }

  /// A file or folder is no longer there: its rows keep what people said, and wait.
  package func lose(_ path: [UInt8], isFolder: Bool) throws(StoreError) {
    guard isFolder else {
      _ = try store.vanished.sweepFile(path) { _ in false }
      return
    }
    var place: SweepPlace?
    repeat { place = try store.vanished.sweep(path, from: place) { _ in false }.next } while place != nil
  }

  /// A row whose file is not there.
  package struct Lost: Sendable {
    package let id: Int64
    package let path: [UInt8]
    package let sizeBytes: Int64
    package let modifiedNanoseconds: Int64
    /// Whether people have its folder in the library.
    package let isIncluded: Bool
  }

  /// The next rows without a file at `path` or below it, in the order of their numbers.
  package func lost(at path: [UInt8], after last: Int64) throws(StoreError) -> [Lost] {
    if let row = try store.trackRow(at: path) {
      return try lost(
        """
        SELECT t.id, f.path, t.name, t.size, t.mtime_ns FROM tracks t JOIN folders f ON f.id = t.folder
        WHERE t.id = ?1 AND t.state = 1 AND t.id > ?2
        """, [.integer(row), .integer(last)])
    }
    guard let key = try store.folder(path)?.key else { return [] }
    return try lost(
      """
      SELECT t.id, f.path, t.name, t.size, t.mtime_ns FROM folders f CROSS JOIN tracks t ON t.folder = f.id
      WHERE f.order_key >= ?1 AND f.order_key < ?3 AND t.state = 1 AND t.id > ?2 ORDER BY t.id LIMIT 100
      """, [.blob(key), .integer(last), .blob(NaturalKey.subtreeEnd(key))])
  }

  private func lost(_ sql: StaticString, _ values: [SQLValue]) throws(StoreError) -> [Lost] {
    var found: [Lost] = []
    let rules = try store.folderRules.all()
    try store.connection.forEach(sql, with: values) { (row) throws(StoreError) in
      let folder = try row.blob(1)
      found.append(
        Lost(
          id: try row.integer(0), path: try store.validPath(VolumePath.join(folder, try row.blob(2))),
          sizeBytes: try row.integer(3), modifiedNanoseconds: try row.integer(4),
          isIncluded: rules.isIncluded(folder)))
    }
    return found
  }

  /// Files are there again as they were.
  package func find(_ rows: [Int64]) throws(StoreError) {
    var batch = ScanBatch()
    batch.returned = rows
    _ = try store.batches.apply(batch, wallClock: Self.clock)
    _ = try store.textIndex.takeNext(limit: ScanBatch.most)
  }

  private static var clock: Duration? { WallClock.synchronised().map { .seconds($0) } }
}
