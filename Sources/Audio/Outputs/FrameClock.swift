/// Plays frames by the monotonic clock, where no device does.
struct FrameClock {
  let rate: Int
  private var origin: Int64
  /// Frames given since `origin`.
  private var given: Int64 = 0

  init(rate: Int, at nanoseconds: Int64) {
    self.rate = rate
    origin = nanoseconds
  }

  /// Frames given and not played yet. After an underrun the clock begins again now.
  mutating func queued(at nanoseconds: Int64) -> Int {
    let queued = given - played(at: nanoseconds)
    if queued < 0 {
      origin = nanoseconds
      given = 0
      return 0
    }
    return Int(queued)
  }

  mutating func give(_ frames: Int) { given += Int64(frames) }

  /// Frames that a true clock would have played since the origin.
  private func played(at nanoseconds: Int64) -> Int64 {
    let (seconds, rest) = max(0, nanoseconds - origin).quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds * Int64(rate) + rest * Int64(rate) / 1_000_000_000
  }
}
