import Player

/// The few rows to write for a change of a playlist, whatever its length.
struct PlaylistPlan {
  /// Whether anything is to be written at all.
  private(set) var writes = false
  /// Whether every row is to be deleted first.
  private(set) var startsOver = false
  private(set) var deleted: [Int64] = []
  private(set) var moved: [(row: Int64, place: Int64)] = []
  private(set) var added: [(track: TrackReference, place: Int64)] = []

  private var rows: [Int64] = []
  /// The entries by their numbers: those that are there by their places in `rows`, new ones behind them.
  private var order = SparseOrder()

  /// Takes in a row as read, in order of place.
  mutating func load(row: Int64, place: Int64) {
    order.load(entry: UInt32(rows.count), place: place)
    rows.append(row)
  }

  /// - Parameter exists: whether the playlist is there.
  mutating func apply(_ change: PlaylistChange, exists: Bool) throws(PlaylistRefusal) {
    switch change {
    case .add(let tracks, let position):
      let position = position ?? rows.count
      guard (0...rows.count).contains(position) else { throw .badPosition }
      try insert(tracks, at: position)
      // Nothing to add makes no playlist.
      writes = !tracks.isEmpty
      return
    case .save(let tracks, let mode):
      if exists == (mode == .create) { throw exists ? .exists : .noSuchPlaylist }
      if mode == .replace { clear() }
      try insert(tracks, at: rows.count)
    default:
      guard exists else { throw .noSuchPlaylist }
      try edit(change)
      return
    }
    writes = true
  }

  private mutating func edit(_ change: PlaylistChange) throws(PlaylistRefusal) {
    switch change {
    case .delete(let range):
      guard range.lowerBound <= rows.count else { throw .badIndex }
      let range = range.clamped(to: 0..<rows.count)
      var list = Array(0..<UInt32(rows.count))
      list.removeSubrange(range)
      deleted = Array(rows[range])
      become(list, [])
      writes = !range.isEmpty
    case .move(let range, let target):
      guard range.upperBound <= rows.count, (0...(rows.count - range.count)).contains(target) else {
        throw .badRange
      }
      var list = Array(0..<UInt32(rows.count))
      list.removeSubrange(range)
      list.insert(contentsOf: UInt32(range.lowerBound)..<UInt32(range.upperBound), at: target)
      become(list, [])
      writes = !moved.isEmpty
    case .clear:
      clear()
      writes = true
    case .rename, .remove: writes = true
    case .add, .save: break
    }
  }

  private mutating func clear() {
    startsOver = true
    rows = []
    order = SparseOrder()
  }

  private mutating func insert(_ tracks: [TrackReference], at position: Int) throws(PlaylistRefusal) {
    guard rows.count + tracks.count <= Queue.limit else { throw .tooLarge }
    var list = Array(0..<UInt32(rows.count))
    list.insert(contentsOf: UInt32(rows.count)..<UInt32(rows.count + tracks.count), at: position)
    become(list, tracks)
  }

  private mutating func become(_ list: [UInt32], _ tracks: [TrackReference]) {
    for (place, index) in order.become(list).insertions {
      let number = Int(list[index])
      if number < rows.count {
        moved.append((rows[number], place))
      } else {
        added.append((tracks[number - rows.count], place))
      }
    }
  }
}

extension PlaylistChange {
  /// Whether it depends on which entries there are.
  var needsOrder: Bool {
    switch self {
    case .add, .delete, .move: true
    case .save(_, let mode): mode == .append
    case .clear, .rename, .remove: false
    }
  }
}
