/// How long something took, counted in classes an eighth of an octave wide: fixed memory, no sorting, at most 9 %
/// above the true value.
public struct LatencyHistogram: Hashable, Sendable {
  /// From 1 µs on; the last class holds all that is longer than some 16 s.
  private var counts = [UInt32](repeating: 0, count: 24 * 8)
  public private(set) var count = 0
  public private(set) var maximum = Duration.zero

  public init() {}

  public mutating func record(_ duration: Duration) {
    let duration = max(.zero, duration)
    count += 1
    maximum = max(maximum, duration)
    let index = Self.index(duration)
    if counts[index] < .max { counts[index] += 1 }
  }

  /// The duration that this share (0...1) of all did not exceed, rounded up to its class; zero where none is known.
  public func percentile(_ share: Double) -> Duration {
    guard count > 0 else { return .zero }
    let wanted = share * Double(count)
    var seen = 0.0
    for (index, count) in counts.enumerated() where count > 0 {
      seen += Double(count)
      if seen >= wanted { return min(maximum, Self.upperBound(index)) }
    }
    return maximum
  }

  private static func index(_ duration: Duration) -> Int {
    let microseconds =
      UInt64(clamping: duration.components.seconds) &* 1_000_000
      &+ UInt64(clamping: duration.components.attoseconds / 1_000_000_000_000)
    guard microseconds > 0 else { return 0 }
    let octave = 63 - microseconds.leadingZeroBitCount
    let eighth =
      octave >= 3 ? Int(microseconds >> UInt64(octave - 3)) & 7 : Int(microseconds << UInt64(3 - octave)) & 7
    return min(octave * 8 + eighth, 24 * 8 - 1)
  }

  private static func upperBound(_ index: Int) -> Duration {
    let (octave, eighth) = (index / 8, index % 8)
    return .nanoseconds(Int64((8 + eighth + 1) * 125) << Int64(octave))
  }
}
