import Glibc
import Model

/// Recognises chords while they are played, by the network of `ChordNetwork`. What it wants to see of the time to come is
/// filled in with what sounds now. Of all paths through the states only the scores of their ends are kept (the forward part of
/// Viterbi's algorithm): the chord is that of the best path so far. Fed with mono samples at 11,025 Hz.
@safe final class LiveChords {
  /// Samples between frames: two for each of the network.
  private static let hop = TonalCollector.hop / stride
  private static let stride = 2
  /// Samples of the long transform: half as many as in songs, since what began just now is to be seen.
  private static let span = 4096
  /// Frames that are kept: what the network sees, and what the loudness is compared with.
  private static let mostFrames = 1024
  private static let kept = 512
  /// What a change costs, and how much a frame's word counts (`ChordDecoder`): less and more than in songs, where later frames
  /// decide.
  private static let change: Float = 2
  private static let weight: Float = 0.5
  /// What speaks for no chord where no note stands out, as a logarithm.
  private static let noise: Float = 20
  /// What the tuning of a frame ago counts: half after half a minute.
  private static let tuningFactor = 0.999

  private let transform = TonalTransform(span: span, shortStart: span / 2)
  private let network = ChordNetwork()
  private var samples = [Float](repeating: 0, count: span)
  private var filled = span - hop
  private var tuning = TuningMeter(span: span / 2)
  private var spectrum = TonalSpectrum()
  /// Of each state, the logarithm of its best path's likelihood beside that of the best one.
  private var scores = [Float](repeating: 0, count: ChordNetwork.states)
  /// How likely each state is, by what was heard so far.
  private var likely = [Float](repeating: 1 / Float(ChordNetwork.states), count: ChordNetwork.states)
  private var basses = [Float](repeating: 0, count: 12)
  private var state = ChordNetwork.none
  private(set) var chord: Chord?
  private(set) var confidence = 0.0

  /// - Parameter found: called after each frame.
  func add(_ source: UnsafePointer<Float>, count: Int, found: () -> Void) {
    var done = 0
    while done < count {
      let some = min(count - done, Self.span - filled)
      for index in 0..<some { samples[filled + index] = unsafe source[done + index] }
      filled += some
      done += some
      guard filled == Self.span else { continue }
      frame()
      samples.removeFirst(Self.hop)
      samples.append(contentsOf: repeatElement(0, count: Self.hop))
      filled = Self.span - Self.hop
      found()
    }
  }

  private func frame() {
    var magnitudes: [Float] = []
    tuning.forget(by: Self.tuningFactor)
    transform.append(samples, to: &magnitudes, tuning: &tuning)
    spectrum.append(magnitudes, tuning: tuning.semitones)
    if spectrum.count > Self.mostFrames { spectrum.removeFirst(Self.mostFrames - Self.kept) }
    var likelihoods = network.likelihoods(seen())
    if !spectrum.isPitched(at: spectrum.count - 1) { likelihoods.chords[ChordNetwork.none] += Self.noise }
    decide(likelihoods)
  }

  /// The activations that the network sees: the last frames, and the newest one in place of all that follow.
  private func seen() -> [Float] {
    let (notes, margin) = (TonalSpectrum.notes, ChordNetwork.margin)
    let now = spectrum.count - 1
    let all = spectrum.activations(now - margin * Self.stride..<now + 1)
    var seen: [Float] = []
    seen.reserveCapacity((2 * margin + 1) * notes)
    for frame in 0...margin {
      let base = frame * Self.stride * notes
      seen += all[base..<base + notes]
    }
    for _ in 0..<margin { seen += all.suffix(notes) }
    return seen
  }

  private func decide(_ likelihoods: ChordNetwork.Likelihoods) {
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
  private func lowest(_ root: Int, _ intervals: [Int], _ likelihoods: ChordNetwork.Likelihoods) -> Int {
    let best = intervals.map { basses[$0] }.max() ?? 0
    for interval in intervals {
      basses[interval] =
        max(basses[interval] - best, -ChordStretch.change)
        + ChordStretch.score(likelihoods.basses[(root + interval) % 12], of: interval) / Float(Self.stride)
    }
    return intervals.max { basses[$0] < basses[$1] } ?? 0
  }
}
