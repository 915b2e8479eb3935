import Glibc

/// Rates candidates for the tempo by a linear model of their features (logistic regression over all candidates of a
/// song, with ridge regularisation): it chooses the octave.
enum TempoWeights {
  /// Weights of each source: its correlations at `TempoCandidate.multiples`, and its spectrum at
  /// `TempoCandidate.harmonics`.
  private static let sources: [(correlation: [Float], spectrum: [Float])] = [
    // The whole.
    (
      [5.02, 3.51, 0.69, 2.74, 1.50, -0.84, 0.10, 2.40],
      [0.28, -0.06, 0.33, -0.28, 0.41, 0.04, 0.05]
    ),
    // Bass.
    (
      [9.66, -7.05, 1.92, 1.70, 1.74, 2.38, -0.52, 3.66],
      [0.26, 0.68, 0.41, -0.12, 0.40, 0.20, 0.15]
    ),
    // Low middle.
    (
      [-0.45, 12.31, -1.73, -1.62, -0.27, 0.05, -1.70, 5.60],
      [0.22, 0.71, 0.61, -0.14, 0.57, 0.05, 0.05]
    ),
    // High middle.
    (
      [-0.07, -2.98, 0.10, 4.76, 0.49, -3.49, 1.64, -0.16],
      [0.66, -0.55, -0.10, -0.64, 0.18, 0.22, 0.08]
    ),
    // Treble.
    (
      [3.60, -1.43, -1.20, 1.67, -0.76, 1.51, -1.74, 2.02],
      [-0.20, 0.55, 0.14, -0.05, 0.54, 0.07, 0.13]
    ),
    // Changes of harmony.
    (
      [-0.06, -1.64, -4.70, 0.98, -4.03, -2.53, -0.32, 1.10],
      [0.09, 0.25, 0.09, -0.16, 0.17, -0.06, -0.39]
    ),
  ]
  /// Weights of the tempo in octaves above `middle`, and of the square of that.
  private static let octaves: (Float, Float) = (-0.22, -1.95)
  /// In beats per minute.
  private static let middle: Float = 110

  private static let weights: [Float] = sources.flatMap { $0.correlation + $0.spectrum }

  static func score(of candidate: TempoCandidate) -> Float {
    let octave = log2f(candidate.bpm / middle)
    let sum = zip(candidate.features, weights).reduce(Float(0)) { $0 + $1.0 * $1.1 }
    return sum + octave * octaves.0 + octave * octave * octaves.1
  }

  /// The likeliest candidate, and how likely it is.
  static func best(of candidates: [TempoCandidate]) -> (TempoCandidate, Double)? {
    let scores = candidates.map { score(of: $0) }
    guard let most = scores.max(), let index = scores.firstIndex(of: most) else { return nil }
    let sum = scores.reduce(Float(0)) { $0 + expf($1 - most) }
    return (candidates[index], Double(1 / sum))
  }
}
