/// What is to be done so that a volume's playlists and those in the file of a desktop program are the same again. Whoever
/// changed a playlist since both were the same has the newer one; where both did, both are kept.
struct SyncPlan {
  /// Of a playlist: all that is compared, and less of it where nothing is known yet of when both were the same.
  struct Digest: Hashable, Sendable {
    var whole: [UInt8]
    var loose: [UInt8]
  }

  struct Own: Hashable, Sendable {
    let identity: PlaylistID
    let name: String
    let changed: Int64?
    let digest: Digest
  }

  struct Other: Hashable, Sendable {
    /// Tells it from others in the file.
    let key: String
    let name: String
    let changed: Int64?
    let digest: Digest
  }

  /// How two were when they were the same.
  struct Pair: Hashable, Sendable {
    let identity: PlaylistID
    let key: String
    /// `Digest.whole` of each.
    var own: [UInt8]
    var other: [UInt8]
  }

  enum Step: Hashable, Sendable {
    /// They are the same.
    case keep(PlaylistID, String)
    /// The file gets the volume's, in place of the one of the key, or as a new one.
    case write(PlaylistID, String?)
    /// The volume gets the file's, in place of a playlist, or as a new one.
    case take(String, PlaylistID?)
    /// The volume's takes the place of the key, and the file's becomes a further playlist.
    case both(PlaylistID, String)
    /// The file does not have it any more, and the volume gives it up.
    case remove(PlaylistID)
    /// The volume does not have it any more, and the file gives it up.
    case drop(String)
    /// It may be one of the file's that can't be taken: it stays.
    case leave(PlaylistID)
  }

  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - isFileThere: where it is not, nobody removed anything from it.
  ///   - isFileWhole: whether each of its playlists could be taken; else one that seems to be gone may be there.
  init(own: [Own], other: [Other], pairs: [Pair], isFileThere: Bool = true, isFileWhole: Bool = true) {
    var others = Dictionary(other.map { ($0.key, $0) }) { first, _ in first }
    let owns = Dictionary(own.map { ($0.identity, $0) }) { first, _ in first }
    let known = Dictionary(pairs.map { ($0.identity, $0) }) { first, _ in first }
    // A file that lost all of several at once is a new one, not one in which somebody deleted them all.
    let met = pairs.filter { owns[$0.identity] != nil }
    let isNew = !isFileThere || met.count > 1 && met.allSatisfy { others[$0.key] == nil }
    var rest: [Own] = []
    for mine in own {
      guard let pair = known[mine.identity] else {
        rest.append(mine)
        continue
      }
      let isChanged = mine.digest.whole != pair.own
      guard let theirs = others.removeValue(forKey: pair.key) else {
        if !isFileWhole {
          steps.append(.leave(mine.identity))
        } else {
          steps.append(isChanged || isNew ? .write(mine.identity, nil) : .remove(mine.identity))
        }
        continue
      }
      let isOtherChanged = theirs.digest.whole != pair.other
      switch (isChanged, isOtherChanged) {
      case (false, false): steps.append(.keep(mine.identity, theirs.key))
      case (true, false): steps.append(.write(mine.identity, theirs.key))
      case (false, true): steps.append(.take(theirs.key, mine.identity))
      case (true, true):
        let isSame = mine.digest.loose == theirs.digest.loose
        steps.append(isSame ? .write(mine.identity, theirs.key) : .both(mine.identity, theirs.key))
      }
    }
    // What was paired, and is gone from the volume.
    for pair in pairs where owns[pair.identity] == nil {
      guard let theirs = others[pair.key], theirs.digest.whole == pair.other else { continue }
      others[pair.key] = nil
      steps.append(.drop(pair.key))
    }
    let names = Dictionary(other.filter { others[$0.key] != nil }.map { ($0.name, $0) }) { first, _ in first }
    for mine in rest {
      if let theirs = others.removeValue(forKey: mine.identity.description) {
        steps.append(Self.meeting(mine, theirs))
      } else if let theirs = names[mine.name].flatMap({ others.removeValue(forKey: $0.key) }) {
        // Two may have the same name by chance: neither is the newer one of the other.
        let isSame = mine.digest.loose == theirs.digest.loose
        steps.append(isSame ? .keep(mine.identity, theirs.key) : .both(mine.identity, theirs.key))
      } else {
        steps.append(.write(mine.identity, nil))
      }
    }
    for theirs in other where others[theirs.key] != nil { steps.append(.take(theirs.key, nil)) }
  }

  /// Two of one identity that were never the same, as far as is known.
  private static func meeting(_ mine: Own, _ theirs: Other) -> Step {
    if mine.digest.loose == theirs.digest.loose { return .keep(mine.identity, theirs.key) }
    guard let own = mine.changed, let other = theirs.changed, own != other else {
      return .both(mine.identity, theirs.key)
    }
    return own > other ? .write(mine.identity, theirs.key) : .take(theirs.key, mine.identity)
  }
}
