import Linux

/// The files and folders that a scan leaves out: by ignore files on the volume, and by what people have excluded.
struct ScanExclusions {
  /// Which folders people have included and excluded.
  let rules: FolderRules
  /// It was said that some patterns were not followed.
  private var hasLeftPatternsOut = false

  init(rules: FolderRules) { self.rules = rules }

  /// The names to skip in the folder `path`; nil for all of it.
  /// - Parameter level: the folder, if it is open.
  mutating func ignored(
    in path: [UInt8], _ above: [IgnoreList], _ level: FolderLevel?, _ trouble: inout ScanTrouble
  ) throws(StoreError) -> [IgnoreList]? {
    var lists = above
    for file in IgnoreList.files {
      let place = VolumePath.join(path, file.name)
      let text = try trouble.attempt(place) { (root) throws(SystemError) -> [UInt8]? in
        if let level, try level.status(of: file.name) == nil { return nil }
        do throws(SystemError) {
          return try root.open(place).readAll(atMost: IgnoreList.mostBytes + 1)
        } catch {
          if error.code == .isDirectory { return nil }
          throw error
        }
      }
      guard let text = text ?? nil else { continue }
      if text.count > IgnoreList.mostBytes {
        trouble.warn(place, "not followed: longer than \(IgnoreList.mostBytes) bytes")
        continue
      }
      let room = IgnoreList.mostPatterns - lists.reduce(0) { $0 + $1.count }
      let list = IgnoreList(parsing: text, isAllWhenEmpty: file.isAllWhenEmpty, room: room)
      if list.isEverything { return nil }
      if list.count > 0 { lists.append(list) }
    }
    return lists
  }

  /// The names that the parents of `path` skip, and whether the files of `path` are skipped; nil if neither it nor anything
  /// below it counts.
  mutating func ignored(
    above path: [UInt8], isFolder: Bool, _ trouble: inout ScanTrouble
  ) throws(StoreError) -> (lists: [IgnoreList], isExcluded: Bool)? {
    var lists: [IgnoreList] = []
    var folder: [UInt8] = []
    guard var isExcluded = isExcluded([], byParent: false, isIgnored: false) else { return nil }
    let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
    for (index, name) in names.enumerated() {
      if FileNames.isPassedOver(name) { return nil }
      if let here = try ignored(in: folder, lists, nil, &trouble) {
        lists = here
      } else if rules[folder] != true {
        isExcluded = true
      }
      let isHereFolder = isFolder || index < names.count - 1
      let isIgnored = isPassedOver(name, isFolder: isHereFolder, by: lists, in: folder, &trouble)
      folder = VolumePath.join(folder, name)
      if isHereFolder {
        guard let isIt = self.isExcluded(folder, byParent: isExcluded, isIgnored: isIgnored) else {
          return nil
        }
        isExcluded = isIt
      } else if isExcluded || isIgnored {
        return nil
      }
    }
    return (lists, isExcluded)
  }

  /// Whether the files of a folder are skipped; nil if nothing below it counts, either.
  func isExcluded(_ path: [UInt8], byParent: Bool, isIgnored: Bool) -> Bool? {
    let isExcluded = rules[path].map { !$0 } ?? (byParent || isIgnored)
    return isExcluded && !rules.hasIncluded(atOrBelow: path) ? nil : isExcluded
  }

  /// Whether a list names the file or folder `name` of `folder`.
  mutating func isPassedOver(
    _ name: [UInt8], isFolder: Bool, by lists: [IgnoreList], in folder: [UInt8],
    _ trouble: inout ScanTrouble
  ) -> Bool {
    var comparisons = IgnoreList.mostComparisons
    for list in lists where list.passesOver(name, isFolder: isFolder, comparisons: &comparisons) {
      return true
    }
    if comparisons <= 0, !hasLeftPatternsOut {
      hasLeftPatternsOut = true
      trouble.warn(folder, "ignore patterns take too long to compare; some are not applied")
    }
    return false
  }
}
