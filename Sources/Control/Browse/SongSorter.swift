import Model

/// Sorts the found songs. It holds only a key and a place of each, and of these the first in the order, as many as are
/// wanted and fit. Further passes over the same songs take the ones after those (`following`).
final class SongSorter<Key> {
  private typealias Entry = (key: Key, number: Int, place: TrackRow)

  /// How many were found.
  private(set) var count = 0

  private let most: Int
  private let isBefore: (Key, Key) -> Bool
  private let size: (Key) -> Int
  private let after: Entry?
  private let wholeRoom: Int
  private var room: Int
  /// The last one first.
  private var lastOnes: Heap<Entry>
  /// The first that is not kept.
  private var end: Entry?
  private var last: Entry?
  private var sorted: [TrackRow] = []

  /// An entry, its key's place in the memory and what an array has in reserve.
  private static var entryBytes: Int { 200 }
  static var usualRoom: Int { 16 << 20 }

  /// - Parameters:
  /// - most: number of songs wanted, from the first in the order.
  /// - size: bytes of a key.
  /// - room: memory limit in bytes.
  convenience init(
    most: Int, room: Int = SongSorter.usualRoom, size: @escaping (Key) -> Int,
    isBefore: @escaping (Key, Key) -> Bool
  ) {
    self.init(most, room, size, isBefore, after: nil)
  }

  private init(
    _ most: Int, _ room: Int, _ size: @escaping (Key) -> Int, _ isBefore: @escaping (Key, Key) -> Bool,
    after: Entry?
  ) {
    self.most = most
    self.size = size
    self.isBefore = isBefore
    self.after = after
    self.room = room
    wholeRoom = room
    lastOnes = Heap { Self.precedes($1, $0, isBefore) }
  }

  /// Of equal ones that comes first which was found first.
  private static func precedes(_ a: Entry, _ b: Entry, _ isBefore: (Key, Key) -> Bool) -> Bool {
    isBefore(a.key, b.key) || a.number < b.number && !isBefore(b.key, a.key)
  }

  func add(_ key: Key, _ place: TrackRow) {
    count += 1
    let entry = Entry(key, count, place)
    if let after, !Self.precedes(after, entry, isBefore) { return }
    if let end, !Self.precedes(entry, end, isBefore) { return }
    lastOnes.insert(entry)
    room -= Self.entryBytes + size(key)
    while lastOnes.count > most || room <= 0 && lastOnes.count > 1, let last = lastOnes.popFirst() {
      room += Self.entryBytes + size(last.key)
      end = last
    }
  }

  /// Puts what is kept in order, a part at a time: once nothing more comes.
  /// - Returns: whether all is.
  func arrange(atMost count: Int) -> Bool {
    for _ in 0..<count {
      guard let entry = lastOnes.popFirst() else { break }
      if last == nil { last = entry }
      sorted.append(entry.place)
    }
    return lastOnes.isEmpty
  }

  /// Those that are kept, in their order, once `arrange` has done all.
  func takePlaces() -> [TrackRow] {
    defer { sorted = [] }
    return sorted.reversed()
  }

  /// The collector of the songs after these, at most `most`; nil if there are none.
  func following(most: Int) -> SongSorter? {
    guard end != nil, let last else { return nil }
    return SongSorter(most, wholeRoom, size, isBefore, after: last)
  }
}
