/// The steps that make a volume's playlists and those in a desktop program's file equal again. The side that changed
/// since both were equal is the newer one; if both changed, both are stored.
struct SyncPlan {
  /// Of a playlist: all that is compared, and less of it where nothing is known yet of when both were the same.
  struct Digest: Hashable, Sendable {
    var whole: [UInt8]
    var loose: [UInt8]
  }

  struct Own: Hashable, Sendable {
    let identity: PlaylistID
    let name: String
    let digest: Digest
  }

  struct Other: Hashable, Sendable {
    /// Identifies it in the file.
    let key: String
    let name: String
    let digest: Digest
  }

  /// How two were when they were the same.
  struct Pair: Hashable, Sendable {
    let identity: PlaylistID
    let key: String
    /// `Digest.whole` of each.
    var own: [UInt8]
    var other: [UInt8]

    /// `own` of a playlist that is newer than the file's, whatever it is.
    static let newer: [UInt8] = [0]
  }

  /// A playlist of the volume and one of the file that may be meant to be the same.
  struct CandidatePair: Hashable, Sendable {
    let identity: PlaylistID
    let key: String
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
  /// Pairs that are not literally equal, while steps depend on whether they are equal in meaning: to be answered in
  /// `same`.
  private(set) var doubts: [CandidatePair] = []
  private let same: Set<CandidatePair>

  /// Limit of doubtful pairs from names that may have got a number here.
  private static let mostNumbered = 256

  /// - Parameters:
  ///   - same: those that mean the same, however it is spelled.
  ///   - isFileThere: where it is not, nobody removed anything from it.
  ///   - isFileWhole: whether each of its playlists could be taken; else one that seems to be gone may be there.
  init(
    own: [Own], other: [Other], pairs: [Pair], same: Set<CandidatePair> = [], isFileThere: Bool = true,
    isFileWhole: Bool = true
  ) {
    self.same = same
    var others = Dictionary(other.map { ($0.key, $0) }) { first, _ in first }
    let owns = Dictionary(own.map { ($0.identity, $0) }) { first, _ in first }
    let known = Dictionary(pairs.map { ($0.identity, $0) }) { first, _ in first }
    // A file that lost all of several at once is a new one, not one in which somebody deleted them all.
    let met = pairs.filter { owns[$0.identity] != nil }
    let isNew = !isFileThere || met.count > 1 && met.allSatisfy { others[$0.key] == nil }
    var rest: [Own] = []
    // Those of which another program may have changed the key and nothing else, as one does that drops `id`.
    var found = others.isEmpty ? [:] : renamedKeys(own, other, pairs, known)
    for key in found.values { others[key] = nil }
    for mine in own {
      guard let pair = known[mine.identity] else {
        rest.append(mine)
        continue
      }
      let isChanged = mine.digest.whole != pair.own
      if let key = found.removeValue(forKey: mine.identity) {
        steps.append(.keep(mine.identity, key))
        continue
      }
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
      case (true, false):
        let isSame = pair.own == Pair.newer && isSame(mine, theirs)
        steps.append(isSame ? .keep(mine.identity, theirs.key) : .write(mine.identity, theirs.key))
      case (false, true): steps.append(.take(theirs.key, mine.identity))
      case (true, true):
        if mine.digest.loose == theirs.digest.loose {
          steps.append(.write(mine.identity, theirs.key))
        } else {
          meet(mine, theirs)
        }
      }
    }
    // What was paired, and is gone from the volume.
    for pair in pairs where owns[pair.identity] == nil {
      guard let theirs = others[pair.key], theirs.digest.whole == pair.other else { continue }
      others[pair.key] = nil
      steps.append(.drop(pair.key))
    }
    meet(rest, &others, named: Names(other.filter { others[$0.key] != nil }))
    for theirs in other where others[theirs.key] != nil { steps.append(.take(theirs.key, nil)) }
  }

  /// The keys by which the file has those now that had others, where name and content are the same and it is no other's key.
  private mutating func renamedKeys(
    _ own: [Own], _ other: [Other], _ pairs: [Pair], _ known: [PlaylistID: Pair]
  ) -> [PlaylistID: String] {
    let keys = Set(other.map(\.key))
    let paired = Set(pairs.map(\.key)).union(own.map(\.identity.description))
    let names = Names(other.filter { !paired.contains($0.key) })
    var found: [PlaylistID: String] = [:]
    var taken: Set<String> = []
    for mine in own {
      guard let pair = known[mine.identity], !keys.contains(pair.key) else { continue }
      let alike =
        names.called(mine.name) + (StoredPlaylist.unnumbered(mine.name).map { names.called($0) } ?? [])
      for theirs in alike where !taken.contains(theirs.key) && doubts.count < Self.mostNumbered {
        guard isSame(mine, theirs) else { continue }
        found[mine.identity] = theirs.key
        taken.insert(theirs.key)
        break
      }
    }
    return found
  }

  /// Those in the file by what they can be called here.
  private struct Names {
    private var byName: [String: [Other]] = [:]

    init(_ other: [Other]) {
      for theirs in other { byName[StoredPlaylist.cleanName(theirs.name), default: []].append(theirs) }
    }

    func called(_ name: String) -> [Other] { byName[name] ?? [] }
  }

  /// What never met, as far as is known.
  private mutating func meet(_ rest: [Own], _ others: inout [String: Other], named names: Names) {
    var numbered: [Own] = []
    for mine in rest {
      if let theirs = others.removeValue(forKey: mine.identity.description) {
        meet(mine, theirs)
      } else if let theirs = names.called(mine.name).first(where: { others[$0.key] != nil }) {
        others[theirs.key] = nil
        meet(mine, theirs)
      } else {
        numbered.append(mine)
      }
    }
    for mine in numbered {
      // It may have got its number here, where another had its name.
      let alike = StoredPlaylist.unnumbered(mine.name).map { names.called($0) } ?? []
      let theirs = alike.first { theirs in
        others[theirs.key] != nil && doubts.count < Self.mostNumbered && isSame(mine, theirs)
      }
      if let theirs {
        others[theirs.key] = nil
        steps.append(.keep(mine.identity, theirs.key))
      } else {
        steps.append(.write(mine.identity, nil))
      }
    }
  }

  /// Neither is the newer one, as far as is known: two may have the same name by chance, a volume may have been filled from
  /// an old backup, and a clock may have been wrong.
  private mutating func meet(_ mine: Own, _ theirs: Other) {
    let isSame = isSame(mine, theirs)
    steps.append(isSame ? .keep(mine.identity, theirs.key) : .both(mine.identity, theirs.key))
  }

  private mutating func isSame(_ mine: Own, _ theirs: Other) -> Bool {
    if mine.digest.loose == theirs.digest.loose { return true }
    let meeting = CandidatePair(identity: mine.identity, key: theirs.key)
    if same.contains(meeting) { return true }
    doubts.append(meeting)
    return false
  }
}
