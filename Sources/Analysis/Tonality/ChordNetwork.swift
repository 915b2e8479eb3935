import Glibc

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
  private static let inputs = 3 * seen + 12 + 2 * low
  private static let outputs = 16
  static let qualities = 13
  /// Twelve roots of each quality, and no chord.
  static let states = 12 * qualities + 1
  static let none = states - 1
  /// Frames before and after that a frame is judged by.
  static let margin = 90

  /// What is likely in some frames.
  struct Likelihoods {
    let frames: Int
    /// Logarithms: of each frame those of all states.
    var chords: [Float]
    /// Logarithms of the lowest note's pitch class.
    var basses: [Float]
    /// Whether a pitch class sounds, 0 to 1.
    var pitches: [Float]
  }

  private let hidden: [Float]
  private let output: [Float]
  private let units = ChordWeights.hiddenScales.count

  init() {
    hidden = Self.numbers(ChordWeights.hidden, scales: ChordWeights.hiddenScales)
    output = Self.numbers(ChordWeights.output, scales: ChordWeights.outputScales)
  }

  private static func numbers(_ text: StaticString, scales: [Float]) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(text.utf8CodeUnitCount / 2)
    text.withUTF8Buffer { digits in
      func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
      for index in 0..<digits.count / 2 {
        let byte = unsafe value(digits[2 * index]) << 4 | value(digits[2 * index + 1])
        numbers.append(Float(Int8(bitPattern: byte)) * scales[index % scales.count])
      }
    }
    return numbers
  }

  /// - Parameter frames: may reach beyond the spectrum, where it is silent.
  func likelihoods(_ spectrum: TonalSpectrum, _ frames: Range<Int>) -> Likelihoods {
    likelihoods(
      spectrum.activations(frames.lowerBound - Self.margin..<frames.upperBound + Self.margin))
  }

  /// - Parameter activations: as `TonalSpectrum` gives them, of the frames and of the margin before and after.
  func likelihoods(_ activations: [Float]) -> Likelihoods {
    let notes = TonalSpectrum.notes
    let count = activations.count / notes - 2 * Self.margin
    let classes = Self.classes(activations, count: count + 2 * Self.margin, notes: notes)
    var result = Likelihoods(
      frames: count, chords: [Float](repeating: 0, count: count * Self.states),
      basses: [Float](repeating: 0, count: count * 12),
      pitches: [Float](repeating: 0, count: count * 12))
    // One frame's inputs before the roots: three contexts of all notes, two of the low ones.
    let lowNotes = Self.low + 11
    var contexts = [Float](repeating: 0, count: 3 * notes)
    var line = [Float](repeating: 0, count: 2 * lowNotes)
    var input = [Float](repeating: 0, count: Self.inputs)
    var answer = [Float](repeating: 0, count: Self.outputs)
    var layer = [Float](repeating: 0, count: units)
    for frame in 0..<count {
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
      var silence: Float = 0
      for root in 0..<12 {
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
        run(input, layer: &layer, &answer)
        for quality in 0..<Self.qualities {
          result.chords[frame * Self.states + root * Self.qualities + quality] = answer[quality]
        }
        result.basses[frame * 12 + root] = answer[13]
        result.pitches[frame * 12 + root] = 1 / (1 + exp(-answer[14]))
        silence += answer[15] / 12
      }
      result.chords[frame * Self.states + Self.none] = silence
      Self.normalise(&result.chords, frame * Self.states..<(frame + 1) * Self.states)
      Self.normalise(&result.basses, frame * 12..<(frame + 1) * 12)
    }
    return result
  }

  private func run(_ input: [Float], layer: inout [Float], _ answer: inout [Float]) {
    let units = units
    unsafe layer.withUnsafeMutableBufferPointer { layer in
      for unit in 0..<units { unsafe layer[unit] = ChordWeights.hiddenOffsets[unit] }
      unsafe hidden.withUnsafeBytes { weights in
        for (index, value) in input.enumerated() where value != 0 {
          for unit in stride(from: 0, to: units, by: 8) {
            let part = unsafe weights.loadUnaligned(
              fromByteOffset: (index &* units &+ unit) &* 4, as: SIMD8<Float>.self)
            for lane in 0..<8 { unsafe layer[unit &+ lane] += part[lane] * value }
          }
        }
      }
      for number in 0..<Self.outputs { answer[number] = ChordWeights.outputOffsets[number] }
      for unit in 0..<units {
        let value = unsafe layer[unit]
        guard value > 0 else { continue }
        for number in 0..<Self.outputs { answer[number] += output[unit * Self.outputs + number] * value }
      }
    }
  }

  /// Makes logarithms of shares of them.
  private static func normalise(_ values: inout [Float], _ range: Range<Int>) {
    let most = values[range].max() ?? 0
    var sum: Float = 0
    for index in range { sum += exp(values[index] - most) }
    let whole = most + log(sum)
    for index in range { values[index] -= whole }
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
