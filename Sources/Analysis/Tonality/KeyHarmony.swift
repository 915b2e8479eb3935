import Model

/// Evidence in the chords for keys: for the song's, and where it modulates.
struct KeyHarmony {
  /// Chords whose confidence is less than this over the whole song are guessed from a tune alone, and say little.
  private static let leastConfidence = 0.6
  /// Kinds that chords of a key are counted by, of each quality: major, minor, dominant, major seventh, diminished, other.
  private static let kinds = [0, 1, 2, 3, 1, 0, 1, 5, 5, 4, 4, 4, 5]
  static let kindCount = 6
  /// A chord of more seconds says no more of the key of its place.
  private static let longest = 3.0
  /// The logarithms of how seldom a section ends at a chord, to a key that is related to its own and to another one; and how
  /// much a cadence says, and being the song's key.
  private static let change = (related: 3.0, other: 4.0)
  private static let cadence = 2.5

  private let chords: [(chord: Chord, start: Double, seconds: Double)]

  /// - Returns: nil where chords are unknown or unsure.
  init?(_ segments: [ChordSegment]?) {
    var (confidence, duration) = (0.0, 0.0)
    chords = (segments ?? []).compactMap { segment in
      let seconds = segment.end - segment.start
      duration += seconds
      guard let chord = segment.chord else { return nil }
      confidence += segment.confidence * seconds
      return (chord, segment.start, seconds)
    }
    guard duration > 0, confidence >= Self.leastConfidence * duration else { return nil }
  }

  /// Whether it begins and ends with the tonic, the share of cadences among the changes, and how usual its chords are.
  func features(of key: MusicalKey) -> [Double] {
    guard let first = chords.first?.chord, let last = chords.last?.chord else { return [] }
    let seconds = chords.reduce(0) { $0 + $1.seconds }
    let usual = chords.reduce(0) { $0 + Self.usual($1.chord, in: key) * $1.seconds } / seconds
    let cadences = zip(chords, chords.dropFirst()).count { Self.isCadence($0.chord, $1.chord, in: key) }
    return [
      Self.isTonic(first, of: key) ? 1 : 0, Self.isTonic(last, of: key) ? 1 : 0,
      Double(cadences) / Double(chords.count), usual,
    ]
  }

  /// Finds where keys begin, the first at 0, by the likeliest path through all keys; none in a song that keeps its own.
  func sections(in home: MusicalKey) -> [KeySection] {
    let keys = MusicalKey.all
    var scores = [Double](repeating: 0, count: keys.count)
    var origins: [[Int]] = []
    for (index, one) in chords.enumerated() {
      let weight = min(one.seconds, Self.longest).squareRoot()
      let before = scores
      var origin: [Int] = []
      for (number, key) in keys.enumerated() {
        let reached = keys.indices.map { before[$0] - Self.cost(from: keys[$0], to: key) }
        let best = reached.indices.max { reached[$0] < reached[$1] } ?? number
        origin.append(best)
        scores[number] = reached[best] + (Self.usual(one.chord, in: key) + Self.kinship(home, key)) * weight
        if index > 0, Self.isCadence(chords[index - 1].chord, one.chord, in: key) {
          scores[number] += Self.cadence
        }
      }
      origins.append(origin)
    }
    var state = scores.indices.max { scores[$0] < scores[$1] } ?? home.number
    var sections: [KeySection] = []
    for index in chords.indices.reversed() {
      let before = origins[index][state]
      if index == 0 || before != state {
        sections.append(KeySection(start: index == 0 ? 0 : chords[index].start, key: keys[state]))
      }
      state = before
    }
    return sections.count > 1 ? sections.reversed().prefix(KeySection.most).map { $0 } : []
  }

  private static func cost(from old: MusicalKey, to new: MusicalKey) -> Double {
    old == new ? 0 : kinship(old, new) > 0 ? change.related : change.other
  }

  /// As MIREX counts mistaken keys.
  private static func kinship(_ one: MusicalKey, _ other: MusicalKey) -> Double {
    let step = (other.tonic - one.tonic + 12) % 12
    switch (step, one.isMinor == other.isMinor) {
    case (0, true): return 1
    case (5, true), (7, true): return 0.5
    case (0, false): return 0.2
    case (let step, _): return step == (one.isMinor ? 3 : 9) && one.isMinor != other.isMinor ? 0.3 : 0
    }
  }

  /// As a logarithm.
  private static func usual(_ chord: Chord, in key: MusicalKey) -> Double {
    let kind = kinds[ChordQuality.allCases.firstIndex(of: chord.quality) ?? 0]
    let degree = (chord.root - key.tonic + 12) % 12
    return KeyWeights.degrees[((key.isMinor ? 12 : 0) + degree) * kindCount + kind]
  }

  private static func isTonic(_ chord: Chord, of key: MusicalKey) -> Bool {
    chord.root == key.tonic && chord.quality.intervals.contains(key.isMinor ? 3 : 4)
  }

  private static func isCadence(_ before: Chord, _ chord: Chord, in key: MusicalKey) -> Bool {
    before.root == (key.tonic + 7) % 12 && before.quality.intervals.contains(4) && isTonic(chord, of: key)
  }
}
