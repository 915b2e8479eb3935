import Model

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
    /// What is kept of a name, in bytes.
    let size: (Name) -> Int
  }

  private struct Group {
    var value: Value
    var bytes: Int
  }

  private struct Place {
    let key: [UInt8]
    let name: Name
    /// Number of the key's bytes that make its shelf; 0 without shelves.
    let shelfLength: Int

    var shelf: ArraySlice<UInt8> { key.prefix(shelfLength) }

    /// Its first bytes as a number, whose order is theirs.
    var rank: UInt64 {
      var rank: UInt64 = 0
      for place in 0..<8 { rank = rank << 8 | (place < key.count ? UInt64(key[place]) : 0) }
      return rank
    }
  }

  private let order: Order
  private let most: Int
  /// Only names after this one count.
  private let after: [UInt8]?
  private let wholeRoom: Int
  private var room: Int
  private var groups: [Name: Group] = [:]
  /// Of all that are kept, the last one first.
  private var lastOnes = Heap<Place>(rank: { ~$0.rank }) { $1.key.lexicographicallyPrecedes($0.key) }
  /// How many are kept of each shelf.
  private var shelves: [ArraySlice<UInt8>: Int] = [:]
  /// The first that is not kept.
  private var end: Place?
  /// The last one to list.
  private var last: [UInt8]?
  /// The names to list, the first one first, once all of them are known.
  private var told: Heap<Place>?
  /// The same without an order on shelves, the last one first.
  private var toldKeys: [Place] = []
  private var names = DistinctCount()
  private let countsAll: Bool

  /// What may be kept until all is known, in bytes.
  static var usualRoom: Int { 12 << 20 }
  /// What a name takes beside what its order says: its places in the table and in two heaps, with what they have in reserve.
  private static var placeBytes: Int { 240 }

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
  }

  /// How many different names there were: exact where all are kept, or as `DistinctCount` has it.
  var count: Int { end == nil && after == nil ? groups.count : Int(clamping: names.count) }
  var keptCount: Int { groups.count }

  // MARK: Taking

  /// - Parameter change: alters the value, which is `first` at first, and says how many bytes more it takes now.
  func change(_ name: Name, from first: @autoclosure () -> Value, _ change: (inout Value) -> Int) {
    if let place = groups.index(forKey: name) {
      let more = change(&groups.values[place].value)
      groups.values[place].bytes += more
      room -= more
    } else {
      if countsAll { names.add(UInt64(bitPattern: Int64(name.hashValue))) }
      let key = order.key(name)
      if let after, !after.lexicographicallyPrecedes(key) { return }
      if let end, !key.lexicographicallyPrecedes(end.key) { return }
      var value = first()
      let more = change(&value)
      insert(name, key, value, bytes: order.size(name) + key.count + Self.placeBytes + more)
    }
    makeRoom()
  }

  private func insert(_ name: Name, _ key: [UInt8], _ value: Value, bytes: Int) {
    groups[name] = Group(value: value, bytes: bytes)
    room -= bytes
    let place = Place(key: key, name: name, shelfLength: order.shelf?(key) ?? 0)
    lastOnes.insert(place)
    if order.shelf != nil { shelves[place.shelf, default: 0] += 1 }
  }

  private func makeRoom() {
    while room <= 0, groups.count > 1 { dropLast() }
    guard order.shelf != nil else {
      while groups.count > most { dropLast() }
      return
    }
    // A shelf is whole, as long as there is room for it.
    while groups.count > most, let shelf = lastOnes.first?.shelf, let count = shelves[shelf],
      groups.count - count >= most
    {
      for _ in 0..<count { dropLast() }
    }
  }

  private func dropLast() { end = removeLast() ?? end }

  private func removeLast() -> Place? {
    guard let place = lastOnes.popFirst() else { return nil }
    room += groups.removeValue(forKey: place.name)?.bytes ?? 0
    if order.shelf != nil {
      let rest = (shelves[place.shelf] ?? 1) - 1
      shelves[place.shelf] = rest > 0 ? rest : nil
    }
    return place
  }

  // MARK: Listing

  /// Puts what is kept in order, a part at a time: once nothing more comes.
  /// - Returns: whether all is.
  func arrange(atMost count: Int) -> Bool {
    if told == nil {
      told = Heap(rank: \.rank) { $0.key.lexicographicallyPrecedes($1.key) }
      last = nil
      dropTornShelf()
    }
    for _ in 0..<count {
      guard let place = lastOnes.popFirst() else { return true }
      // The first one that comes out is the last one to list.
      last = last ?? place.key
      guard let keyOnShelf = order.keyOnShelf else {
        toldKeys.append(place)
        continue
      }
      guard let group = groups[place.name] else { continue }
      let key = Array(place.shelf) + keyOnShelf(place.name, group.value)
      told?.insert(Place(key: key, name: place.name, shelfLength: place.shelfLength))
    }
    return lastOnes.isEmpty
  }

  /// The part of a shelf beyond the end is listed with the rest of it, by the following pass, unless nothing else is
  /// here.
  private func dropTornShelf() {
    guard order.shelf != nil, let shelf = end?.shelf, let count = shelves[shelf], count < groups.count else {
      return
    }
    while lastOnes.first?.shelf == shelf { _ = removeLast() }
  }

  /// The next in the order, which is not kept any more.
  func popFirst() -> (name: Name, value: Value)? {
    guard let place = toldKeys.popLast() ?? told?.popFirst() else { return nil }
    return groups.removeValue(forKey: place.name).map { (place.name, $0.value) }
  }

  /// The collector of the names after these, at most `most`; nil if there are none.
  func following(most: Int) -> GroupPage? {
    guard end != nil, let last else { return nil }
    return GroupPage(order, most: most, countsAll: false, after: last, room: wholeRoom)
  }
}
