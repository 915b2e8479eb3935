import Glibc

/// The loudness range (EBU Tech 3342) of the loudness of the last 3 s, taken ten times a second.
struct LoudnessRange {
  /// In LUFS: softer blocks do not count, nor blocks this much softer than the mean of the rest.
  private static let least = -70.0
  private static let gate = 20.0
  /// In LUFS and steps of 0.01 LU.
  private static let most = 20.0
  private static let steps = 100.0
  /// The parts of the loudness that are softer than the range and its top.
  private static let (low, high) = (0.10, 0.95)

  /// How often each loudness was there.
  private var counts = [Int32](repeating: 0, count: Int((most - least) * steps) + 1)
  /// The mean power of each of the last 30 tenths of a second, the last one at `place`.
  private var powers = [Double](repeating: 0, count: 30)
  private var place = 0
  private var tenths = 0
  /// Power of the last 0.4 s.
  private var momentary = 0.0

  /// The power that has a loudness in LUFS.
  private static func power(_ loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }

  /// A tenth of a second has passed.
  /// - Parameter loudness: of the last 0.4 s, in LUFS; what is no number is silence.
  mutating func add(_ loudness: Double) {
    let now = loudness.isFinite ? Self.power(loudness) : 0
    // The newest tenth's power: the increase of the four tenths, and the power of the tenth that left them.
    let count = powers.count
    let power = max(0, 4 * (now - momentary) + powers[(place + count - 3) % count])
    momentary = now
    place = (place + 1) % count
    powers[place] = power
    tenths += 1
    guard tenths >= count else { return }
    let short = 10 * log10(powers.reduce(0, +) / Double(count)) - 0.691
    guard short >= Self.least else { return }
    counts[Int(((min(short, Self.most) - Self.least) * Self.steps).rounded())] += 1
  }

  /// In LU.
  var range: Double {
    func loudness(_ step: Int) -> Double { Self.least + Double(step) / Self.steps }
    var (all, sum) = (0.0, 0.0)
    for (step, count) in counts.enumerated() where count > 0 {
      all += Double(count)
      sum += Double(count) * Self.power(loudness(step))
    }
    guard all > 0 else { return 0 }
    let bound = 10 * log10(sum / all) - 0.691 - Self.gate
    let first = max(0, Int(((bound - Self.least) * Self.steps).rounded(.up)))
    let left = Double(counts[first...].reduce(0) { $0 + Int($1) })
    func step(at part: Double) -> Int {
      var rest = (part * (left - 1)).rounded()
      for (step, count) in counts.enumerated().dropFirst(first) {
        rest -= Double(count)
        if rest < 0 { return step }
      }
      return first
    }
    return loudness(step(at: Self.high)) - loudness(step(at: Self.low))
  }
}
