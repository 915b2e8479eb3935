/// The table `playlist_files`: which are on the volume. Their content is read on demand.
struct PlaylistFileTable {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// As many as a volume keeps.
  static let most = 10_000

  /// Those at and below `path`, by folder.
  func files(below path: [UInt8]) throws(StoreError) -> [[UInt8]: Set<[UInt8]>] {
    guard let key = try store.folder(path)?.key else { return [:] }
    var found: [[UInt8]: Set<[UInt8]>] = [:]
    try connection.forEach(
      """
      SELECT f.path, p.name FROM playlist_files p JOIN folders f ON f.id = p.folder
      WHERE f.order_key >= ?1 AND f.order_key < ?2 LIMIT ?3
      """, .blob(key), .blob(NaturalKey.subtreeEnd(key)), .number(Self.most)
    ) { (row) throws(StoreError) in
      found[try store.validPath(try row.blob(0)), default: []].insert(try row.blob(1))
    }
    return found
  }

  /// The paths of those in one folder, in natural order.
  func files(inFolder id: Int64, path: [UInt8]) throws(StoreError) -> [[UInt8]] {
    var found: [(key: [UInt8], path: [UInt8])] = []
    try connection.forEach(
      "SELECT name FROM playlist_files WHERE folder = ?1 LIMIT ?2", .integer(id),
      .number(FoundPlaylistFiles.mostInFolder)
    ) { (row) throws(StoreError) in
      let name = try row.blob(0)
      guard VolumePath.isValid(component: name) else {
        throw StoreError(.foreign, "a name that this program never writes", path: connection.path)
      }
      found.append((NaturalKey.ofFolder(name: name, in: []), VolumePath.join(path, name)))
    }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return found.map(\.path)
  }

  /// The paths of all, in the order of the tree, those of one folder in natural order.
  func all() throws(StoreError) -> [[UInt8]] {
    var found: [(folder: [UInt8], key: [UInt8], path: [UInt8])] = []
    try connection.forEach(
      """
      SELECT f.order_key, f.path, p.name FROM playlist_files p JOIN folders f ON f.id = p.folder LIMIT ?1
      """, .number(Self.most)
    ) { (row) throws(StoreError) in
      let name = try row.blob(2)
      let path = VolumePath.join(try row.blob(1), name)
      guard VolumePath.isValid(component: name), VolumePath.isValid(path) else {
        throw StoreError(.foreign, "a name that this program never writes", path: connection.path)
      }
      found.append((try row.blob(0), NaturalKey.ofFolder(name: name, in: []), path))
    }
    found.sort { left, right in
      if left.folder != right.folder { return left.folder.lexicographicallyPrecedes(right.folder) }
      return left.key.lexicographicallyPrecedes(right.key)
    }
    return found.map(\.path)
  }

  func has(_ path: [UInt8]) throws(StoreError) -> Bool {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try store.folder(folderPath)?.id else { return false }
    return try connection.first(
      "SELECT 1 FROM playlist_files WHERE folder = ?1 AND name = ?2", .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) } != nil
  }

  /// Keeps what the folders hold from now on. A scan would find it again.
  func keep(_ changes: [(folder: [UInt8], names: [[UInt8]])]) throws(StoreError) {
    if changes.isEmpty { return }
    do {
      try store.scanWrite { (_) throws(StoreError) in
        for (path, names) in changes {
          if names.isEmpty, try store.folder(path) == nil { continue }
          let folder = try store.makeFolder(path)
          try connection.execute("DELETE FROM playlist_files WHERE folder = ?1", .integer(folder))
          for name in names.prefix(FoundPlaylistFiles.mostInFolder) {
            try connection.execute(
              "INSERT OR IGNORE INTO playlist_files (folder, name) VALUES (?1, ?2)", .integer(folder),
              .blob(name))
          }
        }
        try store.countRevision()
      }
    } catch {
      store.forgetFolders()
      throw error
    }
  }

  /// Keeps, or forgets, a single one.
  /// - Returns: whether that changed anything.
  func keep(_ path: [UInt8], isHere: Bool) throws(StoreError) -> Bool {
    let (folderPath, name) = VolumePath.split(path)
    var names =
      try store.folder(folderPath).map { (row) throws(StoreError) in
        try files(inFolder: row.id, path: []).map { $0 }
      } ?? []
    if names.contains(name) == isHere { return false }
    if isHere { names.append(name) } else { names.removeAll { $0 == name } }
    try keep([(folderPath, names)])
    return true
  }
}
