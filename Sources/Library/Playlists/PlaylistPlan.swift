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
  /// The rows as they are after the change; those of new entries have no numbers until `note(added:)`.
  private(set) var rows: PlaylistRows
  /// Position of the first new entry.
  private var firstAdded = 0

  /// - Parameter rows: as they are before the change.
  init(_ rows: PlaylistRows = PlaylistRows()) { self.rows = rows }

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
        // From the end on: the places before it stay what they are.
        for place in places.reversed() { deleted += rows.remove(place..<place + 1) }
        writes = true
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
      deleted = rows.remove(range.clamped(to: 0..<rows.count))
      writes = !deleted.isEmpty
    case .move(let range, let target):
      guard range.upperBound <= rows.count, (0...(rows.count - range.count)).contains(target) else {
        throw .badRange
      }
      if range.isEmpty || range.lowerBound == target { return }
      noteMoved(rows.move(range, to: target))
      writes = true
    case .reorder(let order):
      guard order.count == rows.count, Set(order) == Set(0..<rows.count) else { throw .badRange }
      noteMoved(rows.reorder(order))
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

  private mutating func clear() {
    startsOver = true
    rows = PlaylistRows()
  }

  private mutating func insert(_ entries: [PlaylistEntry], at position: Int?) throws(Refusal) {
    added = Array(zip(entries, try insert(entries.count, at: position)))
  }

  /// Makes room for a number of new entries.
  ///
  /// - Parameter position: the entry there then follows them; nil: they come at the end.
  /// - Returns: their places, in their order.
  mutating func insert(_ count: Int, at position: Int?) throws(Refusal) -> ArraySlice<Int64> {
    let position = position ?? rows.count
    guard (0...rows.count).contains(position) else { throw .badPosition }
    guard rows.count + count <= QueueLimits.entries else { throw .playlistFull }
    let new = position..<position + count
    let renumbered = rows.insert([Int64](repeating: 0, count: count), at: position)
    noteMoved(renumbered.filter { !new.contains($0) })
    firstAdded = position
    // Nothing to add makes no playlist.
    writes = count > 0
    return rows.places[new]
  }

  /// - Parameter indices: of rows that have new places.
  private mutating func noteMoved(_ indices: some Sequence<Int>) {
    for index in indices { moved.append((rows.rows[index], rows.places[index])) }
  }

  /// Takes the numbers of the new entries' rows.
  mutating func note(added numbers: [Int64]) { rows.replaceRows(at: firstAdded, by: numbers) }
}
