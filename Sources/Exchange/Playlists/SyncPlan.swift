import Library
import Model

/// The steps that make a volume's playlists and those in a desktop program's file equal again. What one side changed or
/// deleted since the last sync counts; of what both changed, one gets a numbered copy.
struct SyncPlan {
  struct Own: Hashable, Sendable {
    let identity: PlaylistID
    let name: String
    let digest: [UInt8]
    /// In seconds since 1970; nil where the clock was not known.
    var modifiedAt: Int64?
  }

  struct Other: Hashable, Sendable {
    /// Identifies it in the file.
    let key: String
    let name: String
    let digest: [UInt8]
    var modifiedAt: Int64?
  }

  /// The digests of two playlists after the last sync.
  struct Pair: Hashable, Sendable {
    let identity: PlaylistID
    let key: String
    var own: [UInt8]
    var other: [UInt8]

    /// The digest of a playlist that is newer than that of the other side, whatever it is.
    static let newer: [UInt8] = [0]
  }

  enum Step: Hashable, Sendable {
    /// Both are as they were.
    case keep(PlaylistID, String)
    /// The file gets the volume's, in place of the one of the key, or as a new one.
    case write(PlaylistID, String?)
    /// The volume gets the file's, in place of a playlist, or as a new one.
    case take(String, PlaylistID?)
    /// Both were changed: the later one keeps the name, the other becomes a further playlist.
    case both(PlaylistID, String, later: Side)
    /// The file does not have it any more, and the volume gives it up.
    case remove(PlaylistID)
    /// The volume does not have it any more, and the file gives it up.
    case drop(String)
    /// It may be one of the file's that can't be taken: it stays.
    case leave(PlaylistID)
  }

  enum Side: Hashable, Sendable { case volume, file }

  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - isFileThere: where it is not, nobody removed anything from it.
  ///   - isFileWhole: whether each of its playlists could be taken; else one that seems to be gone may be there.
  init(
    own: [Own], other: [Other], pairs: [Pair], isFileThere: Bool = true, isFileWhole: Bool = true
  ) {
    var others = Dictionary(other.map { ($0.key, $0) }) { first, _ in first }
    let known = Dictionary(pairs.map { ($0.identity, $0) }) { first, _ in first }
    let owns = Set(own.map(\.identity))
    // A file that lost all of several at once is a new one, not one in which somebody deleted them all.
    let met = pairs.filter { owns.contains($0.identity) }
    let isNew = !isFileThere || met.count > 1 && met.allSatisfy { others[$0.key] == nil }
    // Those that only their names can identify: another program may have dropped the keys.
    let keys = Set(pairs.map(\.key)).union(own.map(\.identity.description))
    let named = Dictionary(
      grouping: other.filter { !keys.contains($0.key) }, by: { StoredPlaylist.cleanName($0.name) })
    for mine in own {
      let pair = known[mine.identity]
      let theirs =
        others[pair?.key ?? mine.identity.description] ?? named[mine.name]?.first { others[$0.key] != nil }
      guard let theirs else {
        switch pair {
        case _? where !isFileWhole: steps.append(.leave(mine.identity))
        case let pair? where mine.digest == pair.own && !isNew: steps.append(.remove(mine.identity))
        default: steps.append(.write(mine.identity, nil))
        }
        continue
      }
      others[theirs.key] = nil
      steps.append(Self.step(mine, theirs, pair))
    }
    for pair in pairs where !owns.contains(pair.identity) && others[pair.key]?.digest == pair.other {
      others[pair.key] = nil
      steps.append(.drop(pair.key))
    }
    for theirs in other where others[theirs.key] != nil { steps.append(.take(theirs.key, nil)) }
  }

  private static func step(_ mine: Own, _ theirs: Other, _ pair: Pair?) -> Step {
    if mine.digest == theirs.digest { return .keep(mine.identity, theirs.key) }
    switch (mine.digest == pair?.own, theirs.digest == pair?.other) {
    case (true, true): return .keep(mine.identity, theirs.key)
    case (false, true): return .write(mine.identity, theirs.key)
    case (true, false): return .take(theirs.key, mine.identity)
    case (false, false):
      // Without a clock the volume's counts as later.
      let isFileLater = mine.modifiedAt.map { theirs.modifiedAt ?? .min > $0 } ?? false
      return .both(mine.identity, theirs.key, later: isFileLater ? .file : .volume)
    }
  }
}
