import Model

enum KeyEstimator {
  /// - Parameter chords: where they are known: they settle what the spectrum leaves open.
  static func estimate(_ spectrum: TonalSpectrum, chords: [ChordSegment]?) -> KeyEstimate? { nil }
}
