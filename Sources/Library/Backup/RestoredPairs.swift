import Model

/// What is known of both sides, a volume's playlists and the file of a desktop program, once a backup has taken the place of
/// what the volume had.
///
/// Where a person chose the backup, the volume's side is the newer one, and what was not in the backup is not taken back
/// from the file either: what is in the file at that moment counts as seen. What is changed in it afterwards is taken,
/// or kept as a second one. Where the backup merely stands in for a lost database, a playlist that was synchronised before it
/// was written is what it was then: the file's is taken where that has changed since, and nothing counts as removed.
struct RestoredPairs {
  private(set) var pairs: [SyncPlan.Pair] = []
  /// The names of those that stay in the file alone.
  private(set) var left: [String] = []

  private let here: [StoredPlaylist]
  private let present: [PlaylistID: SyncPlan.Pair]
  private let ofBackup: [PlaylistID: SyncPlan.Pair]

  /// - Parameters:
  /// - here: the playlists that the backup had.
  /// - present: the pairs from before the restore.
  /// - ofBackup: the pairs in the backup.
  init(
    _ reason: RestoreReason, here: [StoredPlaylist], present: [SyncPlan.Pair], ofBackup: [SyncPlan.Pair]
  ) {
    self.here = here
    self.present = Dictionary(present.map { ($0.identity, $0) }) { first, _ in first }
    self.ofBackup = Dictionary(ofBackup.map { ($0.identity, $0) }) { first, _ in first }
    let identities = Set(here.map(\.identity))
    switch reason {
    case .damage:
      for pair in ofBackup {
        if identities.contains(pair.identity) {
          pairs.append(pair.fromBackup())
        } else if pair.own == SyncPlan.Pair.unwanted {
          pairs.append(pair)
        }
      }
    case .choice(nil):
      for playlist in here { keepAsTold(playlist) }
      for pair in present where !identities.contains(pair.identity) { pass(pair) }
    case .choice(let state?):
      choose(over: state, gone: present.filter { !identities.contains($0.identity) })
    }
  }

  /// Nobody knows what the file says now.
  private mutating func keepAsTold(_ playlist: StoredPlaylist) {
    guard let pair = present[playlist.identity] ?? ofBackup[playlist.identity] else { return }
    pairs.append(pair.fromBackup())
  }

  private mutating func pass(_ pair: SyncPlan.Pair) {
    var pair = pair
    pair.own = SyncPlan.Pair.unwanted
    pairs.append(pair)
  }

  /// - Parameter gone: the pairs of playlists that the backup has not.
  private mutating func choose(over state: VolumeStore.SharedState, gone: [SyncPlan.Pair]) {
    var free = Dictionary(state.other.map { ($0.key, $0) }) { first, _ in first }
    var rest = here
    func match(_ key: (StoredPlaylist) -> String?) {
      var unmatched: [StoredPlaylist] = []
      for playlist in rest {
        if let theirs = key(playlist).flatMap({ free.removeValue(forKey: $0) }) {
          pairs.append(pair(playlist.identity, theirs))
        } else {
          unmatched.append(playlist)
        }
      }
      rest = unmatched
    }
    match { present[$0.identity]?.key }
    match { ofBackup[$0.identity]?.key }
    match { $0.identity.description }
    // What was here under the name was the file's, and is among what was there before.
    var names: [String: String] = [:]
    for pair in gone {
      guard let theirs = free[pair.key], theirs.digest.whole == pair.other else { continue }
      names[StoredPlaylist.cleanName(theirs.name)] = pair.key
    }
    match { names[$0.name] }
    if !state.passedOver.isEmpty {
      // It may be one of those that can't be read now.
      let keys = Set(state.other.map(\.key))
      for playlist in rest {
        let known = present[playlist.identity] ?? ofBackup[playlist.identity]
        if let known, !keys.contains(known.key) { pairs.append(known.fromBackup()) }
      }
    }
    for pair in gone where free[pair.key] != nil || !state.passedOver.isEmpty {
      pass(pair)
      if let theirs = free[pair.key], theirs.digest.whole == pair.other,
        left.count < SyncReport.mostNamed
      {
        left.append(theirs.name)
      }
    }
  }

  private func pair(_ identity: PlaylistID, _ theirs: SyncPlan.Other) -> SyncPlan.Pair {
    // As when both were the same, so that it is known whether this one is another now.
    let known = [present[identity], ofBackup[identity]].compactMap(\.self).first {
      $0.key == theirs.key && $0.other == theirs.digest.whole && $0.own != SyncPlan.Pair.unwanted
    }
    return SyncPlan.Pair(
      identity: identity, key: theirs.key, own: known?.ownDigest ?? SyncPlan.Pair.newer,
      other: theirs.digest.whole)
  }
}
