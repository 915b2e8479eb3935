import Model

/// Frames with one root and quality; what is lowest may change within.
struct ChordStretch {
  /// Penalty of another lowest note than the root, as a logarithm.
  private static let inversion: Float = 0.5
  /// How much a frame's word counts, and what a change of the lowest note costs, as a logarithm.
  private static let weight: Float = 0.6
  static let change: Float = 6
  /// A pitch class counts as heard from here on.
  private static let heard: Float = 0.5
  /// Factor on the network's odds against a chord, from the share of such chords that were right in songs with known
  /// chords.
  private static let doubt = 1.5

  let state: Int
  private(set) var frames: Range<Int>
  /// Values of each frame.
  private var certainties: [Float] = []
  private var basses: [Float] = []
  private var pitches: [Float] = []

  init(state: Int, at frame: Int) {
    self.state = state
    frames = frame..<frame
  }

  mutating func add(_ likelihoods: ChordLikelihoods, _ posteriors: [Float], _ index: Int) {
    frames = frames.lowerBound..<frames.upperBound + 1
    certainties.append(Self.certainty(of: state, posteriors, index * ChordNetwork.states))
    basses += likelihoods.basses[index * 12..<(index + 1) * 12]
    pitches += likelihoods.pitches[index * 12..<(index + 1) * 12]
  }

  /// How likely the root is with a third as the chord has it, whatever else sounds.
  static func certainty(of state: Int, _ posteriors: [Float], _ base: Int) -> Float {
    guard state != ChordNetwork.none else { return posteriors[base + state] }
    let root = state / ChordNetwork.qualities * ChordNetwork.qualities
    func third(_ quality: Int) -> Int? {
      ChordQuality.allCases[quality].intervals.first { [3, 4].contains($0) }
    }
    let own = third(state - root)
    return (0..<ChordNetwork.qualities).reduce(0) {
      $0 + (third($1) == own ? posteriors[base + root + $1] : 0)
    }
  }

  /// One part of a stretch, with one lowest note.
  struct Part {
    let chord: Chord?
    let frames: Range<Int>
    let confidence: Double
    let pitchClasses: UInt16
  }

  var parts: [Part] {
    guard state != ChordNetwork.none else { return [part(nil, frames)] }
    let (root, number) = state.quotientAndRemainder(dividingBy: ChordNetwork.qualities)
    let quality = ChordQuality.allCases[number]
    var parts: [(bass: Int, frames: Range<Int>)] = []
    for (index, bass) in lowest(root, quality.intervals).enumerated() {
      let frame = frames.lowerBound + index
      if let last = parts.last, last.bass == bass {
        parts[parts.count - 1].frames = last.frames.lowerBound..<frame + 1
      } else {
        parts.append((bass, frame..<frame + 1))
      }
    }
    return parts.map { part(Chord(root: root, quality: quality, bass: $0.bass), $0.frames) }
  }

  /// The lowest note of each frame, in semitones above the root: the path that is likely and changes seldom.
  private func lowest(_ root: Int, _ intervals: [Int]) -> [Int] {
    var scores = [Float](repeating: 0, count: intervals.count)
    var from: [Int] = []
    for frame in 0..<frames.count {
      let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
      let floor = scores[best] - Self.change
      for choice in scores.indices {
        from.append(scores[choice] < floor ? best : choice)
        let bass = basses[frame * 12 + (root + intervals[choice]) % 12]
        scores[choice] = max(scores[choice], floor) + Self.score(bass, of: intervals[choice])
      }
    }
    var choice = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    var path = [Int](repeating: 0, count: frames.count)
    for frame in stride(from: frames.count - 1, through: 0, by: -1) {
      path[frame] = intervals[choice]
      choice = from[frame * intervals.count + choice]
    }
    return path
  }

  /// Returns the weighted likelihood of a lowest note in a frame.
  static func score(_ likelihood: Float, of interval: Int) -> Float {
    weight * (likelihood - (interval == 0 ? 0 : inversion))
  }

  /// How often chords of such a certainty are right.
  static func confidence(_ certainty: Float) -> Double {
    let certainty = min(max(Double(certainty), 0), 1)
    return certainty / (certainty + (1 - certainty) * doubt)
  }

  private func part(_ chord: Chord?, _ part: Range<Int>) -> Part {
    let own = part.lowerBound - frames.lowerBound..<part.upperBound - frames.lowerBound
    let count = Float(own.count)
    var classes: UInt16 = 0
    for pitch in 0..<12 where chord != nil {
      if own.reduce(0, { $0 + pitches[$1 * 12 + pitch] }) / count > Self.heard {
        classes |= 1 << UInt16(pitch)
      }
    }
    let confidence = Self.confidence(certainties[own].reduce(0, +) / count)
    return Part(chord: chord, frames: part, confidence: confidence, pitchClasses: classes)
  }
}
