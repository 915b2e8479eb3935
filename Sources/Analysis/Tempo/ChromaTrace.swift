import Glibc

/// The energy of each of the twelve pitch classes, some ten times a second, in bytes: it shows where harmony changes.
@safe struct ChromaTrace: ~Copyable {
  /// Samples of a frame and from one to the next.
  private static let size = 4096
  private static let hop = 2048
  /// Spectra from one frame of pitch classes to the next; each is compared with an earlier one for notes that begin.
  private static let spectra = 2
  private static let classes = 12
  /// In Hz: what is looked at.
  private static let reach: (Float, Float) = (100, 2000)
  /// In Hz: an A below all that is looked at.
  private static let lowest: Float = 55
  /// Frames a second.
  static let rate = Double(TempoEstimator.rate) / Double(hop)
  /// Magnitudes softer than this, of a full-scale sine of 1, count as nothing.
  private static let floor: Float = 1e-5

  private(set) var bytes: [UInt8] = []
  private(set) var notes = NoteOnsets(rate: Double(TempoEstimator.rate) / Double(hop / spectra))
  private var spectrum = MovingSpectrum(size: size, hop: hop / spectra)
  private var turn = 0
  private let firstBin: Int
  /// The semitone of each bin from the first one on; the lowest is an A.
  private let semitones: [Int]

  var frames: Int { bytes.count / Self.classes }

  init() {
    let hertz = Float(TempoEstimator.rate) / Float(Self.size)
    firstBin = Int(Self.reach.0 / hertz) + 1
    semitones = (firstBin..<Int(Self.reach.1 / hertz)).map { bin in
      max(Int((12 * log2f(Float(bin) * hertz / Self.lowest)).rounded()), 0)
    }
  }

  mutating func add(_ samples: UnsafePointer<Float>, count: Int) {
    var done = 0
    while done < count { if unsafe spectrum.take(samples, count: count, done: &done) { measure() } }
  }

  mutating func finish() {
    for _ in 0..<Self.spectra {
      spectrum.fill()
      measure()
    }
  }

  private mutating func measure() {
    var levels = [Float](repeating: 0, count: (semitones.last ?? 0) + 1)
    for (index, semitone) in semitones.enumerated() {
      levels[semitone] += spectrum.magnitudes[firstBin + index]
    }
    notes.append(levels, floor: Self.floor * Float(Self.size))
    turn += 1
    guard turn % Self.spectra == 1 else { return }
    var chroma = [Float](repeating: 0, count: Self.classes)
    for (semitone, level) in levels.enumerated() { chroma[semitone % Self.classes] += level }
    let most = chroma.reduce(Self.floor * Float(Self.size), max)
    for value in chroma { bytes.append(UInt8((value / most).squareRoot() * 255)) }
  }

  /// How much the harmony after a moment differs from that before: 1 less the cosine of the angle between the
  /// two.
  /// - Parameters:
  ///   - moment: in seconds.
  ///   - reach: how many seconds before and after are compared.
  func change(at moment: Double, reach: Double) -> Float {
    let before = sum(from: moment - reach, to: moment)
    let after = sum(from: moment, to: moment + reach)
    let sides = (before * before).sum() * (after * after).sum()
    guard sides > 0 else { return 0 }
    return max(1 - (before * after).sum() / sides.squareRoot(), 0)
  }

  /// The change at each of some frames of `OnsetBands`.
  func changes(in range: Range<Int>) -> [Float] {
    let every = 16
    var values: [Float] = []
    var last = change(at: Double(range.lowerBound) / OnsetBands.rate, reach: Self.usualReach)
    while values.count < range.count {
      let frame = range.lowerBound + values.count + every
      let next = change(at: Double(frame) / OnsetBands.rate, reach: Self.usualReach)
      for index in 0..<min(every, range.count - values.count) {
        values.append(last + (next - last) * Float(index) / Float(every))
      }
      last = next
    }
    return values
  }

  /// About a beat, in seconds.
  private static let usualReach = 0.6

  /// The chroma between two times; a frame stands for the time around its middle.
  private func sum(from: Double, to: Double) -> SIMD16<Float> {
    let start = min(max(from * Self.rate + 0.5, 0), Double(frames))
    let end = min(max(to * Self.rate + 0.5, 0), Double(frames))
    var sum = SIMD16<Float>()
    var index = Int(start)
    while Double(index) < end {
      let part = Float(min(end, Double(index + 1)) - max(start, Double(index)))
      for pitchClass in 0..<Self.classes {
        sum[pitchClass] += part * Float(bytes[index * Self.classes + pitchClass])
      }
      index += 1
    }
    return sum
  }
}
