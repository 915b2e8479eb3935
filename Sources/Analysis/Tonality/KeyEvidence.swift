import Model

/// Evidence in the sound for each key, chords aside.
struct KeyEvidence {
  /// The profiles of Albrecht and Shanahan (2013), from the tonic on.
  private static let major: [Double] = [
    0.238, 0.006, 0.111, 0.006, 0.137, 0.094, 0.016, 0.214, 0.009, 0.080, 0.008, 0.081,
  ]
  private static let minor: [Double] = [
    0.220, 0.006, 0.104, 0.123, 0.019, 0.103, 0.012, 0.214, 0.062, 0.022, 0.061, 0.052,
  ]
  private static let majorTriad: [Double] = [1, 0, 0, 0, 0.6, 0, 0, 0.8, 0, 0, 0, 0]
  private static let minorTriad: [Double] = [1, 0, 0, 0.6, 0, 0, 0, 0.8, 0, 0, 0, 0]
  /// Notes below this one, as MIDI counts, count twice; those below the second not at all.
  private static let bassEnd = 52
  private static let lowest = 28
  /// Frames at the beginning and at the end: 2.6 s.
  private static let edge = 28
  /// Share of the loudest note nearby, from which on a frame sounds.
  private static let sounding: Float = 0.3
  /// Share of a frame's loudest note, from which on a lower one is the tone rather than its partial.
  private static let fundamental: Float = 0.6
  private static let window = 1024

  /// For each key of `MusicalKey.all`: how well the tones of the whole fit its scale, and what sounds at the beginning and
  /// at the end its triad; how much of the first and of the last tones is its tonic.
  let features: [[Double]]
  /// The pitch classes of the tones that last, in their order; none is that of the one before it.
  let tune: [Int]

  /// - Returns: nil in silence.
  init?(_ spectrum: TonalSpectrum) {
    // The pitch class of each frame's lowest strong note; nil where nothing sounds.
    var tones: [Int?] = []
    tones.reserveCapacity(spectrum.count)
    for start in stride(from: 0, to: spectrum.count, by: Self.window) {
      let frames = start..<min(start + Self.window, spectrum.count)
      let activations = spectrum.activations(frames)
      for frame in frames {
        let base = (frame - start) * TonalSpectrum.notes
        let levels = activations[base..<base + TonalSpectrum.notes]
        tones.append(spectrum.isPitched(at: frame) ? Self.tone(levels) : nil)
      }
    }
    guard let first = tones.firstIndex(where: { $0 != nil }), let last = tones.lastIndex(where: { $0 != nil })
    else {
      return nil
    }
    tune = Self.tune(tones)
    let whole = Self.shares(tones[...])
    let (start, end) = (
      first..<min(first + Self.edge, spectrum.count), max(0, last - Self.edge + 4)..<last + 1
    )
    let (firstTones, lastTones) = (Self.shares(tones[start]), Self.shares(tones[end]))
    let (beginning, ending) = (Self.chroma(spectrum, start), Self.chroma(spectrum, end))
    features = MusicalKey.all.map { key in
      let triad = key.isMinor ? Self.minorTriad : Self.majorTriad
      return [
        Self.correlation(whole, key.isMinor ? Self.minor : Self.major, key.tonic),
        Self.correlation(beginning, triad, key.tonic), Self.correlation(ending, triad, key.tonic),
        firstTones[key.tonic], lastTones[key.tonic],
      ]
    }
  }

  private static func tone(_ levels: ArraySlice<Float>) -> Int? {
    guard let loudest = levels.max(), loudest > sounding,
      let lowest = levels.firstIndex(where: { $0 > fundamental * loudest })
    else { return nil }
    return (lowest - levels.startIndex + PitchKernels.lowest) % 12
  }

  /// How usual the steps of a tune are in a key, as a logarithm: a tune alone shows its tonic by them.
  static func steps(of tune: [Int], in key: MusicalKey) -> Double {
    let degrees = tune.map { ($0 - key.tonic + 12) % 12 }
    let sum = zip(degrees, degrees.dropFirst()).reduce(0) { sum, step in
      sum + KeyWeights.steps[((key.isMinor ? 12 : 0) + step.0) * 12 + step.1]
    }
    return sum / Double(max(degrees.count - 1, 1))
  }

  private static func tune(_ tones: [Int?]) -> [Int] {
    var tune: [Int] = []
    for case let (tone?, next) in zip(tones, tones.dropFirst()) where tone == next && tone != tune.last {
      tune.append(tone)
    }
    return tune
  }

  private static func shares(_ tones: ArraySlice<Int?>) -> [Double] {
    var counts = [Double](repeating: 0, count: 12)
    for case let tone? in tones { counts[tone] += 1 }
    let sum = max(counts.reduce(0, +), 1)
    return counts.map { $0 / sum }
  }

  private static func chroma(_ spectrum: TonalSpectrum, _ frames: Range<Int>) -> [Double] {
    let activations = spectrum.activations(frames)
    var chroma = [Double](repeating: 0, count: 12)
    for index in activations.indices {
      let number = index % TonalSpectrum.notes + PitchKernels.lowest
      let level = Double(activations[index])
      if number >= lowest { chroma[number % 12] += level * level * (number < bassEnd ? 2 : 1) }
    }
    return chroma
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
