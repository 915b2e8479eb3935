import Glibc
import Model

/// Finds the chords of a song. Long songs are gone through in parts that overlap.
enum ChordEstimator {
  /// Frames of a part, and how many around it are looked at as well.
  private static let part = 2048
  private static let around = 128
  /// What speaks against another lowest note than the root, as a logarithm.
  private static let inversion: Float = 1
  /// A pitch class counts as heard from here on.
  private static let heard: Float = 0.5

  /// What is known of a stretch with one chord.
  private struct Stretch {
    let state: Int
    var frames: Range<Int>
    /// Sums over the frames.
    var certainty: Float = 0
    var basses = [Float](repeating: 0, count: 12)
    var pitches = [Float](repeating: 0, count: 12)

    mutating func add(
      _ likelihoods: ChordNetwork.Likelihoods, _ posteriors: [Float], _ index: Int
    ) {
      frames = frames.lowerBound..<frames.upperBound + 1
      certainty += Self.certainty(of: state, posteriors, index * ChordNetwork.states)
      for pitch in 0..<12 {
        basses[pitch] += likelihoods.basses[index * 12 + pitch]
        pitches[pitch] += likelihoods.pitches[index * 12 + pitch]
      }
    }

    /// How likely the root is with a third as the chord has it, whatever else sounds.
    private static func certainty(of state: Int, _ posteriors: [Float], _ base: Int) -> Float {
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
  }

  /// - Parameters:
  ///   - duration: of the song, in seconds: the last chord ends there.
  ///   - tempo: not needed; chords are judged by what sounds.
  static func estimate(_ spectrum: TonalSpectrum, duration: Double, tempo: TempoEstimate?, key: KeyEstimate?)
    -> [ChordSegment]
  {
    let network = ChordNetwork()
    var stretches: [Stretch] = []
    for start in stride(from: 0, to: spectrum.count, by: part) {
      let own = start..<min(start + part, spectrum.count)
      let frames = max(0, start - around)..<min(own.upperBound + around, spectrum.count)
      let likelihoods = network.likelihoods(spectrum, frames)
      let decoder = ChordDecoder(likelihoods)
      let path = decoder.path()
      let posteriors = decoder.posteriors()
      for frame in own {
        let index = frame - frames.lowerBound
        let state = path[index]
        if stretches.last?.state != state { stretches.append(Stretch(state: state, frames: frame..<frame)) }
        stretches[stretches.count - 1].add(likelihoods, posteriors, index)
      }
    }
    return segments(stretches, duration: duration)
  }

  private static func segments(_ stretches: [Stretch], duration: Double) -> [ChordSegment] {
    stretches.enumerated().compactMap { index, stretch in
      // A frame's centre is its time: a change lies between two.
      func time(_ frame: Int) -> Double { min(max(0, (Double(frame) - 0.5) * TonalSpectrum.step), duration) }
      let start = index == 0 ? 0 : time(stretch.frames.lowerBound)
      let end = index == stretches.count - 1 ? duration : time(stretch.frames.upperBound)
      guard end > start else { return nil }
      let count = Float(stretch.frames.count)
      let pitches = (0..<12).reduce(UInt16(0)) {
        $0 | (stretch.pitches[$1] / count > heard ? 1 << UInt16($1) : 0)
      }
      let chord = chord(stretch)
      return ChordSegment(
        start: start, end: end, chord: chord, confidence: confidence(Double(stretch.certainty / count)),
        pitchClasses: chord == nil ? 0 : pitches)
    }
  }

  private static func chord(_ stretch: Stretch) -> Chord? {
    guard stretch.state != ChordNetwork.none else { return nil }
    let (root, number) = stretch.state.quotientAndRemainder(dividingBy: ChordNetwork.qualities)
    let quality = ChordQuality.allCases[number]
    let count = Float(stretch.frames.count)
    let bass = quality.intervals.max { first, second in
      func score(_ interval: Int) -> Float {
        stretch.basses[(root + interval) % 12] / count - (interval == 0 ? 0 : inversion)
      }
      return score(first) < score(second)
    }
    return Chord(root: root, quality: quality, bass: bass ?? 0)
  }

  /// How often chords of a mean likelihood are right, by the songs that the network was fitted to and others.
  private static func confidence(_ certainty: Double) -> Double { min(max(certainty, 0), 1) }
}
