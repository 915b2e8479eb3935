import Model

extension TempoEstimator {
  /// A chord or a note belongs to a beat this near to its beginning: in beats, and in seconds.
  private static let chordReach = 0.5
  private static let noteReach = 0.12
  /// What lasts longer counts no more, in beats.
  private static let longest = 4.0

  /// - Parameters:
  ///   - times: of the beats.
  ///   - chords: none where they are unknown.
  /// - Returns: indices of beats.
  func downbeats(_ times: [Double], chords: [ChordSegment]) -> [Int] {
    guard times.count >= 2 else { return [] }
    let spans = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let beat = spans[spans.count / 2]
    let bands = detector.bands
    let notes = chroma.notes
    let streams: [[Float]] = [
      times.indices.map { index in
        let next = min(index + 1, times.count - 1)
        return chroma.change(at: times[index], reach: 2 * (times[next] - times[next - 1]))
      },
      times.map { bands.strongest(around: OnsetDetector.frame(at: $0)).x },
      Self.lengths(of: Self.joined(chords), at: times, beat: beat, reach: Self.chordReach * beat),
      Self.lengths(of: notes.begins, at: times, beat: beat, reach: Self.noteReach),
      times.map { notes.strongest(around: $0) },
    ]
    return BarFinder(streams).downbeats
  }

  /// Where chords begin, whatever is lowest.
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
