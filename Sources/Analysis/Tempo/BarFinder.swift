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
  /// Cost of a bar that is too long or too short where beats are steady, and where the tempo breathes: there a beat may be
  /// lost, or one too many.
  private static let breakCost: (steady: Float, breathing: Float) = (8, 5)
  private static let leastBeats = 8

  /// Values of each beat: where it begins a bar, and where it is the third of four.
  private let accents: [(first: Float, third: Float)]
  private let breakCost: Float

  /// - Parameters:
  ///   - streams: what is seen at each beat, in the order of `weights`; what is unknown is 0.
  ///   - isSteady: whether all beats have the same length.
  init(_ streams: [[Float]], isSteady: Bool) {
    breakCost = isSteady ? Self.breakCost.steady : Self.breakCost.breathing
    var accents = [(first: Float, third: Float)](repeating: (0, 0), count: streams.first?.count ?? 0)
    // At the first beat everything begins, a bar or not. Where a break costs little, its accent would buy one.
    for (stream, weight) in zip(streams.map({ $0.dropFirst(isSteady ? 0 : 1) }), Self.weights)
    where !stream.isEmpty {
      let count = Float(stream.count)
      let mean = stream.reduce(0, +) / count
      let deviation = (stream.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
      guard deviation > 0 else { continue }
      for (beat, value) in zip(stream.indices, stream) {
        accents[beat].first += weight.first * (value - mean) / deviation
        accents[beat].third += weight.third * (value - mean) / deviation
      }
    }
    self.accents = accents
  }

  /// Indices of beats.
  var downbeats: [Int] {
    guard accents.count >= Self.leastBeats, accents.contains(where: { $0.first != 0 }) else { return [] }
    return Self.lengths.map { bars(of: $0.beats, bonus: $0.bonus) }.max { $0.score < $1.score }?.found ?? []
  }

  /// The bars of one length with the most accents, and how far their accents are from chance; few bars may break off.
  private func bars(of length: Int, bonus: Float) -> (found: [Int], score: Float) {
    // The sum of the accents of as many bars by chance.
    let chance = (Float(accents.count) / Float(length)).squareRoot()
    var totals = [Float](repeating: 0, count: length)
    if length > 2 {
      totals[length - 1] = Self.start * chance
      totals[length - 2] = Self.start * chance
    }
    var origins: [[UInt8]] = []
    for accent in accents {
      var (next, origin) = (totals, [UInt8]())
      for position in 0..<length {
        let before = (position + length - 1) % length
        var (best, most) = (before, totals[before])
        for other in 0..<length where totals[other] - breakCost > most {
          (best, most) = (other, totals[other] - breakCost)
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
    let score = totals[position] / chance + bonus
    var found: [Int] = []
    for beat in accents.indices.reversed() {
      if position == 0 { found.append(beat) }
      position = Int(origins[beat][position])
    }
    return (found.reversed(), score)
  }
}
