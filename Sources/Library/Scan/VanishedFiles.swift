/// Finds the rows whose files are not there any more.
struct VanishedFiles {
  /// Rows looked at in one step of a sweep.
  private static let mostSwept = 300
  /// Folders passed by in one.
  private static let mostPassedBy = 1000

  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// Marks as vanished those of the next rows below `subtree` that `isHere` denies, in one transaction.
  ///
  /// - Parameters:
  /// - place: where the step before ended; nil for the first.
  /// - isWhole: whether all files of a folder's rows are known to exist: none is looked at then.
  /// - Returns: where to continue; nil at the end; and how many were marked.
  func sweep(
    _ subtree: [UInt8], from place: SweepPlace? = nil, isWhole: (Int64) -> Bool = { _ in false },
    isHere: (Int64) -> Bool
  ) throws(StoreError) -> (next: SweepPlace?, marked: Int) {
    guard let key = try store.folder(subtree)?.key else { return (nil, 0) }
    var folders = try nextFolders(from: place?.orderKey ?? key, below: key)
    var next = folders.count > Self.mostPassedBy ? folders.removeLast() : nil
    var gone: [(id: Int64, folder: Int64)] = []
    var emptied: [Int64] = []
    var room = Self.mostSwept
    for folder in folders where !isWhole(folder.id) {
      if room == 0 {
        next = folder
        break
      }
      let after = folder.place.orderKey == place?.orderKey ? place?.name : nil
      if after == nil, try store.digests.isSettledEmpty(folder.id) { continue }
      let rows = try presentRows(ofFolder: folder.id, after: after, limit: room)
      let left = rows.filter { !isHere($0) }
      gone += left.map { ($0, folder.id) }
      if after == nil, left.count == rows.count, rows.count < room { emptied.append(folder.id) }
      if rows.count == room, let last = rows.last {
        next = (folder.id, SweepPlace(orderKey: folder.place.orderKey, name: try name(ofRow: last)))
        break
      }
      room -= rows.count
    }
    if !gone.isEmpty || !emptied.isEmpty {
      try connection.transaction(isDurable: !gone.isEmpty) { (_) throws(StoreError) in
        for (id, folder) in gone { try markVanished(id, in: folder) }
        for folder in emptied { try store.digests.settleEmpty(folder) }
      }
    }
    return (next?.place, gone.count)
  }

  private typealias SweptFolder = (id: Int64, place: SweepPlace)

  /// In the order of their keys; one more than a step takes, if there are as many.
  private func nextFolders(from first: [UInt8], below key: [UInt8]) throws(StoreError) -> [SweptFolder] {
    var folders: [SweptFolder] = []
    try connection.forEach(
      """
      SELECT id, order_key FROM folders
      WHERE order_key >= ?1 AND order_key < ?2 AND length(order_key) <= 65536 ORDER BY order_key LIMIT ?3
      """, .blob(first), .blob(NaturalKey.subtreeEnd(key)), .number(Self.mostPassedBy + 1)
    ) { (row) throws(StoreError) in
      folders.append((try row.integer(0), SweepPlace(orderKey: try row.blob(1), name: nil)))
    }
    return folders
  }

  private func presentRows(
    ofFolder folder: Int64, after name: [UInt8]?, limit: Int
  ) throws(StoreError) -> [Int64] {
    var rows: [Int64] = []
    // The next name after one is the same with a NUL.
    try connection.forEach(
      "SELECT id FROM tracks WHERE folder = ?1 AND name >= ?2 AND state <> 1 ORDER BY name LIMIT ?3",
      .integer(folder), .blob(name.map { $0 + [0] } ?? []), .number(limit)
    ) { (row) throws(StoreError) in rows.append(try row.integer(0)) }
    return rows
  }

  private func name(ofRow id: Int64) throws(StoreError) -> [UInt8]? {
    try connection.first("SELECT name FROM tracks WHERE id = ?1", .integer(id)) { (row) throws(StoreError) in
      try row.blob(0)
    }
  }

  /// Marks the row of the file `path` as vanished where `isHere` denies it.
  ///
  /// - Returns: whether it was marked.
  func sweepFile(_ path: [UInt8], isHere: (Int64) -> Bool) throws(StoreError) -> Bool {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try store.folder(folderPath)?.id else { return false }
    let id = try connection.first(
      "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2 AND state <> 1", .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) }
    guard let id, !isHere(id) else { return false }
    try connection.transaction { (_) throws(StoreError) in try markVanished(id, in: folder) }
    return true
  }

  private func markVanished(_ id: Int64, in folder: Int64) throws(StoreError) {
    store.scanCount.forget()
    try store.digests.unsettle(folder)
    try store.textIndex.remove(id)
    try connection.execute("UPDATE tracks SET state = 1 WHERE id = ?1", .integer(id))
    try store.fingerprints.noteGone(id)
    try store.countRevision()
  }
}
