/// Counts where the tracks of folders with settings go, to find the folders that were renamed.
struct FolderMoves {
  /// Folders that the tracks of one folder are counted in: those of a renamed one go to few.
  private static let mostTargets = 32

  /// The folders with settings.
  private let marked: Set<[UInt8]>
  private var counts: [[UInt8]: [[UInt8]: Int]] = [:]
  /// Folders with settings that tracks come to as to another folder's new name.
  private(set) var targets: Set<[UInt8]> = []

  init(marked: Set<[UInt8]>) { self.marked = marked }

  /// Counts a track that goes from one folder to another.
  mutating func add(from: [UInt8], to: [UInt8]) {
    for (from, to) in Self.renamings(from: from, to: to) {
      if marked.contains(to) { targets.insert(to) }
      guard marked.contains(from) else { continue }
      guard counts[from]?[to] != nil || counts[from]?.count ?? 0 < Self.mostTargets else { continue }
      counts[from, default: [:]][to, default: 0] += 1
    }
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

  /// Folders with settings whose tracks go to others, each with the one that most go to.
  var likely: [(from: [UInt8], to: [UInt8])] {
    counts.compactMap { from, targets in
      targets.max { one, other in
        one.value != other.value ? one.value < other.value : other.key.lexicographicallyPrecedes(one.key)
      }.map { (from, $0.key) }
    }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
  }
}
