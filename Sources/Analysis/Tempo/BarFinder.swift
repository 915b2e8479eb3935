/// Finds which beats begin bars, by a linear model of what happens at them.
struct BarFinder {
  /// Weights of what is seen at the first beat of a bar, and at the third of four, in standard deviations. They were fitted
  /// to chorales, madrigals, tunes, quartets and synthesised songs (logistic regression over all bars of a song).
  private static let weights: [(first: Float, third: Float)] = [
    (0.48, 0.08),  // Harmony changes.
    (0.42, 0.28),  // Bass.
    (0.22, 0.22),  // A chord begins that lasts.
    (0.39, 0.38),  // A note begins that lasts.
    (0.27, -0.55),  // Notes begin.
  ]
  /// Beats of a bar that are thought of, and how much more or less likely each is.
  static let lengths: [(beats: Int, bonus: Float)] = [(2, 0), (3, -0.93), (4, -0.03)]
  /// How much likelier music begins with a bar, or a beat before it, than later in one of more than two beats.
  private static let start: Float = 0.97
  /// Cost of a bar that is too long or too short.
  private static let breakCost: Float = 8
  private static let leastBeats = 8

  /// Values of each beat: where it begins a bar, and where it is the third of four.
  private let accents: [(first: Float, third: Float)]

  /// - Parameter streams: what is seen at each beat, in the order of `weights`; what is unknown is 0.
  init(_ streams: [[Float]]) {
    var accents = [(first: Float, third: Float)](repeating: (0, 0), count: streams.first?.count ?? 0)
    for (stream, weight) in zip(streams, Self.weights) {
      let count = Float(stream.count)
      let mean = stream.reduce(0, +) / count
      let deviation = (stream.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
      guard deviation > 0 else { continue }
      for (beat, value) in stream.enumerated() {
        accents[beat].first += weight.first * (value - mean) / deviation
        accents[beat].third += weight.third * (value - mean) / deviation
      }
    }
    self.accents = accents
  }

  /// Indices of beats.
  var downbeats: [Int] {
    guard accents.count >= Self.leastBeats, accents.contains(where: { $0.first != 0 }) else { return [] }
    var (length, most) = (4, -Float.infinity)
    for (beats, bonus) in Self.lengths {
      for first in 0..<beats {
        let score = score(first, beats) + bonus
        if score > most { (length, most) = (beats, score) }
      }
    }
    return path(length)
  }

  /// How far the accents of bars of one length are from chance.
  private func score(_ first: Int, _ length: Int) -> Float {
    func mean(_ place: Int, _ value: (Int) -> Float) -> Float {
      let some = stride(from: place % length, to: accents.count, by: length)
      let sum = some.reduce(Float(0)) { $0 + value($1) }
      return sum / Float(max((accents.count - place % length + length - 1) / length, 1)).squareRoot()
    }
    let third = length == 4 ? mean(first + 2) { accents[$0].third } : 0
    return mean(first) { accents[$0].first } + third + (length > 2 && first <= 1 ? Self.start : 0)
  }

  /// The bars of one length with the most accents; few of them may break off.
  private func path(_ length: Int) -> [Int] {
    var totals = [Float](repeating: 0, count: length)
    if length > 2 {
      // As many bars as there are weigh as much as in `score`.
      let start = Self.start * Float(accents.count / length).squareRoot()
      totals[length - 1] = start
      totals[length - 2] = start
    }
    var origins: [[UInt8]] = []
    for accent in accents {
      var (next, origin) = (totals, [UInt8]())
      for position in 0..<length {
        let before = (position + length - 1) % length
        var (best, most) = (before, totals[before])
        for other in 0..<length where totals[other] - Self.breakCost > most {
          (best, most) = (other, totals[other] - Self.breakCost)
        }
        let isThird = position == 2 && length == 4
        next[position] = most + (position == 0 ? accent.first : isThird ? accent.third : 0)
        origin.append(UInt8(best))
      }
      totals = next
      origins.append(origin)
    }
    var position = 0
    for other in 0..<length where totals[other] > totals[position] { position = other }
    var found: [Int] = []
    for beat in accents.indices.reversed() {
      if position == 0 { found.append(beat) }
      position = Int(origins[beat][position])
    }
    return found.reversed()
  }
}
