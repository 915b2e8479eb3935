/// A looped part of a track.
public struct LoopSection: Hashable, Sendable {
  /// Since the track's beginning.
  public let start: Duration
  public let end: Duration

  /// Shorter ones are a noise and no loop.
  public static let shortest = Duration.milliseconds(100)

  /// Nil where it would be too short, or begin before the track.
  public init?(start: Duration, end: Duration) {
    guard start >= .zero, end - start >= Self.shortest else { return nil }
    self.start = start
    self.end = end
  }

  public var length: Duration { end - start }

  /// The place in the track after `elapsed`, without counting rounds.
  public func wrapped(_ elapsed: Duration) -> Duration {
    guard elapsed >= end else { return elapsed }
    let (over, length) = (Self.nanoseconds(elapsed - start), Self.nanoseconds(length))
    return start + .nanoseconds(over % max(1, length))
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}
