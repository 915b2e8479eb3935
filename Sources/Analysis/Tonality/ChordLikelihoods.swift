import Glibc

/// Likelihoods of chords, lowest notes and pitch classes in some frames.
struct ChordLikelihoods {
  let frames: Int
  /// Logarithms: of each frame those of all states.
  var chords: [Float]
  /// Logarithms of the lowest note's pitch class.
  private(set) var basses: [Float]
  /// Whether a pitch class sounds, 0 to 1.
  private(set) var pitches: [Float]

  init(frames: Int) {
    self.frames = frames
    chords = [Float](repeating: 0, count: frames * ChordNetwork.states)
    basses = [Float](repeating: 0, count: frames * 12)
    pitches = basses
  }

  /// Has a frame judged from each of the twelve possible roots.
  /// - Parameter see: puts what is seen from a root on into its second argument.
  mutating func judge(_ frame: Int, by layers: ChordLayers, see: (Int, inout [Float]) -> Void) {
    var input = [Float](repeating: 0, count: layers.inputs)
    var answer = [Float](repeating: 0, count: ChordLayers.outputs)
    var layer = [Float](repeating: 0, count: layers.units)
    var silence: Float = 0
    let states = ChordNetwork.states
    for root in 0..<12 {
      see(root, &input)
      layers.run(input, layer: &layer, &answer)
      for quality in 0..<ChordNetwork.qualities {
        chords[frame * states + root * ChordNetwork.qualities + quality] = answer[quality]
      }
      basses[frame * 12 + root] = answer[13]
      pitches[frame * 12 + root] = 1 / (1 + exp(-answer[14]))
      silence += answer[15] / 12
    }
    chords[frame * states + ChordNetwork.none] = silence
    Self.normalise(&chords, frame * states..<(frame + 1) * states)
    Self.normalise(&basses, frame * 12..<(frame + 1) * 12)
  }

  /// Makes logarithms of shares of them.
  private static func normalise(_ values: inout [Float], _ range: Range<Int>) {
    let most = values[range].max() ?? 0
    var sum: Float = 0
    for index in range { sum += exp(values[index] - most) }
    let whole = most + log(sum)
    for index in range { values[index] -= whole }
  }
}
