import Glibc
import Model

/// Finds the key of a song: by its chords where they are sure, else by its tones.
enum KeyEstimator {
  /// - Parameter chords: nil where they are not known.
  static func estimate(_ spectrum: TonalSpectrum, chords: [ChordSegment]?) -> KeyEstimate? {
    guard let evidence = KeyEvidence(spectrum) else { return nil }
    let harmony = KeyHarmony(chords)
    let weights = chords == nil ? KeyWeights.sound : harmony == nil ? KeyWeights.tune : KeyWeights.harmony
    let scores = zip(evidence.features, MusicalKey.all).map { features, key in
      let others = harmony?.features(of: key) ?? [KeyEvidence.steps(of: evidence.tune, in: key)]
      return zip(features + others, weights).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let sum = scores.reduce(0) { $0 + exp($1 - scores[best]) }
    let key = MusicalKey.all[best]
    return KeyEstimate(
      key: key, confidence: 1 / sum, tuningCents: spectrum.tuning * 100,
      sections: harmony?.sections(in: key) ?? [])
  }
}
