/// What is summed up by names of which only the first in an order are wanted: those behind are let go of when there are
/// many, so that a small window of any number of long names takes little memory.
struct FirstGroups<Name: Hashable, Value> {
  struct Group {
    fileprivate(set) var value: Value
    fileprivate var bytes: Int
  }

  /// Those that are wanted, and some more.
  private(set) var groups: [Name: Group] = [:]

  private let most: Int
  private let key: (Name) -> [UInt8]
  private let size: (Name) -> Int
  private let countsAll: Bool
  private var room: Int
  private let wholeRoom: Int
  /// No name with a key behind this one is kept.
  private var end: [UInt8]?
  /// So many are kept before any are let go of.
  private var fullCount: Int
  /// Hashes of all names that were there, once some were let go of.
  private var seen: Set<Int> = []

  /// What one of the hashes takes.
  private static var hashBytes: Int { 32 }
  private static var fewest: Int { 1000 }

  /// - Parameters:
  ///   - most: so many names, the first in the order, are wanted; and with them all that have the key of the last.
  ///   - countsAll: whether it is to be known how many names there are.
  ///   - room: what may be kept, in bytes.
  ///   - size: what is kept of a name, in bytes.
  ///   - key: by whose bytes names are in order; the same for a name at all times.
  init(
    most: Int, countsAll: Bool, room: Int = ShelfSearch.mostBytes, size: @escaping (Name) -> Int,
    key: @escaping (Name) -> [UInt8]
  ) {
    self.most = most
    self.countsAll = countsAll
    self.room = room
    fullCount = most < Int.max / 2 ? max(2 * most, Self.fewest) : .max
    wholeRoom = room
    self.size = size
    self.key = key
  }

  /// How many names there were.
  var count: Int { end == nil ? groups.count : seen.count }
  var isTooMuch: Bool { room <= 0 }

  /// - Parameter change: alters the value, which is `first` at first, and says how many bytes more it takes now.
  mutating func change(_ name: Name, from first: Value, _ change: (inout Value) -> Int) {
    guard room > 0 else { return }
    if groups[name] == nil {
      if let end {
        if countsAll, seen.insert(name.hashValue).inserted { room -= Self.hashBytes }
        if end.lexicographicallyPrecedes(key(name)) {
          if room <= 0 { cut() }
          return
        }
      }
      let bytes = size(name)
      groups[name] = Group(value: first, bytes: bytes)
      room -= bytes
    }
    let more = change(&groups[name, default: Group(value: first, bytes: 0)].value)
    if more != 0 { groups[name]?.bytes += more }
    room -= more
    if groups.count > fullCount || room <= 0 { cut() }
  }

  private mutating func cut() {
    if groups.count > most {
      let keyed = groups.keys.map { (key: key($0), name: $0) }.sorted {
        $0.key.lexicographicallyPrecedes($1.key)
      }
      let last = most > 0 ? keyed[most - 1].key : []
      letGo(keyed[most...].drop { $0.key == last }.map(\.name), behind: last)
      // Where many have one key, they are not looked through with every further one.
      fullCount = max(fullCount, 2 * groups.count)
    }
    // What remains leaves too little room for more.
    if room < wholeRoom / 8 {
      room = 0
      groups = [:]
      seen = []
    }
  }

  private mutating func letGo(_ names: [Name], behind key: [UInt8]) {
    if countsAll, end == nil {
      seen = Set(groups.keys.lazy.map(\.hashValue))
      room -= seen.count * Self.hashBytes
    }
    end = key
    for name in names { room += groups.removeValue(forKey: name)?.bytes ?? 0 }
  }
}
