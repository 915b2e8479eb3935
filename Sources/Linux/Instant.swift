import CLinux

/// A point on the kernel's monotonic clock (CLOCK_MONOTONIC): it never jumps, stands still while the machine
/// sleeps, and means nothing on another machine or after a restart.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since an unspecified origin.
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Reads the clock (clock_gettime(2)). Inside the loop use `EventLoop.now`, which is read once per turn.
  public static func now() -> Instant {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else {
      fatalError("clock_gettime: CLOCK_MONOTONIC")
    }
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Stops at the ends of the range, some 292 years away: a configured delay never traps.
  public static func + (a: Instant, b: Duration) -> Instant {
    let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.nanoseconds)
    return Instant(nanoseconds: overflow ? (b < .zero ? .min : .max) : sum)
  }

  public static func - (a: Instant, b: Instant) -> Duration {
    .nanoseconds(a.nanoseconds) - .nanoseconds(b.nanoseconds)
  }
}

extension Duration {
  /// The whole duration in nanoseconds; saturates beyond some 292 years.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    if overflow || overflow2 { return seconds < 0 ? .min : .max }
    return sum
  }
}
