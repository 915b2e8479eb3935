import Glibc
import Model

/// Follows one tone: single wrong findings are ignored, and small differences are averaged, so that a steady tone has a steady
/// pitch.
@safe final class PitchTracker {
  private let long: PitchFinder
  private let short: PitchFinder
  /// Samples from one finding to the next.
  private let hop: Int
  private var samples: [Float]
  private var stretch: [Float]
  private var untilNext: Int
  /// In cents above 1 Hz.
  private var current: Double?
  /// Findings that are averaged in `current`.
  private var averaged = 0
  /// Findings away from `current` that agree with each other.
  private var other: (cents: Double, count: Int)?
  private var misses = 0
  private(set) var tone: LiveTone?

  private static let hopSeconds = 0.01
  private static let leastClarity = 0.75
  /// From here on a stretch holds one tone alone.
  private static let clear = 0.93
  private static let leastLevel = -75.0
  /// Findings without a pitch until the tone has ended.
  private static let mostMisses = 8
  /// Findings that agree until a tone begins, and until it replaces another one.
  private static let toBegin = 2
  private static let toReplace = 3
  /// Findings after a begin that are not averaged: as many as one stretch has.
  private static let unsettled = 8
  /// In cents: findings as near as this are the same tone.
  private static let near = 50.0

  init(rate: Int) {
    long = PitchFinder(rate: rate, seconds: 0.08, lowestHertz: 29)
    short = PitchFinder(rate: rate, seconds: 0.04, lowestHertz: 60)
    hop = max(1, Int(Double(rate) * Self.hopSeconds))
    samples = [Float](repeating: 0, count: long.window)
    stretch = samples
    untilNext = hop
  }

  /// - Parameter found: called after each finding, with whether another tone began or one ended.
  func add(_ source: UnsafePointer<Float>, count: Int, found: (Bool) -> Void) {
    var done = 0
    while done < count {
      let some = min(untilNext, count - done)
      samples.removeFirst(some)
      unsafe samples.append(contentsOf: UnsafeBufferPointer(start: source + done, count: some))
      done += some
      untilNext -= some
      guard untilNext == 0 else { continue }
      untilNext = hop
      found(find())
    }
  }

  private func find() -> Bool {
    let mean = samples.reduce(0, +) / Float(samples.count)
    var power: Float = 0
    for index in samples.indices {
      stretch[index] = samples[index] - mean
      power += stretch[index] * stretch[index]
    }
    let level = 10 * log10(Double(power) / Double(samples.count) + 1e-12)
    guard level > Self.leastLevel, let pitch = pitch(), pitch.clarity > Self.leastClarity else {
      return miss()
    }
    misses = 0
    let isNew = follow(1200 * log2(pitch.hertz))
    tone = current.map {
      LiveTone(hertz: exp2($0 / 1200), clarity: min(max(pitch.clarity, 0), 1), level: min(level, 20))
    }
    return isNew
  }

  /// That of the last 80 ms; while these hold the end of another tone, that of the last 40 ms.
  private func pitch() -> PitchFinder.Pitch? {
    let whole = long.pitch(of: stretch)
    guard (whole?.clarity ?? 0) < Self.clear else { return whole }
    let last = short.pitch(of: Array(stretch.suffix(short.window)))
    return (last?.clarity ?? 0) > max(Self.clear, whole?.clarity ?? 0) ? last : whole
  }

  private func miss() -> Bool {
    misses += 1
    other = nil
    guard misses >= Self.mostMisses, current != nil else { return false }
    (current, tone) = (nil, nil)
    return true
  }

  /// - Returns: whether another tone began.
  private func follow(_ cents: Double) -> Bool {
    if let current, abs(cents - current) < Self.near {
      other = nil
      averaged += 1
      let distance = abs(cents - current)
      // The first findings still hold what was before the tone.
      let first = 1 / Double(max(1, averaged - Self.unsettled))
      self.current =
        current + (cents - current) * max(first, distance < 5 ? 0.05 : distance < 20 ? 0.15 : 0.4)
      return false
    }
    if let before = other, abs(cents - before.cents) < Self.near {
      other = (cents, before.count + 1)
    } else {
      other = (cents, 1)
    }
    guard let other, other.count >= (current == nil ? Self.toBegin : Self.toReplace) else { return false }
    (current, averaged, self.other) = (cents, 1, nil)
    return true
  }
}
