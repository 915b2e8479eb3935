import Glibc

/// Finds beats at onsets about one period apart by dynamic programming (Ellis 2007).
struct BeatTracker {
  /// For music at an even tempo, of machines and bands.
  static let even = BeatTracker(tightness: 300, most: .infinity)
  /// For a tempo that breathes, with beats that are held: fermatas and the ends of phrases.
  static let free = BeatTracker(tightness: 100, most: 10)

  /// Factor of the cost of beats that are not one period apart.
  let tightness: Float
  /// The most that a longer beat costs.
  let most: Float
  /// Frames that are worked on at a time; each such part has a period of its own.
  static let stride = Periodicity.step

  /// - Parameters:
  ///   - frames: of the song.
  ///   - periods: in frames, of each part.
  ///   - envelope: gives the onset strength of some frames, with a standard deviation of about 1.
  /// - Returns: frames, in order.
  func track(frames: Int, periods: [Float], envelope: (Range<Int>) -> [Float]) -> [Int] {
    guard let longest = periods.max(), let last = periods.last, frames > Int(longest) else { return [] }
    let kept = Int(2 * longest) + 2
    // The scores of a part, after those of the frames just before it.
    var scores = [Float](repeating: 0, count: kept + Self.stride)
    var costs = [Float](repeating: 0, count: kept + 1)
    var steps: [UInt16] = []
    steps.reserveCapacity(frames)
    var period: Float = 0
    var reach = 1..<1
    var part = 0
    while part * Self.stride < frames {
      let range = part * Self.stride..<min((part + 1) * Self.stride, frames)
      if part > 0 { scores.replaceSubrange(0..<kept, with: Array(scores[Self.stride..<Self.stride + kept])) }
      if periods[min(part, periods.count - 1)] != period {
        period = periods[min(part, periods.count - 1)]
        reach = Int(period / 2)..<Int(2 * period) + 1
        for step in reach {
          let error = logf(Float(step) / period)
          costs[step] = min(tightness * error * error, error > 0 ? most : .infinity)
        }
      }
      for (index, strength) in envelope(range).enumerated() {
        var (best, most) = (0, Float(0))
        unsafe scores.withUnsafeBufferPointer { scores in
          unsafe costs.withUnsafeBufferPointer { costs in
            for step in reach {
              let score = unsafe scores[kept + index - step] - costs[step]
              if score > most { (best, most) = (step, score) }
            }
          }
        }
        scores[kept + index] = strength + most
        steps.append(UInt16(best))
      }
      part += 1
    }
    let end = kept + frames - (part - 1) * Self.stride
    var top = end - Int(last)
    for index in top..<end where scores[index] > scores[top] { top = index }
    var frame = frames - (end - top)
    var beats = [frame]
    while steps[frame] > 0 {
      frame -= Int(steps[frame])
      beats.append(frame)
    }
    return beats.reversed()
  }
}
