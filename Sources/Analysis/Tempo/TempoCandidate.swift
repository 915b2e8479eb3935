import Glibc

/// A tempo that the song may have, with the evidence for and against it.
struct TempoCandidate {
  /// Frames of a beat.
  let period: Float
  var bpm: Float { Float(60 * OnsetBands.rate) / period }
  let features: [Float]

  /// In beats per minute.
  static let range: ClosedRange<Float> = 40...240
  /// Multiples of the period whose correlation is looked at.
  static let multiples: [Float] = [1.0 / 3, 0.5, 2.0 / 3, 1, 1.5, 2, 3, 4]
  /// Multiples of the frequency whose part of the spectrum is looked at.
  static let harmonics: [Float] = [1.0 / 3, 0.5, 1, 1.5, 2, 3, 4]
  /// Lengths of notes in periods whose share is looked at, and how many octaves off they may be.
  static let lengths: [Float] = [0.25, 0.5, 1, 1.5, 2, 4]
  private static let lengthReach: Float = 0.2

  /// - Parameter lengths: of notes in seconds.
  init(period: Float, in periodicities: [Periodicity], lengths: [Float]) {
    self.period = period
    let octaves = lengths.map { log2f(max($0 * Float(OnsetBands.rate) / period, 0.01)) }
    let shares = Self.lengths.map { length in
      let near = octaves.filter { abs($0 - log2f(length)) < Self.lengthReach }
      return Float(near.count) / Float(max(octaves.count, 1))
    }
    features =
      periodicities.flatMap { periodicity in
        Self.multiples.map { periodicity.correlation(at: period * $0) }
          + Self.harmonics.map { periodicity.spectrum(at: $0 / period) }
      } + shares
  }

  /// The largest correlation of the first multiples.
  func correlation(in periodicity: Periodicity) -> Float {
    (1...4).reduce(0) { max($0, periodicity.correlation(at: period * Float($1))) }
  }

  /// How well periods fit by themselves: the mean correlation of the first multiples.
  static func salience(of period: Float, in periodicity: Periodicity) -> Float {
    var sum: Float = 0
    for multiple in 1...4 { sum += periodicity.correlation(at: period * Float(multiple)) }
    return sum / 4
  }

  /// - Parameters:
  ///   - joined: of onsets of all kinds together.
  ///   - lengths: of notes in seconds.
  /// - Returns: the periods with the most salience in the first and in the joined periodicity, and what is related to the best.
  static func all(in periodicities: [Periodicity], joined: Periodicity, lengths: [Float]) -> [TempoCandidate]
  {
    guard let whole = periodicities.first else { return [] }
    var kept: [Float] = []
    for (periodicity, count, related) in [(whole, 10, 3), (joined, 5, 2)] {
      let peaks = peaks(in: periodicity)
      let ratios: [Float] = [1.0 / 3, 0.5, 2.0 / 3, 1.5, 2, 3]
      let periods = peaks.prefix(count) + peaks.prefix(related).flatMap { peak in ratios.map { peak * $0 } }
      for period in periods where period >= shortest && period <= longest {
        let refined = refine(period, in: periodicity)
        if !kept.contains(where: { abs($0 / refined - 1) < 0.03 }) { kept.append(refined) }
      }
    }
    return kept.map { TempoCandidate(period: $0, in: periodicities, lengths: lengths) }
  }

  private static let (shortest, longest) = (period(of: range.upperBound), period(of: range.lowerBound))

  /// The periods whose salience is a maximum, the largest first.
  private static func peaks(in periodicity: Periodicity) -> [Float] {
    let step: Float = 1.01
    var grid: [Float] = []
    var next = shortest / step
    while next < longest * step * step {
      grid.append(next)
      next *= step
    }
    let salience = grid.map { Self.salience(of: $0, in: periodicity) }
    let peaks = (1..<grid.count - 1).filter {
      salience[$0] >= salience[$0 - 1] && salience[$0] > salience[$0 + 1]
    }
    return peaks.sorted { salience[$0] > salience[$1] }.map { grid[$0] }
  }

  static func period(of bpm: Float) -> Float { Float(60 * OnsetBands.rate) / bpm }

  /// The period nearby whose multiples have the largest correlation.
  private static func refine(_ period: Float, in periodicity: Periodicity) -> Float {
    var (best, most) = (period, -Float.infinity)
    for step in -12...12 {
      let near = period * (1 + Float(step) * 0.0025)
      var sum: Float = 0
      for multiple in 1...4 {
        let lag = near * Float(multiple)
        let index = Int(lag)
        guard index + 1 < Periodicity.window else { continue }
        let part = lag - Float(index)
        sum += periodicity.correlation[index] * (1 - part) + periodicity.correlation[index + 1] * part
      }
      if sum > most { (best, most) = (near, sum) }
    }
    return best
  }
}
