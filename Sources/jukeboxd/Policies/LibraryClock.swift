import Library
import Linux

/// When the library became as it is (`db_update`), by which clients know whether what they keep of it is old: the same time
/// as long as it is the same, also over restarts, and another one as soon as it is not, whether or not a clock is known.
final class LibraryClock {
  private static let timeSetting = "library-updated"
  private static let revisionSetting = "library-revision"

  private let store: BoxStore
  private var known: (revision: Int64, seconds: Int64)?

  /// - Parameter saved: what the box remembers.
  init(store: BoxStore, saved: [String: BoxValue]) {
    self.store = store
    if case .integer(let seconds)? = saved[Self.timeSetting],
      case .integer(let revision)? = saved[Self.revisionSetting]
    {
      known = (revision, seconds)
    }
  }

  /// Seconds since 1970 (UTC), as far as the clock is right.
  func time(of library: Counts) -> Int64 {
    if let known, known.revision == library.revision { return known.seconds }
    let seconds = max(WallClock.now(), (known?.seconds ?? 0) &+ 1)
    known = (library.revision, seconds)
    store.save(.integer(seconds), as: Self.timeSetting)
    store.save(.integer(library.revision), as: Self.revisionSetting)
    return seconds
  }
}
