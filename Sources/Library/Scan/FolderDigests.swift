/// Digests of folders. One that is kept is that of the folder's rows, whatever happens: it is made of them, and taken away
/// within the transaction that changes one.
struct FolderDigests {
  /// Folders with more files have none: a scan takes them in pieces.
  static let most = 2048

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Keeps the digests of some folders as their rows are now. Inside a transaction.
  func settle(_ paths: [[UInt8]]) throws(StoreError) {
    for path in paths {
      guard let id = try PathRows(connection).folder(path)?.id, let digest = try digest(ofRowsIn: id) else {
        continue
      }
      try keep(digest, of: id)
    }
  }

  /// Keeps that a folder has no files any more. Inside a transaction.
  func settleEmpty(_ id: Int64) throws(StoreError) { try keep(FolderDigest.empty, of: id) }

  private func keep(_ digest: [UInt8], of id: Int64) throws(StoreError) {
    try connection.execute(
      "UPDATE folders SET digest = ?2 WHERE id = ?1 AND digest IS NOT ?2", .integer(id), .blob(digest))
  }

  /// Digests the rows of present files; nil if they are too many, or one of them is to be read again.
  func digest(ofRowsIn folder: Int64) throws(StoreError) -> [UInt8]? {
    var digest = FolderDigest()
    var (count, isCurrent) = (0, true)
    try connection.forEachWhile(
      "SELECT name, size, mtime_ns, reader FROM tracks WHERE folder = ?1 AND state <> 1 ORDER BY name LIMIT ?2",
      .integer(folder), .number(Self.most + 1)
    ) { (row) throws(StoreError) in
      count += 1
      if try row.integer(3) < TrackDetails.reader { isCurrent = false }
      digest.add(
        try row.blob(0), sizeBytes: try row.integer(1), modifiedNanoseconds: try row.integer(2))
      return isCurrent
    }
    return isCurrent && count <= Self.most ? digest.value : nil
  }

  /// Removes a folder's digest, as its files' rows change. Inside the transaction that changes them.
  func unsettle(_ folder: Int64) throws(StoreError) {
    try connection.execute(
      "UPDATE folders SET digest = NULL WHERE id = ?1 AND digest IS NOT NULL", .integer(folder))
  }

  /// As above, of the folder in which a track is.
  func unsettle(folderOf track: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE folders SET digest = NULL
      WHERE id = (SELECT folder FROM tracks WHERE id = ?1) AND digest IS NOT NULL
      """, .integer(track))
  }

  /// Whether it is known that a folder has no files.
  func isSettledEmpty(_ folder: Int64) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT digest IS ?2 FROM folders WHERE id = ?1", .integer(folder), .blob(FolderDigest.empty)
    ) {
      (row) throws(StoreError) in try row.boolean(0)
    } ?? false
  }
}
