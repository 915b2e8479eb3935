import Glibc
import Model

/// Finds the key by what sounds as a whole, at the beginning and at the end: the first by the profiles of Sha'ath (2011),
/// the others by the triads of the tonic. The weights of the three were fitted to synthesised songs.
enum KeyEstimator {
  private static let major: [Double] = [6.6, 2.0, 3.5, 2.3, 4.6, 4.0, 2.5, 5.2, 2.4, 3.7, 2.3, 3.4]
  private static let minor: [Double] = [6.5, 2.7, 3.5, 5.4, 2.6, 3.5, 2.5, 5.2, 4.0, 2.7, 4.3, 3.2]
  private static let majorTriad: [Double] = [1, 0, 0, 0, 0.6, 0, 0, 0.8, 0, 0, 0, 0]
  private static let minorTriad: [Double] = [1, 0, 0, 0.6, 0, 0, 0, 0.8, 0, 0, 0, 0]
  private static let weights = (whole: 5.547, beginning: 4.004, end: 4.379)
  /// Notes below this one, as MIDI counts, count twice; those below the second not at all.
  private static let bassEnd = 52
  private static let lowest = 28
  /// Frames at the beginning and at the end: 2.6 s.
  private static let edge = 28
  /// Share of the loudest note nearby, from which on a frame sounds.
  private static let sounding: Float = 0.3
  private static let window = 1024

  /// - Parameter chords: where they are known; with sure ones harmony and cadences count most.
  static func estimate(_ spectrum: TonalSpectrum, chords: [ChordSegment]?) -> KeyEstimate? {
    guard let correlations = correlations(spectrum) else { return nil }
    let harmony = KeyHarmony(chords)
    let weights = harmony == nil ? Self.weights : KeyHarmony.weights
    let scores = zip(correlations, MusicalKey.all).map { evidence, key in
      weights.whole * evidence.x + weights.beginning * evidence.y + weights.end * evidence.z
        + (harmony?.score(of: key) ?? 0)
    }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let sum = scores.reduce(0) { $0 + exp($1 - scores[best]) }
    return KeyEstimate(key: MusicalKey.all[best], confidence: 1 / sum, tuningCents: spectrum.tuning * 100)
  }

  /// The evidence for each key of `MusicalKey.all`: the whole, the beginning and the end.
  /// - Returns: nil in silence.
  static func correlations(_ spectrum: TonalSpectrum) -> [SIMD3<Double>]? {
    var whole = [Double](repeating: 0, count: 12)
    var first: Int?
    var last = 0
    for start in stride(from: 0, to: spectrum.count, by: window) {
      let frames = start..<min(start + window, spectrum.count)
      let activations = spectrum.activations(frames)
      for frame in frames {
        let base = (frame - start) * TonalSpectrum.notes
        add(activations, base, to: &whole)
        if spectrum.isPitched(at: frame),
          activations[base..<base + TonalSpectrum.notes].contains(where: { $0 > sounding })
        {
          if first == nil { first = frame }
          last = frame
        }
      }
    }
    guard let first else { return nil }
    let beginning = chroma(spectrum, first..<min(first + edge, spectrum.count))
    let end = chroma(spectrum, max(0, last - edge + 4)..<last + 1)
    return MusicalKey.all.map { key in
      let triad = key.isMinor ? minorTriad : majorTriad
      return SIMD3(
        correlation(whole, key.isMinor ? minor : major, key.tonic), correlation(beginning, triad, key.tonic),
        correlation(end, triad, key.tonic))
    }
  }

  private static func chroma(_ spectrum: TonalSpectrum, _ frames: Range<Int>) -> [Double] {
    let activations = spectrum.activations(frames)
    var chroma = [Double](repeating: 0, count: 12)
    for frame in 0..<frames.count { add(activations, frame * TonalSpectrum.notes, to: &chroma) }
    return chroma
  }

  private static func add(_ activations: [Float], _ base: Int, to chroma: inout [Double]) {
    for note in 0..<TonalSpectrum.notes {
      let number = note + PitchKernels.lowest
      guard number >= lowest else { continue }
      let level = Double(activations[base + note])
      chroma[number % 12] += level * level * (number < bassEnd ? 2 : 1)
    }
  }

  /// Pearson's, of a profile that begins at a tonic.
  private static func correlation(_ chroma: [Double], _ profile: [Double], _ tonic: Int) -> Double {
    let (meanOfChroma, meanOfProfile) = (chroma.reduce(0, +) / 12, profile.reduce(0, +) / 12)
    var (both, own, other) = (0.0, 0.0, 0.0)
    for pitch in 0..<12 {
      let (x, y) = (chroma[pitch] - meanOfChroma, profile[(pitch - tonic + 12) % 12] - meanOfProfile)
      both += x * y
      own += x * x
      other += y * y
    }
    return own > 0 ? both / (own * other).squareRoot() : 0
  }
}
