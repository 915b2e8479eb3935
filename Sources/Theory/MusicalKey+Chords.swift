public import Model

extension MusicalKey {
  /// The key of a timeline of chords: the one whose notes they have and on whose tonic, fifth and fourth they stand, by
  /// how long and how surely they sound. nil without a chord.
  public init?(of timeline: [ChordSegment]) {
    let sounding = timeline.compactMap { segment in segment.chord.map { (segment, $0) } }
    guard let first = sounding.first?.1.root, let last = sounding.last?.1.root else { return nil }
    var total = 0.0
    var scores = [Double](repeating: 0, count: 24)
    for (segment, chord) in sounding {
      let weight = max(0, segment.end - segment.start) * max(0.1, segment.confidence)
      total += weight
      for key in Self.all { scores[key.number] += weight * key.fit(of: chord) }
    }
    // Music mostly ends, and often begins, on its tonic.
    for key in Self.all {
      scores[key.number] += total * ((last == key.tonic ? 0.05 : 0) + (first == key.tonic ? 0.05 : 0))
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
    self = Self.all[best]
  }

  private func fit(of chord: Chord) -> Double {
    // Minor with both sevenths: its dominant has the raised one.
    let scale: Set<Int> = isMinor ? [0, 2, 3, 5, 7, 8, 10, 11] : [0, 2, 4, 5, 7, 9, 11]
    let degree = (chord.root - tonic + 12) % 12
    // Blues puts a minor seventh on every degree.
    let intervals = chord.quality == .seventh ? ChordQuality.major.intervals : chord.quality.intervals
    let tones = intervals.map { ($0 + degree) % 12 }
    let share = Double(tones.count { scale.contains($0) }) / Double(tones.count)
    let hasThird = chord.quality.intervals.contains(isMinor ? 3 : 4)
    let place =
      switch degree {
      case 0 where hasThird: 0.5
      case 7: 0.2
      case 5: 0.15
      default: 0.0
      }
    return share == 1 ? 1 + place : share / 2
  }
}
