import Model

/// The evidence that chords give for each key. The weights were fitted to Bach's chorales, Monteverdi's madrigals and
/// synthesised songs.
struct KeyHarmony {
  /// Weights of `KeyEstimator.correlations` beside chords.
  static let weights = (whole: 0.73, beginning: 0.74, end: 1.06)
  private static let tonic = 6.39
  private static let dominant = 4.48
  private static let diatonic = 4.02
  private static let last = 1.53
  private static let first = 1.52
  private static let cadence = 6.05
  /// Chords whose confidence is less than this over the whole song are guessed from a tune alone, and say little.
  private static let leastConfidence = 0.6
  private static let majorScale: Set = [0, 2, 4, 5, 7, 9, 11]
  /// With both sevenths.
  private static let minorScale: Set = [0, 2, 3, 5, 7, 8, 10, 11]

  private let chords: [(chord: Chord, seconds: Double)]
  private let seconds: Double

  /// - Returns: nil where chords are unknown or unsure.
  init?(_ segments: [ChordSegment]?) {
    var (confidence, duration) = (0.0, 0.0)
    chords = (segments ?? []).compactMap { segment in
      let seconds = segment.end - segment.start
      duration += seconds
      guard let chord = segment.chord else { return nil }
      confidence += segment.confidence * seconds
      return (chord, seconds)
    }
    seconds = chords.reduce(0) { $0 + $1.seconds }
    guard seconds > 0, confidence >= Self.leastConfidence * duration else { return nil }
  }

  func score(of key: MusicalKey) -> Double {
    let third = key.isMinor ? 3 : 4
    let scale = key.isMinor ? Self.minorScale : Self.majorScale
    func isTonic(_ chord: Chord) -> Bool {
      chord.root == key.tonic && chord.quality.intervals.contains(third)
    }
    func isDominant(_ chord: Chord) -> Bool {
      chord.root == (key.tonic + 7) % 12 && chord.quality.intervals.contains(4)
    }
    var (tonic, dominant, diatonic) = (0.0, 0.0, 0.0)
    for (chord, seconds) in chords {
      if isTonic(chord) { tonic += seconds }
      if isDominant(chord) { dominant += seconds }
      let degree = chord.root - key.tonic + 12
      if chord.quality.intervals.allSatisfy({ scale.contains((degree + $0) % 12) }) { diatonic += seconds }
    }
    let cadences = zip(chords, chords.dropFirst()).count { isDominant($0.chord) && isTonic($1.chord) }
    var score = (Self.tonic * tonic + Self.dominant * dominant + Self.diatonic * diatonic) / seconds
    score += Self.cadence * Double(cadences) / Double(chords.count)
    if let chord = chords.last?.chord, isTonic(chord) { score += Self.last }
    if let chord = chords.first?.chord, isTonic(chord) { score += Self.first }
    return score
  }
}
