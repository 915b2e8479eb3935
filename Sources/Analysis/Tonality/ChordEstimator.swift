import Model

enum ChordEstimator {
  /// - Parameters:
  ///   - duration: of the song, in seconds: the last chord ends there.
  ///   - tempo: where beats are known, chords change on them.
  static func estimate(_ spectrum: TonalSpectrum, duration: Double, tempo: TempoEstimate?, key: KeyEstimate?)
    -> [ChordSegment]
  { [] }
}
