import Glibc

/// Rates candidates for the tempo by a linear model of their features (logistic regression over all candidates of a
/// song, with ridge regularisation): it chooses the octave.
enum TempoWeights {
  /// Weights of each source: its correlations at `TempoCandidate.multiples`, and its spectrum at
  /// `TempoCandidate.harmonics`.
  private static let sources: [(correlation: [Float], spectrum: [Float])] = [
    // The whole.
    (
      [1.31, 0.57, 0.10, 1.61, 0.20, -0.06, 0.96, 1.90],
      [0.14, 0.11, 0.00, -0.15, 0.28, 0.08, 0.08]
    ),
    // Bass.
    (
      [4.25, -3.07, 0.83, 0.64, -0.35, 1.47, 0.36, 2.22],
      [0.20, 0.33, 0.02, -0.16, 0.32, 0.17, 0.03]
    ),
    // Low middle.
    (
      [0.35, 2.89, -0.60, -0.96, 0.03, 0.57, 0.10, 2.52],
      [-0.08, 0.26, 0.03, -0.06, 0.28, 0.03, 0.09]
    ),
    // High middle.
    (
      [0.40, -0.66, -0.08, 1.70, 0.34, -1.29, 1.11, 0.34],
      [0.52, -0.25, -0.11, -0.24, 0.20, 0.09, 0.12]
    ),
    // Treble.
    (
      [0.43, -1.74, -0.41, 1.11, -0.28, 0.77, -0.08, 1.33],
      [-0.14, 0.31, 0.07, -0.02, 0.23, 0.09, 0.09]
    ),
    // Changes of harmony.
    (
      [-0.05, -0.92, -2.09, -1.83, 0.11, -2.67, -1.33, 1.97],
      [0.04, 0.16, -0.02, -0.09, 0.05, 0.10, -0.16]
    ),
  ]
  /// Weights of the tempo in octaves above `middle`, and of the square of that.
  private static let octaves: (Float, Float) = (-0.18, -0.82)
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
