import Model

/// Lookup of a typed path: keyboards give composed letters (Unicode's form NFC), and a Mac writes decomposed
/// ones (NFD) to a stick. Lists show both alike.
struct PathSpelling {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// Folders that are called alike and looked into; more are hardly in one place.
  private static let mostFolders = 16

  /// The path of a track, a folder or a playlist file that is there and has the same letters in another Unicode form.
  /// - Parameter path: of something that was not found.
  /// - Returns: nil where there is none.
  func other(_ path: [UInt8]) throws(StoreError) -> [UInt8]? {
    guard Self.mayDiffer(path), let text = String(validating: path, as: UTF8.self) else { return nil }
    // Excluded folders have no rows.
    if let rule = try store.folderRules.all().rules.keys.first(where: { $0 != path && Self.isSame($0, text) })
    {
      return rule
    }
    var folders: [[UInt8]] = [[]]
    let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
    for name in names.dropLast() {
      var next: [[UInt8]] = []
      for folder in folders {
        for child in try self.folders(in: folder, called: name) where next.count < Self.mostFolders {
          next.append(child)
        }
      }
      folders = next
    }
    guard let name = names.last else { return nil }
    for folder in folders {
      if let found = try self.files(in: folder, called: name).first(where: { $0 != path }) { return found }
      for found in try self.folders(in: folder, called: name) where found != path {
        if try store.tree.isFolder(found) { return found }
      }
    }
    return nil
  }

  /// Whether a path can be written in several forms.
  static func mayDiffer(_ path: some Sequence<UInt8>) -> Bool { path.contains { $0 >= 0x80 } }

  /// Strings are equal where their letters are, whatever their form.
  private static func isSame(_ path: [UInt8], _ text: String) -> Bool {
    mayDiffer(path) && String(validating: path, as: UTF8.self) == text
  }

  /// The one with the same bytes first.
  private func folders(in parent: [UInt8], called name: [UInt8]) throws(StoreError) -> [[UInt8]] {
    let exact = VolumePath.join(parent, name)
    guard let text = Self.mayDiffer(name) ? String(validating: exact, as: UTF8.self) : nil else {
      return [exact]
    }
    guard let row = try store.folder(parent)?.id else { return [] }
    var found: [[UInt8]] = []
    try connection.forEach("SELECT path FROM folders WHERE parent = ?1", .integer(row)) {
      (row) throws(StoreError) in
      let path = try row.blob(0)
      if Self.isSame(path, text) { found.append(try store.validPath(path)) }
    }
    return found.filter { $0 == exact } + found.filter { $0 != exact }
  }

  /// Tracks, sounds and playlist files.
  private func files(in folder: [UInt8], called name: [UInt8]) throws(StoreError) -> [[UInt8]] {
    let text = String(validating: name, as: UTF8.self)
    guard let text, let row = try store.folder(folder)?.id else { return [] }
    var found: [[UInt8]] = []
    try connection.forEach(
      """
      SELECT name FROM tracks WHERE folder = ?1 AND state <> 1
      UNION ALL SELECT name FROM playlist_files WHERE folder = ?1
      """, .integer(row)
    ) { (row) throws(StoreError) in
      let other = try row.name(0)
      if other == name || Self.isSame(other, text) { found.append(VolumePath.join(folder, other)) }
    }
    return found
  }
}
