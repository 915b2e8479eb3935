/// Pauses between attempts: 250 ms, twice as long each time, at most 30 s.
public struct Backoff: Hashable, Sendable {
  public static let first = Duration.milliseconds(250)
  public static let longest = Duration.seconds(30)

  private var upcoming = Self.first

  public init() {}

  /// Returns the pause before the next attempt.
  public mutating func next() -> Duration {
    defer { upcoming = min(upcoming * 2, Self.longest) }
    return upcoming
  }
}
