public import Linux

/// A clock that stands still until a test advances it.
public final class ManualClock {
  public private(set) var now: Instant

  public init(at now: Instant = Instant(nanoseconds: 1_000_000_000)) { self.now = now }

  /// Time since the clock was made.
  public private(set) var elapsed = Duration.zero

  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "a monotonic clock does not go back")
    elapsed += duration
    now = now + duration
  }
}
