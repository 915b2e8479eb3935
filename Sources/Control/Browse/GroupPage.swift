import Model

/// A group's index, and the first bytes of its key as a number, whose order is theirs.
private struct Place {
  let rank: UInt64
  let index: Int

  init(_ index: Int, _ key: [UInt8]) {
    var rank: UInt64 = 0
    for place in 0..<8 { rank = rank << 8 | (place < key.count ? UInt64(key[place]) : 0) }
    (self.rank, self.index) = (rank, index)
  }
}

/// Sums grouped by name. It holds the first names in an order: as many as are wanted and fit. Further passes over the
/// same songs take the names after those (`following`), so that any number of names of any length takes little memory.
final class GroupPage<Name: Hashable, Value> {
  /// How names stand.
  struct Order {
    /// Bytes by which they do; no two names have the same ones.
    let key: (Name) -> [UInt8]
    /// Number of a key's first bytes that decide which names are listed together; nil if each stands alone.
    var shelf: (([UInt8]) -> Int)?
    /// The order of those on a shelf, once all is known of them; nil where it is that of their keys.
    var keyOnShelf: ((Name, Value) -> [UInt8])?
    /// Size of a name in memory, in bytes.
    let size: (Name) -> Int
  }

  private struct Group {
    let name: Name
    var key: [UInt8]
    /// Number of the key's bytes that make its shelf; 0 without shelves.
    let shelfLength: Int
    var value: Value
    var bytes: Int

    var shelf: ArraySlice<UInt8> { key.prefix(shelfLength) }
  }

  private let order: Order
  private let most: Int
  /// Only names after this one count.
  private let after: [UInt8]?
  private let wholeRoom: Int
  private var room: Int
  private var groups: [Group] = []
  private var indices: [Name: Int] = [:]
  /// The groups are cut to those that are wanted once there are this many.
  private var nextCut: Int
  /// The first that is not kept.
  private var end: Group?
  /// The key of the last one to list.
  private var last: [UInt8]?
  /// The groups to list in sorted runs, once all of them are known; of each run the last one comes first.
  private var runs: [[Place]]?
  /// The runs by their next groups.
  private var heads: Heap<(place: Place, run: Int)>?
  private var names = DistinctCount()
  private let countsAll: Bool

  /// Limit of the memory until all names are known, in bytes.
  static var usualRoom: Int { 12 << 20 }
  /// Bytes of a name besides those that its order says: its places in the table and in a run, with their reserves.
  private static var placeBytes: Int { 200 }
  /// Groups that are kept beyond the wanted ones, at least, before they are cut.
  private static var spare: Int { 1024 }
  /// Number of groups that are sorted at once.
  private static var runLength: Int { 256 }

  /// - Parameters:
  /// - most: number of names wanted; some more are held if there are shelves.
  /// - countsAll: whether the total number of names is needed.
  /// - room: memory limit in bytes; at least one name is held.
  init(
    _ order: Order, most: Int, countsAll: Bool, after: [UInt8]? = nil, room: Int = GroupPage.usualRoom
  ) {
    self.order = order
    self.most = most
    self.countsAll = countsAll
    self.after = after
    self.room = room
    wholeRoom = room
    nextCut = Self.cutCount(for: most)
  }

  private static func cutCount(for count: Int) -> Int {
    count > .max / 4 ? .max : count + max(count, spare)
  }

  /// Number of different names; where not all are kept, at most `DistinctCount.most`.
  var count: Int { end == nil && after == nil ? groups.count : names.count }
  var keptCount: Int { groups.count }

  // MARK: Taking

  /// - Parameter change: alters the value, which is `first` at first, and says how many bytes more it takes now.
  func change(_ name: Name, from first: @autoclosure () -> Value, _ change: (inout Value) -> Int) {
    if let index = indices[name] {
      let more = change(&groups[index].value)
      groups[index].bytes += more
      room -= more
    } else {
      if countsAll { names.add(name.hashValue) }
      let key = order.key(name)
      if let after, !after.lexicographicallyPrecedes(key) { return }
      if let end, !key.lexicographicallyPrecedes(end.key) { return }
      var value = first()
      let bytes = order.size(name) + key.count + Self.placeBytes + change(&value)
      indices[name] = groups.count
      groups.append(
        Group(name: name, key: key, shelfLength: order.shelf?(key) ?? 0, value: value, bytes: bytes))
      room -= bytes
    }
    if groups.count >= nextCut || room <= 0 && groups.count > 1 { cut() }
  }

