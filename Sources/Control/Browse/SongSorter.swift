import Model

/// Sorts the found songs. It holds only a key and a place of each, and of these the first in the order, as many as are
/// wanted and fit. Further passes over the same songs take the ones after those (`following`).
final class SongSorter<Key> {
  private struct Entry {
    let key: Key
    let number: Int
    let place: TrackRow
  }

  /// How many were found.
  private(set) var count = 0

  private let most: Int
  private let isBefore: (Key, Key) -> Bool
  private let size: (Key) -> Int
  private let after: Entry?
  private let wholeRoom: Int
  private var room: Int
  /// In sorted runs, of which the last one is not sorted yet.
  private var entries: [Entry] = []
  private var sortedCount = 0
  /// The first that is not kept.
  private var end: Entry?
  private var last: Entry?

  /// An entry, its key's place in the memory and what an array has in reserve.
  private static var entryBytes: Int { 200 }
  static var usualRoom: Int { 16 << 20 }
  /// Number of entries of a run, which are sorted at once. Some are dropped once this number more are there than are wanted.
  private static var run: Int { 1024 }

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
  }

  /// Whether `a` precedes `b`; of equal keys, the one found first does.
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.number < b.number ? !isBefore(b.key, a.key) : isBefore(a.key, b.key)
  }

  func add(_ key: Key, _ place: TrackRow) {
    count += 1
    let entry = Entry(key: key, number: count, place: place)
    if let after, !precedes(after, entry) { return }
    if let end, !precedes(entry, end) { return }
    entries.append(entry)
    room -= Self.entryBytes + size(key)
    if entries.count - sortedCount == Self.run {
      entries[sortedCount...].sort(by: precedes)
      sortedCount = entries.count
    }
    let isFull = entries.count / 2 >= most && entries.count - most >= Self.run
    if isFull || room <= 0 { cut(toBytes: isFull ? .max : wholeRoom / 2) }
  }

  /// Drops those after the first `most` that fit; one always does.
  private func cut(toBytes most: Int) {
    sort()
    var (kept, bytes) = (0, 0)
    while kept < min(self.most, entries.count), kept == 0 || bytes < most {
      bytes += Self.entryBytes + size(entries[kept].key)
      kept += 1
    }
    room = wholeRoom - bytes
    if kept < entries.count { end = entries[kept] }
    entries.removeSubrange(kept...)
    sortedCount = entries.count
  }

  private func sort() {
    // Runs that are sorted already are only merged.
    entries.sort(by: precedes)
    sortedCount = entries.count
  }

  /// Those that are kept, in their order: once nothing more comes.
  func takePlaces() -> [TrackRow] {
    cut(toBytes: .max)
    last = entries.last
    defer { entries = [] }
    return entries.map(\.place)
  }

  /// The collector of the songs after these, at most `most`; nil if there are none.
  func following(most: Int) -> SongSorter? {
    guard end != nil, let last else { return nil }
    return SongSorter(most, wholeRoom, size, isBefore, after: last)
  }
}
