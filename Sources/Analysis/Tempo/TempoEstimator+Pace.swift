/// The tempo, before the beats are known.
extension TempoEstimator {
  /// Returns the least value of the largest correlation where there is a beat: noise has less, the less the more
  /// windows there are.
  private static func leastCorrelation(windows: Int) -> Float {
    max(0.1 / Float(max(windows, 1)).squareRoot(), 0.012)
  }
  /// The part of it that is enough where notes stand out: voices and strings have soft onsets at a tempo that breathes.
  private static let pitchedPart: Float = 0.2
  /// Weight of notes that begin relative to onsets of all bands.
  private static let noteWeight: Float = 2

  /// - Parameter isPitched: whether notes stand out, so that it is no noise.
  func pace(isPitched: Bool) -> Pace? {
    guard let best = best(), best.clarity >= (isPitched ? Self.pitchedPart : 1) else { return nil }
    let curve = curve(around: best.candidate.period)
    let windows = curve.ratios.map { $0 * curve.period }
    // A part is in the second half of one window and in the first half of the next one.
    let periods = windows.indices.map { $0 == 0 ? windows[0] : (windows[$0 - 1] + windows[$0]) / 2 }
    return Pace(period: curve.period, periods: periods + windows.suffix(1), confidence: best.confidence)
  }

  private func best() -> (candidate: TempoCandidate, confidence: Double, clarity: Float)? {
    let periodicities = periodicities()
    let candidates = candidates(periodicities)
    guard let (candidate, likelihood) = TempoWeights.best(of: candidates), let whole = periodicities.first
    else {
      return nil
    }
    let least = Self.leastCorrelation(windows: whole.windows)
    let clarity = candidates.map { $0.correlation(in: whole) }.max() ?? 0
    return (candidate, likelihood * Double(min(clarity / (3 * least), 1)), clarity / least)
  }

  func candidates(_ periodicities: [Periodicity]) -> [TempoCandidate] {
    TempoCandidate.all(in: periodicities, joined: periodicity(onsets()), lengths: chroma.notes.lengths)
  }

  /// Returns the periodicities of all bands together, of each band, of the changes of harmony and of notes.
  func periodicities() -> [Periodicity] {
    let bands = detector.bands
    let weights: [SIMD4<Float>] = [
      [1, 1, 1, 1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
    ]
    let notes = chroma.notes
    let deviation = notes.deviation
    return weights.map { weights in periodicity { bands.envelope(weights, in: $0) } } + [
      periodicity { chroma.changes(in: $0) }, periodicity { notes.envelope(in: $0, deviation: deviation) },
    ]
  }

  private func periodicity(_ envelope: (Range<Int>) -> [Float]) -> Periodicity {
    let periodicity = Periodicity()
    Periodicity.forEachWindow(of: detector.bands.frames) { periodicity.add(envelope($0)) }
    periodicity.close()
    return periodicity
  }

  private func curve(around period: Float) -> TempoCurve {
    let periodicity = Periodicity()
    let onsets = onsets()
    var search = TempoCurveSearch(period: period)
    Periodicity.forEachWindow(of: detector.bands.frames) { range in
      periodicity.add(onsets(range))
      search.add(periodicity.latest)
    }
    return search.finish()
  }

  /// Returns what gives the onsets of all kinds together in some frames, with a standard deviation of about 1 for each kind.
  func onsets() -> (Range<Int>) -> [Float] {
    let bands = detector.bands
    let scale = 1 / max(bands.deviation(), .leastNormalMagnitude)
    let notes = chroma.notes
    let deviation = notes.deviation / Self.noteWeight
    return { range in
      zip(bands.envelope(.init(repeating: scale), in: range), notes.envelope(in: range, deviation: deviation))
        .map { $0 + $1 }
    }
  }
}
