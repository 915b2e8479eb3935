import Glibc

/// How many notes begin, frame by frame: the rise of each semitone's level. It finds the notes of voices and strings, which
/// begin so softly that `OnsetDetector` misses them.
struct NoteOnsets {
  /// Frames between the two spectra that are compared.
  private static let span = 2
  /// Factor of the logarithmic compression.
  private static let compression: Float = 100
  /// Standard deviations above the median from which on notes begin clearly.
  private static let clear: Float = 0.5
  /// How much of the reference level is left after a second.
  private static let decay: Float = 0.85

  /// Frames a second.
  private let rate: Double
  private let fall: Float
  private var reference: Float = 0
  /// The compressed levels of the last frames, the newest last.
  private var history: [[Float]] = []
  private(set) var values: [Float] = []

  init(rate: Double) {
    self.rate = rate
    fall = powf(Self.decay, 1 / Float(rate))
  }

  /// - Parameters:
  ///   - levels: of all semitones.
  ///   - floor: what is softer is as good as silence.
  mutating func append(_ levels: [Float], floor: Float) {
    reference = max(reference * fall, levels.reduce(floor, max))
    let factor = Self.compression / reference
    let compressed = levels.map { logf(1 + factor * $0) }
    if history.count == Self.span {
      let before = history.removeFirst()
      values.append(zip(compressed, before).reduce(0) { $0 + max($1.0 - $1.1, 0) })
    } else {
      values.append(0)
    }
    history.append(compressed)
  }

  /// The strength at each of some frames of `OnsetBands`, with a standard deviation of 1.
  func envelope(in range: Range<Int>, deviation: Float) -> [Float] {
    guard values.count > Self.span, deviation > 0 else { return [Float](repeating: 0, count: range.count) }
    return range.map { frame in
      // A rise is seen half way between the two spectra.
      let place = Double(frame) / OnsetBands.rate * rate + Double(Self.span) / 2
      let index = min(Int(place), values.count - 2)
      let part = min(Float(place) - Float(index), 1)
      return (values[index] * (1 - part) + values[index + 1] * part) / deviation
    }
  }

  /// The times at which notes begin clearly, in seconds.
  var begins: [Double] {
    guard !values.isEmpty else { return [] }
    let least = values.sorted()[values.count / 2] + deviation * Self.clear
    return values.indices.dropFirst().dropLast().filter { index in
      values[index] > least && values[index] >= values[index - 1] && values[index] > values[index + 1]
    }.map { (Double($0) - Double(Self.span) / 2) / rate }
  }

  /// The seconds from each clear beginning to the next one.
  var lengths: [Float] {
    let begins = begins
    return zip(begins, begins.dropFirst()).map { Float($1 - $0) }
  }

  /// The largest value within some 50 ms of a time.
  func strongest(around time: Double) -> Float {
    let index = Int((time * rate).rounded()) + Self.span / 2
    return values[max(min(index - 1, values.count), 0)..<max(min(index + 2, values.count), 0)].max() ?? 0
  }

  var deviation: Float {
    let count = Float(max(values.count, 1))
    let mean = values.reduce(0, +) / count
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
  }
}
