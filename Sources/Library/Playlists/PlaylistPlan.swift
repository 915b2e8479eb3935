import Model

/// The few rows to write for a change of a playlist, whatever its length.
struct PlaylistPlan {
  /// Whether anything is to be written at all.
  private(set) var writes = false
  /// Whether every row is to be deleted first.
  private(set) var startsOver = false
  private(set) var deleted: [Int64] = []
  private(set) var moved: [(row: Int64, place: Int64)] = []
  private(set) var added: [(entry: PlaylistEntry, place: Int64)] = []

  private var rows: [Int64] = []
  /// The entries by their numbers: existing ones by their places in `rows`, new ones after them.
  private var order = SparseOrder()

  /// Takes in a row as read, in order of place.
  mutating func load(row: Int64, place: Int64) {
    order.load(entry: UInt32(rows.count), place: place)
    rows.append(row)
  }

  /// - Parameters:
  ///   - exists: whether the playlist is there.
  ///   - held: the tracks that it holds, in their order, where the change depends on them.
  mutating func apply(
    _ change: PlaylistChange, exists: Bool, held: [TrackReference] = []
  ) throws(Refusal) {
    switch change {
    case .add(let tracks, let position):
      try insert(tracks.map { PlaylistEntry($0) }, at: position)
      return
    case .insert(let entries, let position):
      try insert(entries, at: position)
      return
    case .addNew(let tracks, let position):
      var known = Set(held)
      try insert(tracks.filter { known.insert($0).inserted }.map { PlaylistEntry($0) }, at: position)
      return
    case .toggle(let track):
      let places = held.indices.filter { held[$0] == track && $0 < rows.count }
      if places.isEmpty {
        try insert([PlaylistEntry(track)], at: nil)
      } else {
        remove(places)
      }
      return
    case .save(let tracks, let mode):
      try save(tracks.map { PlaylistEntry($0) }, mode, exists: exists)
    case .write(let entries, let mode, _):
      try save(entries, mode, exists: exists)
    default:
      guard exists else { throw .noSuchPlaylist }
      try edit(change)
      return
    }
    writes = true
  }

  private mutating func edit(_ change: PlaylistChange) throws(Refusal) {
    switch change {
    case .delete(let range):
      guard range.lowerBound <= rows.count else { throw .badSongIndex }
      let range = range.clamped(to: 0..<rows.count)
      var list = Array(0..<UInt32(rows.count))
      list.removeSubrange(range)
      deleted = Array(rows[range])
      become(list)
      writes = !range.isEmpty
    case .move(let range, let target):
      guard range.upperBound <= rows.count, (0...(rows.count - range.count)).contains(target) else {
        throw .badRange
      }
      var list = Array(0..<UInt32(rows.count))
      list.removeSubrange(range)
      list.insert(contentsOf: UInt32(range.lowerBound)..<UInt32(range.upperBound), at: target)
      become(list)
      writes = !moved.isEmpty
    case .reorder(let order):
      guard order.count == rows.count, Set(order) == Set(0..<rows.count) else { throw .badRange }
      become(order.map { UInt32($0) })
      writes = !moved.isEmpty
    case .clear:
      clear()
      writes = true
    case .rename, .remove, .describe, .describeEntry: writes = true
    case .add, .addNew, .insert, .toggle, .save, .write: break
    }
  }

  private mutating func save(
    _ entries: [PlaylistEntry], _ mode: PlaylistChange.SaveMode, exists: Bool
  ) throws(Refusal) {
    if exists == (mode == .create) { throw exists ? .playlistExists : .noSuchPlaylist }
    if mode == .replace { clear() }
    try insert(entries, at: rows.count)
  }

  private mutating func remove(_ places: [Int]) {
    let gone = Set(places)
    deleted = places.map { rows[$0] }
    become((0..<UInt32(rows.count)).filter { !gone.contains(Int($0)) })
    writes = true
  }

  private mutating func clear() {
    startsOver = true
    rows = []
    order = SparseOrder()
  }

  private mutating func insert(_ entries: [PlaylistEntry], at position: Int?) throws(Refusal) {
    for (number, place) in try insert(entries.count, at: position) { added.append((entries[number], place)) }
  }

  /// Makes room for a number of new entries.
  ///
  /// - Parameter position: the entry there then follows them; nil: they come at the end.
  /// - Returns: the new entries by their numbers, in their order, and their places.
  mutating func insert(
    _ count: Int, at position: Int?
  ) throws(Refusal) -> [(number: Int, place: Int64)] {
    let position = position ?? rows.count
    guard (0...rows.count).contains(position) else { throw .badPosition }
    guard rows.count + count <= QueueLimits.entries else { throw .playlistFull }
    var list = Array(0..<UInt32(rows.count))
    list.insert(contentsOf: UInt32(rows.count)..<UInt32(rows.count + count), at: position)
    let places = become(list)
    // Nothing to add makes no playlist.
    writes = count > 0
    return places
  }

  /// - Returns: the entries that are new, by their numbers, and their places.
  @discardableResult
  private mutating func become(_ list: [UInt32]) -> [(number: Int, place: Int64)] {
    var new: [(number: Int, place: Int64)] = []
    for (place, index) in order.become(list).insertions {
      let number = Int(list[index])
      if number < rows.count {
        moved.append((rows[number], place))
      } else {
        new.append((number - rows.count, place))
      }
    }
    return new
  }
}
