/// How long to wait before something is tried again: twice as long each time, up to a limit.
struct Backoff: Hashable {
  static let first = Duration.milliseconds(250)
  static let longest = Duration.seconds(30)

  private var upcoming = Self.first

  /// How long to wait now.
  mutating func next() -> Duration {
    defer { upcoming = min(upcoming * 2, Self.longest) }
    return upcoming
  }
}
