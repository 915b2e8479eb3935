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

  init(period: Float, in periodicities: [Periodicity]) {
    self.period = period
    features = periodicities.flatMap { periodicity in
      Self.multiples.map { periodicity.correlation(at: period * $0) }
        + Self.harmonics.map { periodicity.spectrum(at: $0 / period) }
    }
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

  /// The periods with the most salience, and what is related to the best of them.
  static func all(in periodicities: [Periodicity]) -> [TempoCandidate] {
    guard let whole = periodicities.first else { return [] }
    let (shortest, longest) = (period(of: range.upperBound), period(of: range.lowerBound))
    let step: Float = 1.01
    var grid: [Float] = []
    var next = shortest / step
    while next < longest * step * step {
      grid.append(next)
      next *= step
    }
    let salience = grid.map { Self.salience(of: $0, in: whole) }
    var peaks: [(period: Float, salience: Float)] = []
    for index in 1..<grid.count - 1
    where salience[index] >= salience[index - 1] && salience[index] > salience[index + 1] {
      peaks.append((grid[index], salience[index]))
    }
    peaks.sort { $0.salience > $1.salience }
    var periods = peaks.prefix(10).map(\.period)
    for peak in peaks.prefix(3) {
      for ratio: Float in [1.0 / 3, 0.5, 2.0 / 3, 1.5, 2, 3] { periods.append(peak.period * ratio) }
    }
    var kept: [Float] = []
    for period in periods where period >= shortest && period <= longest {
      let refined = refine(period, in: whole)
      if !kept.contains(where: { abs($0 / refined - 1) < 0.03 }) { kept.append(refined) }
    }
    return kept.map { TempoCandidate(period: $0, in: periodicities) }
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
