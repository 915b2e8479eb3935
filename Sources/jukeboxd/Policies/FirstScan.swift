import Model

/// The tracks of a volume's first scan that go to the player, as they are found: all of them, once and in order, from
/// when the player wants them. That may be in mid-scan, once the stick that played last has not come; earlier tracks
/// are not held for that, since the library has them already (it reports files once it has their rows).
struct FirstScan {
  private enum Stage {
    /// The player doesn't want them so far.
    case unwanted
    /// The library is asked for what it knows; these were found meanwhile.
    case asking([TrackReference])
    /// The player has these, whatever is reported of them.
    case wanted(Set<TrackReference>)
  }

  private var stage = Stage.unwanted
  private var hasTold = false
  private(set) var hasEnded = false

  var isAsking: Bool { if case .asking = stage { true } else { false } }

  /// The player wants the known tracks.
  ///
  /// - Returns: whether the library has to be asked for its rows; `answered` is due then.
  mutating func want() -> Bool {
    if isAsking { return false }
    stage = hasTold ? .asking([]) : .wanted([])
    return hasTold
  }

  /// - Returns: what the player is given of these.
  mutating func found(_ tracks: [TrackReference]) -> [TrackReference] {
    hasTold = true
    switch stage {
    case .unwanted: return []
    case .asking(let earlier):
      stage = .asking(earlier + tracks)
      return []
    case .wanted(let given): return tracks.filter { !given.contains($0) }
    }
  }

  /// The first track is reported before the others, and again with them.
  ///
  /// - Returns: whether the player gets it.
  mutating func foundFirst(_ track: TrackReference) -> Bool {
    hasTold = true
    guard case .wanted(let given) = stage, !given.contains(track) else { return false }
    stage = .wanted(given.union([track]))
    return true
  }

  /// Takes the tracks that the library knew when it was asked; nil where it failed.
  ///
  /// - Returns: what the player is given.
  mutating func answered(_ known: [TrackReference]?) -> [TrackReference] {
    guard case .asking(let later) = stage else { return known ?? [] }
    let given = Set(known ?? [])
    stage = .wanted(given)
    return (known ?? []) + later.filter { !given.contains($0) }
  }

  /// - Returns: whether nothing is due any more.
  mutating func ended() -> Bool {
    hasEnded = true
    return !isAsking
  }
}
