/// Folders that people said something of, and where a scan finds their tracks.
struct FolderMoves {
  /// Folders, and folders that tracks of them went to, that are counted; further ones keep their names.
  private static let most = 4096

  /// Of the tracks at the beginning of the scan: later rows were made by the scan.
  let lastRow: Int64
  /// Tracks that came from other folders.
  private(set) var arrived = SeenRows()
  /// Whether there are any.
  private(set) var areAny = false
  /// Folders that others were renamed to, as their tracks say.
  private var targets: Set<[UInt8]> = []
  private var counts: [[UInt8]: [[UInt8]: Int]] = [:]
  private var pairCount = 0
  private var renamed: Set<[UInt8]> = []
  /// Of folders that are gone: the folder that has their settings until it is known which has most of their tracks.
  private(set) var bearers: [[UInt8]: [UInt8]] = [:]

  init(lastRow: Int64 = .max) { self.lastRow = lastRow }

  /// Counts tracks that change places.
  /// - Parameter marked: the folders that people said something of.
  /// - Returns: those of them that tracks left or came to.
  mutating func note(_ files: [ScanBatch.File], marked: Set<[UInt8]>) -> Set<[UInt8]> {
    var ways: [Way: Int] = [:]
    for file in files {
      guard let former = file.takesOver, former.folder != file.folder else { continue }
      areAny = true
      arrived.insert(former.id)
      ways[Way(from: former.folder, to: file.folder), default: 0] += 1
    }
    var touched: Set<[UInt8]> = []
    if marked.isEmpty { return touched }
    for (way, count) in ways {
      for (from, to) in Self.renamings(from: way.from, to: way.to) {
        if marked.contains(to) {
          targets.insert(to)
          touched.insert(to)
        }
        guard marked.contains(from), !renamed.contains(from) else { continue }
        touched.insert(from)
        if counts[from]?[to] == nil {
          guard pairCount < Self.most else { continue }
          pairCount += 1
        }
        counts[from, default: [:]][to, default: 0] += count
      }
    }
    return touched
  }

  private struct Way: Hashable {
    let from: [UInt8]
    let to: [UInt8]
  }

  /// Which folders may have been renamed if a track moved from one folder to another: these two, and their parents as
  /// long as the path below is equal. Never the root.
  static func renamings(from: [UInt8], to: [UInt8]) -> [(from: [UInt8], to: [UInt8])] {
    var (from, to) = (from, to)
    var found: [(from: [UInt8], to: [UInt8])] = []
    while !from.isEmpty, !to.isEmpty, from != to {
      found.append((from, to))
      let (old, new) = (VolumePath.split(from), VolumePath.split(to))
      guard old.name == new.name else { break }
      (from, to) = (old.folder, new.folder)
    }
    return found
  }

  struct Likely {
    let from: [UInt8]
    /// Where most of its tracks went.
    let to: [UInt8]
    /// How many went there.
    let count: Int
    /// How many went to any other folder at most.
    let others: Int
  }

  /// Of each folder whose tracks went to others, the one that most went to.
  var likely: [Likely] {
    var found: [Likely] = []
    for (from, targets) in counts {
      let most = targets.max { one, other in
        one.value != other.value ? one.value < other.value : other.key.lexicographicallyPrecedes(one.key)
      }
      guard let most else { continue }
      let others = targets.lazy.filter { $0.key != most.key }.map(\.value).max() ?? 0
      found.append(Likely(from: from, to: most.key, count: most.value, others: others))
    }
    return found.sorted { $0.from.lexicographicallyPrecedes($1.from) }
  }

  /// Whether tracks have come there as to a folder's new name.
  func isTarget(_ folder: [UInt8]) -> Bool { targets.contains(folder) }

  /// Its settings have followed: further tracks of it show nothing new.
  mutating func settle(_ folder: [UInt8]) {
    renamed.insert(folder)
    bearers[folder] = nil
    if let targets = counts.removeValue(forKey: folder) { pairCount -= targets.count }
  }

  /// The settings of a folder belong to another one temporarily.
  mutating func lend(_ folder: [UInt8], to bearer: [UInt8]) { bearers[folder] = bearer }

  /// A backup was taken back, and with it what was said.
  mutating func forgetMarks() {
    (targets, counts, pairCount, renamed, bearers) = ([], [:], 0, [], [:])
  }
}
