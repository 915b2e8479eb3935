/// Finds folders of a volume: by words of their names, and those with a rule.
struct FolderSearch {
  private let connection: Connection
  private let rules: FolderRuleTable

  init(_ connection: Connection, _ rules: FolderRuleTable) {
    (self.connection, self.rules) = (connection, rules)
  }

  /// The root of the volume, and the folders with a rule, in the order of the tree.
  func sources() throws(StoreError) -> [FoundFolder] {
    let rules = try rules.all()
    let paths = Set(rules.rules.keys).union([[]])
    var found: [FoundFolder] = []
    for path in Self.inOrder(paths) { found.append(try describe(path, rules)) }
    return found
  }

  /// Folders with playable tracks, excluded folders, and folders with a rule. Each word must be the beginning of a word of the path, and at
  /// least one of the folder's own name: the name of a parent alone does not find a folder.
  ///
  /// - Parameter limit: maximum number of results; the ones with all words in their own names come first.
  func lookup(_ words: LookupWords, limit: Int) throws(StoreError) -> [FoundFolder] {
    let wanted = words.folded.map { Array($0.utf8) }
    if wanted.isEmpty { return [] }
    let rules = try rules.all()
    var byName: Set<[UInt8]> = []
    var byPath: Set<[UInt8]> = []
    func note(_ path: [UInt8]) {
      guard let isByName = Self.match(path, wanted) else { return }
      if isByName { byName.insert(path) } else { byPath.insert(path) }
    }
    try connection.forEach("SELECT path FROM folders") { (row) throws(StoreError) in note(try row.blob(0)) }
    for path in rules.rules.keys { note(path) }
    var found: [FoundFolder] = []
    for path in Self.inOrder(byName) + Self.inOrder(byPath) where found.count < limit {
      guard VolumePath.isValid(path) else { continue }
      let folder = try describe(path, rules)
      if folder.tracks > 0 || folder.rule != nil || folder.isExcluded { found.append(folder) }
    }
    return found
  }

  private func describe(_ path: [UInt8], _ rules: FolderRules) throws(StoreError) -> FoundFolder {
    var (tracks, duration) = (0, Duration.zero)
    if let key = try PathRows(connection).folder(path)?.key {
      try connection.forEach(
        """
        SELECT t.duration_us FROM folders f CROSS JOIN tracks t ON t.folder = f.id
        WHERE f.order_key >= ?1 AND f.order_key < ?2 AND t.state = 0
        """, .blob(key), .blob(NaturalKey.subtreeEnd(key))
      ) { (row) throws(StoreError) in
        tracks += 1
        duration += .microseconds(try row.optionalInteger(0, as: Int64.self).map(TagCounts.counted) ?? 0)
      }
    }
    return FoundFolder(
      path: path, rule: rules[path], isExcluded: !rules.isIncluded(path), tracks: tracks, duration: duration)
  }

  private static func inOrder(_ paths: Set<[UInt8]>) -> [[UInt8]] {
    let keyed = paths.map { path in
      let names = path.split(separator: UInt8(ascii: "/"))
      return (key: names.reduce(into: []) { $0 = NaturalKey.ofFolder(name: Array($1), in: $0) }, path: path)
    }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.path)
  }

  /// - Returns: whether the folder's own name has all words; nil where the folder is not found by them.
  private static func match(_ path: [UInt8], _ wanted: [[UInt8]]) -> Bool? {
    let name = FoldedName.words(of: FoldedName.fold(VolumePath.split(path).name))
    let inName = wanted.count { TextSearch.has(name, $0) }
    if inName == 0 { return nil }
    if inName == wanted.count { return true }
    let all = FoldedName.words(of: FoldedName.fold(path))
    return wanted.allSatisfy { TextSearch.has(all, $0) } ? false : nil
  }
}
