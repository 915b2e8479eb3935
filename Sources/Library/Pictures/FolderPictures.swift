import Linux

/// The files that hold an album's picture by their names, in a folder of tracks.
enum FolderPictures {
  /// The names in the order in which they are taken, in any case of letters; of each, an ending comes before the next.
  private static let stems = ["cover", "folder", "front", "album"]
  private static let endings = ["jpg", "jpeg", "png", "webp"]

  private static let ranks: [[UInt8]: Int] = Dictionary(
    uniqueKeysWithValues: stems.flatMap { stem in endings.map { Array("\(stem).\($0)".utf8) } }.enumerated()
      .map { ($0.element, $0.offset) })

  /// Files that are looked at.
  private static let fileLimit = 16

  /// - Returns: paths below the root, the best first.
  static func paths(in folder: [UInt8], of root: Root) throws(SystemError) -> [[UInt8]] {
    var found: [(rank: Int, name: [UInt8])] = []
    var listing = try root.list(folder)
    while let entry = try listing.next() {
      guard entry.kind == .regular || entry.kind == .link, let rank = ranks[FileNames.lower(entry.name[...])]
      else { continue }
      found.append((rank, entry.name))
    }
    found.sort { a, b in
      a.rank == b.rank ? a.name.lexicographicallyPrecedes(b.name) : a.rank < b.rank
    }
    return found.prefix(fileLimit).map { VolumePath.join(folder, $0.name) }
  }
}
