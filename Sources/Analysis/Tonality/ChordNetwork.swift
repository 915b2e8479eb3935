/// Says of each frame which chord, which lowest note and which pitch classes are likely, by a small network that sees the
/// spectrum from each of the twelve possible roots on: what it has learned of one root holds for all. Its inputs are the
/// frame, what was shortly before and after, the low notes of some beats (a bass line reaches the root on one of them), and
/// the pitch classes of some sixteen seconds; one hidden layer.
struct ChordNetwork {
  /// Semitones above the root that it sees.
  private static let seen = 72
  /// The lowest of them are also seen as they were on average this many frames before and after.
  private static let low = 36
  private static let beats = 6...16
  static let qualities = 13
  /// Twelve roots of each quality, and no chord.
  static let states = 12 * qualities + 1
  static let none = states - 1
  /// Frames before and after that a frame is judged by.
  static let margin = 90

  private let layers = ChordLayers.songs

  /// - Parameter frames: may reach beyond the spectrum, where it is silent.
  func likelihoods(_ spectrum: TonalSpectrum, _ frames: Range<Int>) -> ChordLikelihoods {
    let notes = TonalSpectrum.notes
    let around = frames.lowerBound - Self.margin..<frames.upperBound + Self.margin
    let activations = spectrum.activations(around)
    let classes = Self.classes(activations, count: around.count, notes: notes)
    var result = ChordLikelihoods(frames: frames.count)
    // One frame's inputs before the roots: three contexts of all notes, two of the low ones.
    let lowNotes = Self.low + 11
    var contexts = [Float](repeating: 0, count: 3 * notes)
    var line = [Float](repeating: 0, count: 2 * lowNotes)
    for frame in 0..<frames.count {
      let place = frame + Self.margin
      for note in 0..<notes {
        func level(_ offset: Int) -> Float { activations[(place + offset) * notes + note] }
        contexts[note] = 0.5 * level(0) + 0.25 * (level(-1) + level(1))
        contexts[notes + note] = (level(-5) + level(-4) + level(-3) + level(-2)) / 4
        contexts[2 * notes + note] = (level(2) + level(3) + level(4) + level(5)) / 4
      }
      for note in 0..<lowNotes {
        func mean(_ direction: Int) -> Float {
          Self.beats.reduce(0) { $0 + activations[(place + direction * $1) * notes + note] }
            / Float(Self.beats.count)
        }
        line[note] = mean(-1)
        line[lowNotes + note] = mean(1)
      }
      result.judge(frame, by: layers) { root, input in
        for context in 0..<3 {
          for step in 0..<Self.seen {
            input[context * Self.seen + step] = contexts[context * notes + root + step]
          }
        }
        for step in 0..<12 { input[3 * Self.seen + step] = classes[frame * 12 + (root + step) % 12] }
        for context in 0..<2 {
          for step in 0..<Self.low {
            input[3 * Self.seen + 12 + context * Self.low + step] = line[context * lowNotes + root + step]
          }
        }
      }
    }
    return result
  }

  /// For each frame after the margin, the level of each pitch class around it, by its loudest octave.
  private static func classes(_ activations: [Float], count: Int, notes: Int) -> [Float] {
    let reach = 86
    var sums = [Double](repeating: 0, count: (count + 1) * 12)
    for frame in 0..<count {
      for pitch in 0..<12 {
        var sum: Float = 0
        for note in stride(from: pitch, to: notes, by: 12) { sum += activations[frame * notes + note] }
        sums[(frame + 1) * 12 + pitch] = sums[frame * 12 + pitch] + Double(sum)
      }
    }
    let frames = count - 2 * margin
    var result = [Float](repeating: 0, count: frames * 12)
    for frame in 0..<frames {
      let place = frame + margin
      var most: Float = 1e-6
      for pitch in 0..<12 {
        let value = Float(sums[(place + reach + 1) * 12 + pitch] - sums[(place - reach) * 12 + pitch])
        result[frame * 12 + pitch] = value
        most = max(most, value)
      }
      for pitch in 0..<12 { result[frame * 12 + pitch] /= most }
    }
    return result
  }
}
