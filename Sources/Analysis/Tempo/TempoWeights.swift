import Glibc

/// Rates candidates for the tempo by a linear model of their features (logistic regression over all candidates of a
/// song, with ridge regularisation): it chooses the octave.
enum TempoWeights {
  /// Weights of each source: its correlations at `TempoCandidate.multiples`, and its spectrum at
  /// `TempoCandidate.harmonics`.
  private static let sources: [(correlation: [Float], spectrum: [Float])] = [
    // The whole.
    (
      [5.17, 2.47, 1.44, 0.91, 1.26, -0.97, 0.81, 1.88],
      [0.19, 0.36, 0.22, -0.34, 0.28, 0.13, -0.11]
    ),
    // Bass.
    (
      [9.09, -6.55, 2.43, 0.82, 1.10, 1.67, -0.53, 2.36],
      [0.35, 0.59, 0.58, -0.40, 0.36, 0.38, 0.00]
    ),
    // Low middle.
    (
      [6.19, 5.33, 1.65, -2.97, 3.53, -1.01, -0.24, 1.85],
      [0.13, 0.19, 0.42, -0.33, 0.26, 0.23, -0.10]
    ),
    // High middle.
    (
      [1.59, -6.49, -0.98, -1.98, 2.65, -1.46, 0.53, -0.40],
      [0.37, -0.30, -0.12, -0.24, 0.18, 0.26, 0.12]
    ),
    // Treble.
    (
      [3.98, -0.82, -1.91, 0.38, 0.34, 1.62, 0.03, -0.27],
      [-0.02, 0.58, 0.30, -0.02, 0.12, 0.04, 0.09]
    ),
    // Changes of harmony.
    (
      [0.25, -1.08, -4.00, -0.14, -4.46, -1.67, 3.13, 0.47],
      [-0.05, 0.23, 0.05, -0.15, -0.04, -0.13, -0.45]
    ),
    // Notes.
    (
      [-0.64, 7.08, -1.67, 4.62, 1.34, 1.31, -0.92, -0.20],
      [0.13, 0.28, 0.36, 0.04, 0.12, 0.01, 0.03]
    ),
  ]
  /// Weights of the shares of notes that have `TempoCandidate.lengths`.
  private static let lengths: [Float] = [0.50, 3.61, 0.60, 2.45, -2.85, 0.68]
  /// Weights of the tempo in octaves above `middle`, and of the square of that.
  private static let octaves: (Float, Float) = (-0.11, -1.61)
  /// In beats per minute.
  private static let middle: Float = 110

  private static let weights: [Float] = sources.flatMap { $0.correlation + $0.spectrum } + lengths

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
