/// The database's rows of files in folders that a scan is about to enter. Several folders are read at once, before the
/// scan reaches them, so that the two threads seldom wait for each other.
struct LookAhead {
  typealias Folders = [[UInt8]: KnownFolder]

  /// Folders that are asked for at once: the next ones of the walk.
  private static let mostFolders = 64
  /// More are requested as soon as one of this number of next folders was not.
  private static let near = 8
  /// Rows that are answered at once; folders beyond are left out.
  static let mostRows = 400

  /// Those that are asked for or answered, and not used yet.
  private var waiting: Set<[UInt8]> = []
  private var answers: [Answer<Result<Folders, StoreError>>] = []
  private var folders: Folders = [:]

  /// Asks for the folders that the scan enters next.
  /// - Parameter wantsRows: whether all rows are needed, whatever the digests say.
  mutating func prepare(
    _ levels: [FolderLevel], _ store: StoreChannel, wantsRows: Bool
  ) throws(StoreError) {
    let next = Self.upcoming(levels, Self.near)
    if next.allSatisfy({ waiting.contains($0) }) { return }
    // Asks only for near ones, so that a level of any number of folders leaves no more of them waiting.
    try ask(
      Self.upcoming(levels, wantsRows ? Self.mostFolders / 4 : Self.mostFolders), store, wantsRows: wantsRows)
  }

  /// The paths of the next folders of the walk.
  private static func upcoming(_ levels: [FolderLevel], _ count: Int) -> [[UInt8]] {
    var paths: [[UInt8]] = []
    for level in levels.reversed() {
      for name in level.folders.suffix(count - paths.count).reversed() {
        paths.append(VolumePath.join(level.path, name))
      }
      if paths.count >= count { break }
    }
    return paths
  }

  /// Asks for those of some folders that were not asked for.
  mutating func ask(_ paths: [[UInt8]], _ store: StoreChannel, wantsRows: Bool) throws(StoreError) {
    let asked = paths.filter { waiting.insert($0).inserted }
    guard !asked.isEmpty else { return }
    answers.append(
      try store.start { (store) throws(StoreError) in
        try store.known.folders(asked, wantsRows: wantsRows)
      })
  }

  /// Takes the values of a folder; nil if it was not asked for, or has too many rows. Forgets them.
  mutating func take(_ folder: [UInt8]) throws(StoreError) -> KnownFolder? {
    guard waiting.remove(folder) != nil else { return nil }
    while folders[folder] == nil, !answers.isEmpty {
      let answer = try answers.removeFirst().wait().get()
      for (path, found) in answer where path == folder || waiting.contains(path) { folders[path] = found }
    }
    return folders.removeValue(forKey: folder)
  }

  /// A folder is skipped.
  mutating func drop(_ folder: [UInt8]) {
    waiting.remove(folder)
    folders[folder] = nil
  }
}
