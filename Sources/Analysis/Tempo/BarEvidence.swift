import Model

/// Evidence at each beat that it begins a bar.
struct BarEvidence {
  /// A chord or a note belongs to a beat this near to its beginning: in beats, and in seconds.
  private static let chordReach = 0.5
  private static let noteReach = 0.12
  /// The most beats that a chord or a note counts.
  private static let longest = 4.0
  /// How much the length of a beat may differ from that of most where they are steady, as a share.
  private static let steady = 0.01

  /// Values of each beat, in the order of `BarFinder`'s weights.
  let streams: [[Float]]
  /// Whether the beats lie on a straight line.
  let isSteady: Bool

  /// - Parameters:
  ///   - times: of the beats.
  ///   - chords: none where they are unknown.
  init(_ times: [Double], chords: [ChordSegment], bands: OnsetBands, chroma: borrowing ChromaTrace) {
    guard times.count >= 2 else {
      streams = []
      isSteady = true
      return
    }
    let spans = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let beat = spans[spans.count / 2]
    isSteady = spans.allSatisfy { abs($0 / beat - 1) < Self.steady }
    let notes = chroma.notes
    var changes: [Float] = []
    for index in times.indices {
      let next = min(index + 1, times.count - 1)
      changes.append(chroma.change(at: times[index], reach: 2 * (times[next] - times[next - 1])))
    }
    streams = [
      changes,
      times.map { bands.strongest(around: OnsetDetector.frame(at: $0)).x },
      Self.lengths(of: Self.joined(chords), at: times, beat: beat, reach: Self.chordReach * beat),
      Self.lengths(of: notes.begins, at: times, beat: beat, reach: Self.noteReach),
      times.map { notes.strongest(around: $0) },
    ]
  }

  /// The times at which chords begin; another lowest note makes none.
  private static func joined(_ chords: [ChordSegment]) -> [Double] {
    var begins: [Double] = []
    var last: Chord?
    for segment in chords {
      if begins.isEmpty || segment.chord?.root != last?.root || segment.chord?.quality != last?.quality {
        begins.append(segment.start)
      }
      last = segment.chord
    }
    return begins + (chords.last.map { [$0.end] } ?? [])
  }

  /// How many beats pass from a beginning near each beat to the next one; 0 where nothing begins.
  private static func lengths(of begins: [Double], at times: [Double], beat: Double, reach: Double) -> [Float]
  {
    var lengths = [Float](repeating: 0, count: times.count)
    var index = 0
    for (begin, end) in zip(begins, begins.dropFirst()) {
      while index + 1 < times.count, abs(times[index + 1] - begin) < abs(times[index] - begin) { index += 1 }
      if abs(times[index] - begin) < reach { lengths[index] = Float(min((end - begin) / beat, longest)) }
    }
    return lengths
  }
}
