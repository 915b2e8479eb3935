import Model

/// Makes a timeline of what a server found: in order, without overlaps, without stretches that nobody hears as a chord.
enum ChordSmoothing {
  /// A shorter stretch belongs to its neighbour.
  static let shortestSeconds = 0.25

  static func smoothed(_ chords: [ChordSegment], length: Double) -> [ChordSegment] {
    var result: [ChordSegment] = []
    for var segment in chords.sorted(by: { $0.start < $1.start }) {
      segment.start = max(segment.start, result.last?.end ?? 0)
      segment.end = min(segment.end, length)
      guard segment.end > segment.start else { continue }
      append(segment, to: &result)
    }
    // The first one has no neighbour before it.
    if result.count > 1, isShort(result[0]), result[1].start - result[0].end < shortestSeconds {
      result[1].start = result[0].start
      result.removeFirst()
    }
    return result.filter { !isShort($0) }
  }

  private static func append(_ segment: ChordSegment, to result: inout [ChordSegment]) {
    guard let last = result.last, segment.start - last.end < shortestSeconds else {
      return result.append(segment)
    }
    if last.chord == segment.chord {
      result[result.count - 1] = merged(last, segment)
    } else if isShort(segment) {
      result[result.count - 1].end = segment.end
    } else {
      result.append(segment)
    }
  }

  private static func isShort(_ segment: ChordSegment) -> Bool {
    segment.end - segment.start < shortestSeconds
  }

  /// One chord of two: as sure as both, by their lengths.
  private static func merged(_ first: ChordSegment, _ second: ChordSegment) -> ChordSegment {
    let (a, b) = (first.end - first.start, second.end - second.start)
    var whole = first
    whole.end = second.end
    whole.confidence = (first.confidence * a + second.confidence * b) / (a + b)
    whole.pitchClasses = a >= b ? first.pitchClasses : second.pitchClasses
    return whole
  }
}