  /// Drops those after the wanted ones, and those for which there is no room.
  private func cut() {
    let sorted = groups.indices.map { Place($0, groups[$0].key) }.sorted(by: precedes)
    groups = sorted.map { groups[$0.index] }
    var kept = min(most, groups.count)
    // A shelf is whole, as long as there is room for it.
    if order.shelf != nil, kept > 0 {
      let shelf = groups[kept - 1].shelf
      while kept < groups.count, groups[kept].shelf == shelf { kept += 1 }
    }
    var bytes = groups.prefix(kept).reduce(0) { $0 + $1.bytes }
    // A cut takes time: there is room for some more after it.
    if bytes > wholeRoom / 16 * 15 {
      while kept > 1, bytes > wholeRoom / 4 * 3 {
        kept -= 1
        bytes -= groups[kept].bytes
      }
    }
    room = wholeRoom - bytes
    if kept < groups.count { end = groups[kept] }
    groups.removeSubrange(kept...)
    nextCut = Self.cutCount(for: max(most, kept))
    indices.removeAll(keepingCapacity: true)
    for (index, group) in groups.enumerated() { indices[group.name] = index }
  }

  // MARK: Listing

  /// Puts what is kept in order, a part at a time: once nothing more comes.
  /// - Returns: whether all is.
  func arrange() -> Bool {
    var runs = runs ?? []
    if self.runs == nil {
      if groups.count > most { cut() }
      dropTornShelf()
      indices = [:]
      last = nil
    }
    let start = runs.count * Self.runLength
    let run = start..<min(start + Self.runLength, groups.count)
    for index in run {
      if last.map({ $0.lexicographicallyPrecedes(groups[index].key) }) ?? true { last = groups[index].key }
      if !isTorn(groups[index]), let key = order.keyOnShelf?(groups[index].name, groups[index].value) {
        groups[index].key = Array(groups[index].shelf) + key
      }
    }
    runs.append(run.map { Place($0, groups[$0].key) }.sorted { precedes($1, $0) })
    self.runs = runs
    return run.upperBound == groups.count
  }

  private func precedes(_ a: Place, _ b: Place) -> Bool {
    a.rank == b.rank
      ? groups[a.index].key.lexicographicallyPrecedes(groups[b.index].key) : a.rank < b.rank
  }

  /// The part of a shelf beyond the end is listed with the rest of it, by the following pass, unless nothing else is
  /// here.
  private func dropTornShelf() {
    guard order.shelf != nil, let shelf = end?.shelf else { return }
    let whole = groups.filter { $0.shelf != shelf }
    if !whole.isEmpty { groups = whole }
  }

  /// Whether several passes list its shelf: then by name, since an order by values would differ from pass to pass.
  private func isTorn(_ group: Group) -> Bool {
    guard let shelf = order.shelf else { return false }
    return group.shelf == end?.shelf || after.map { $0.prefix(shelf($0)) } == group.shelf
  }

  /// The next in the order.
  func popFirst() -> (name: Name, value: Value)? {
    var heads = heads ?? Heap(rank: \.place.rank) { [unowned self] in precedes($0.place, $1.place) }
    if self.heads == nil { for run in (runs ?? []).indices { advance(run, &heads) } }
    self.heads = nil
    defer { self.heads = heads }
    guard let next = heads.popFirst() else { return nil }
    advance(next.run, &heads)
    let group = groups[next.place.index]
    return (group.name, group.value)
  }

  private func advance(_ run: Int, _ heads: inout Heap<(place: Place, run: Int)>) {
    if let place = runs?[run].popLast() { heads.insert((place, run)) }
  }

  /// The collector of the names after these, at most `most`; nil if there are none.
  func following(most: Int) -> GroupPage? {
    guard end != nil, let last else { return nil }
    return GroupPage(order, most: most, countsAll: false, after: last, room: wholeRoom)
  }
}
