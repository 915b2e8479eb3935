import Glibc
import Model

/// Recognises chords while they are played, by `LiveChordNetwork`. Only the scores of the ends of all paths through the
/// states are stored (the forward part of Viterbi's algorithm): the chord is that of the best path so far. Fed with
/// mono samples at 11,025 Hz.
@safe final class LiveChords {
  /// Cost of a change, and weight of a frame's likelihoods (`ChordDecoder`): less than in songs, where later frames
  /// decide.
  private static let change: Float = 2.5
  private static let weight: Float = 0.5
  /// Bonus for no chord where no note stands out, as a logarithm.
  private static let noise: Float = 20
  /// A frame's word for the lowest note, beside one of a song, which has half as many frames.
  private static let bassShare: Float = 0.5

  private let notes = LiveNotes()
  private let network = LiveChordNetwork()
  /// The notes of the last frames.
  private var rows: [[Float]] = []
  /// Logarithm of the likelihood of each state's best path, relative to the best of all.
  private var scores = [Float](repeating: 0, count: ChordNetwork.states)
  /// How likely each state is, by what was heard so far.
  private var likely = [Float](repeating: 1 / Float(ChordNetwork.states), count: ChordNetwork.states)
  private var basses = [Float](repeating: 0, count: 12)
  private var state = ChordNetwork.none
  private(set) var chord: Chord?
  private(set) var confidence = 0.0

  /// - Parameter found: called after each frame.
  func add(_ source: UnsafePointer<Float>, count: Int, found: () -> Void) {
    unsafe notes.add(source, count: count) { row, isPitched in
      if rows.count == LiveChordNetwork.memory { rows.removeFirst() }
      rows.append(row)
      var likelihoods = network.likelihoods(rows)
      if !isPitched { likelihoods.chords[ChordNetwork.none] += Self.noise }
      decide(likelihoods)
      found()
    }
  }

  private func decide(_ likelihoods: ChordLikelihoods) {
    let share = exp(-Self.change)
    var sum: Float = 0
    for index in scores.indices {
      let emission = ChordDecoder.weighted(likelihoods.chords[index], state: index, by: Self.weight)
      scores[index] = max(scores[index], -Self.change) + emission
      likely[index] = (likely[index] + share) * exp(emission)
      sum += likely[index]
    }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let most = scores[best]
    for index in scores.indices {
      scores[index] -= most
      likely[index] /= max(sum, .leastNormalMagnitude)
    }
    if best != state {
      state = best
      basses = [Float](repeating: 0, count: 12)
    }
    confidence = ChordStretch.confidence(ChordStretch.certainty(of: state, likely, 0))
    guard state != ChordNetwork.none else { return chord = nil }
    let (root, number) = state.quotientAndRemainder(dividingBy: ChordNetwork.qualities)
    let quality = ChordQuality.allCases[number]
    chord = Chord(root: root, quality: quality, bass: lowest(root, quality.intervals, likelihoods))
  }

  /// The lowest note in semitones above the root: it changes if that is much more likely.
  private func lowest(_ root: Int, _ intervals: [Int], _ likelihoods: ChordLikelihoods) -> Int {
    let best = intervals.map { basses[$0] }.max() ?? 0
    for interval in intervals {
      basses[interval] =
        max(basses[interval] - best, -ChordStretch.change)
        + ChordStretch.score(likelihoods.basses[(root + interval) % 12], of: interval) * Self.bassShare
    }
    return intervals.max { basses[$0] < basses[$1] } ?? 0
  }
}
