/// Puts the songs that are found in an order. Until all are known, of each no more than a key and its place is kept,
/// and none that stands behind what is wanted.
final class SongSorter<Key> {
  typealias Entry = (key: Key, number: Int, place: SongPlace)

  /// How many were found.
  private(set) var count = 0

  private let most: Int
  private let isBefore: (Key, Key) -> Bool
  private let size: (Key) -> Int
  private var entries: [Entry] = []
  private var room = SongSorter.mostBytes

  /// An entry, its key's place in the memory and what an array has in reserve.
  private static var entryBytes: Int { 120 }
  private static var mostBytes: Int { 32 << 20 }

  /// - Parameters:
  ///   - most: only so many, the first in the order, are wanted.
  ///   - size: what a key takes, in bytes.
  init(most: Int, size: @escaping (Key) -> Int, isBefore: @escaping (Key, Key) -> Bool) {
    self.most = most
    self.size = size
    self.isBefore = isBefore
  }

  func add(_ key: Key, _ place: SongPlace) {
    count += 1
    guard room > 0 else { return }
    entries.append((key, count, place))
    room -= Self.entryBytes + size(key)
    // Much is cut off at a time, so that each song is sorted a few times at most.
    if entries.count / 2 > max(most, 500) { cut() }
    if room <= 0 { cutOrGiveUp() }
  }

  private func cutOrGiveUp() {
    cut()
    guard room < Self.mostBytes / 8 else { return }
    room = 0
    entries = []
  }

  private func cut() {
    entries.sort { isBefore($0.key, $1.key) || !isBefore($1.key, $0.key) && $0.number < $1.number }
    for entry in entries.dropFirst(most) { room += Self.entryBytes + size(entry.key) }
    entries.removeLast(max(0, entries.count - most))
  }

  /// The wanted songs in their order; of equal ones, first what was found first.
  func places(in window: Range<Int>) throws(CommandError) -> [SongPlace] {
    guard room > 0 else { throw ShelfSearch.tooMuch }
    cut()
    return entries[window.clamped(to: 0..<entries.count)].map(\.place)
  }
}
