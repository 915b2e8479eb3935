import Linux

/// Whether some of the files that a scan has looked at were written just before. A further write may leave the time of
/// such a file as it is, since file systems count in steps: FAT's are of two seconds. Nothing is stored that marks it
/// as known.
///
/// A file far ahead of the clock is not recent: on a board without a clock all files always are.
struct RecentFiles {
  /// More than any file system's step, in nanoseconds.
  private static let margin: Int64 = 3_000_000_000

  private let first: Int64
  /// The earliest of those that were not written before the look.
  private var earliest: Int64 = .max

  /// - Parameter clock: before any file was looked at (`WallClock.nanoseconds`).
  init(since clock: Int64) { first = clock - Self.margin }

  mutating func add(modifiedNanoseconds time: Int64) {
    if time >= first { earliest = min(earliest, time) }
  }

  /// Whether one that was looked at now is recent.
  static func holds(_ time: Int64, clock: Int64) -> Bool {
    var recent = RecentFiles(since: clock)
    recent.add(modifiedNanoseconds: time)
    return recent.areAny(until: clock)
  }

  /// - Parameter clock: after all of them were looked at.
  func areAny(until clock: Int64) -> Bool { earliest != .max && earliest - Self.margin <= clock }
}
