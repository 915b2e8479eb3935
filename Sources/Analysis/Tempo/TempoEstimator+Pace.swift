/// The tempo, before the beats are known.
extension TempoEstimator {
  /// Returns the least value of the largest correlation where there is a beat: noise has less, the less the more
  /// windows there are.
  private static func leastCorrelation(windows: Int) -> Float {
    max(0.1 / Float(max(windows, 1)).squareRoot(), 0.012)
  }
  /// The part of it that is enough where notes stand out: voices and strings have soft onsets at a tempo that breathes.
  private static let pitchedPart: Float = 0.2

  /// - Parameter isPitched: whether notes stand out, so that it is no noise.
  func pace(isPitched: Bool) -> Pace? {
    guard var best = best(stretches: []), best.clarity >= (isPitched ? Self.pitchedPart : 1) else {
      return nil
    }
    var curve = curve(around: best.candidate.period)
    // If the tempo varies, the windows are overlaid again, each scaled by its tempo.
    if curve.isMoving, let other = self.best(stretches: curve.ratios) {
      best = other
      curve.period = other.candidate.period
    }
    let windows = curve.ratios.map { $0 * curve.period }
    // A part is in the second half of one window and in the first half of the next one.
    let periods = windows.indices.map { $0 == 0 ? windows[0] : (windows[$0 - 1] + windows[$0]) / 2 }
    return Pace(period: curve.period, periods: periods + windows.suffix(1), confidence: best.confidence)
  }

  private func best(stretches: [Float]) -> (candidate: TempoCandidate, confidence: Double, clarity: Float)? {
    let periodicities = periodicities(stretches: stretches)
    let candidates = TempoCandidate.all(in: periodicities)
    guard let (candidate, likelihood) = TempoWeights.best(of: candidates), let whole = periodicities.first
    else {
      return nil
    }
    let least = Self.leastCorrelation(windows: whole.windows)
    let clarity = candidates.map { $0.correlation(in: whole) }.max() ?? 0
    return (candidate, likelihood * Double(min(clarity / (3 * least), 1)), clarity / least)
  }

  /// Returns the periodicities of all bands together, of each band and of the changes of harmony.
  /// - Parameter stretches: of each window; none where the tempo does not move.
  func periodicities(stretches: [Float]) -> [Periodicity] {
    let bands = detector.bands
    let weights: [SIMD4<Float>] = [
      [1, 1, 1, 1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
    ]
    return (0...weights.count).map { source in
      let periodicity = Periodicity()
      var window = 0
      Periodicity.forEachWindow(of: bands.frames) { range in
        periodicity.add(
          source < weights.count ? bands.envelope(weights[source], in: range) : chroma.changes(in: range),
          stretch: window < stretches.count ? stretches[window] : 1)
        window += 1
      }
      periodicity.close()
      return periodicity
    }
  }

  private func curve(around period: Float) -> TempoCurve {
    let bands = detector.bands
    let periodicity = Periodicity()
    var search = TempoCurveSearch(period: period)
    Periodicity.forEachWindow(of: bands.frames) { range in
      periodicity.add(bands.envelope(.one, in: range))
      search.add(periodicity.latest)
    }
    return search.finish()
  }
}
