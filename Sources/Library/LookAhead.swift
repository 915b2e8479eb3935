/// What the database knows of the files in folders that a scan is about to enter. It is asked for several folders at
/// once, before the scan comes to them, so that the two threads seldom wait for each other.
struct LookAhead {
  typealias Rows = [[UInt8]: [KnownRow]]

  /// Folders that are asked for at once, and half of them have been used before more are.
  private static let mostFolders = 16
  /// Rows that are answered at once; folders beyond are left out.
  static let mostRows = 400

  /// Those that are asked for or answered, and not used yet.
  private var waiting: Set<[UInt8]> = []
  private var answers: [Answer<Result<Rows, StoreError>>] = []
  private var rows: Rows = [:]

  /// Asks for the folders that the scan enters next.
  mutating func prepare(_ levels: [FolderLevel], _ store: StoreChannel) throws(StoreError) {
    guard waiting.count < Self.mostFolders / 2 else { return }
    var folders: [[UInt8]] = []
    for level in levels.reversed() {
      for name in level.folders.reversed() where folders.count < Self.mostFolders {
        let path = VolumePath.join(level.path, name)
        if waiting.insert(path).inserted { folders.append(path) }
      }
      if folders.count == Self.mostFolders { break }
    }
    guard !folders.isEmpty else { return }
    let asked = folders
    answers.append(try store.start { (store) throws(StoreError) in try store.known(inFolders: asked) })
  }

  /// All rows of a folder in the order of their names; nil where it was not asked for, or has too many. It is forgotten
  /// with that.
  mutating func take(_ folder: [UInt8]) throws(StoreError) -> [KnownRow]? {
    guard waiting.remove(folder) != nil else { return nil }
    while rows[folder] == nil, !answers.isEmpty {
      let answer = try answers.removeFirst().wait().get()
      for (path, found) in answer where path == folder || waiting.contains(path) { rows[path] = found }
    }
    return rows.removeValue(forKey: folder)
  }

  /// A folder is passed over, or has no files.
  mutating func drop(_ folder: [UInt8]) {
    waiting.remove(folder)
    rows[folder] = nil
  }
}

extension VolumeStore {
  /// All rows of some folders, in the order of their names; those with too many rows are left out.
  fileprivate func known(inFolders paths: [[UInt8]]) throws(StoreError) -> LookAhead.Rows {
    var result: LookAhead.Rows = [:]
    var room = LookAhead.mostRows
    for path in paths {
      guard let id = try folder(path)?.id else {
        result[path] = []
        continue
      }
      var rows: [KnownRow] = []
      try connection.forEach(
        """
        SELECT name, id, size, mtime_ns, state, problem IS NULL, reader FROM tracks
        WHERE folder = ?1 AND length(name) <= 255 ORDER BY name LIMIT ?2
        """, .integer(id), .number(room + 1)
      ) { (row) throws(StoreError) in
        rows.append(KnownRow(name: try row.blob(0), file: try KnownFile(row, from: 1, withKey: false)))
      }
      if rows.count > room { continue }
      room -= rows.count
      result[path] = rows
    }
    return result
  }
}
