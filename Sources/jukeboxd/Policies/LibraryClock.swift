import Library
import Linux
import Model

/// When the library became as it is (`db_update`), by which clients know whether what they keep of it is old: the same time
/// as long as it is the same, also over restarts, and another one as soon as it is not, whether or not a clock is known.
final class LibraryClock {
  private static let setting = "library-times"
  /// A start passes through as many libraries as there are volumes, one after the other.
  private static let mostKnown = 16

  private let store: BoxStore
  /// The library's revisions and their times, the last one at the end.
  private var known: [(revision: Int64, seconds: Int64)] = []

  /// - Parameter saved: what the box remembers.
  init(store: BoxStore, saved: [String: BoxValue]) {
    self.store = store
    guard case .text(let text)? = saved[Self.setting] else { return }
    for pair in text.split(separator: " ").suffix(Self.mostKnown) {
      let numbers = pair.split(separator: ":").compactMap { Int64($0) }
      if numbers.count == 2 { known.append((numbers[0], numbers[1])) }
    }
  }

  /// Seconds since 1970 (UTC), as far as the clock is right.
  func time(of library: LibraryStatistics) -> Int64 {
    if let last = known.last, last.revision == library.revision { return last.seconds }
    let before = known.first { $0.revision == library.revision }
    let latest = known.map(\.seconds).max() ?? 0
    let seconds = before?.seconds ?? max(WallClock.now(), latest &+ 1)
    known.removeAll { $0.revision == library.revision }
    known = known.suffix(Self.mostKnown - 1) + [(library.revision, seconds)]
    store.save(.text(known.map { "\($0.revision):\($0.seconds)" }.joined(separator: " ")), as: Self.setting)
    return seconds
  }
}
