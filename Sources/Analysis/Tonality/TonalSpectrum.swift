import Glibc

/// The level of every note's partial in each frame, above the noise around it.
struct TonalSpectrum {
  /// Seconds from one frame to the next; the first has its centre at 0.
  static let step = Double(TonalCollector.hop) / Double(TonalCollector.rate)
  static let notes = PitchKernels.notes
  /// The softest level above silence, in dB of full scale.
  private static let floor: Float = -100
  /// Steps to a decibel.
  private static let fineness: Float = 2.5
  /// Levels this much below the loudest nearby are ignored, in dB.
  private static let range: Float = 45
  /// The loudest nearby counts as loud as this at least, in dB of full scale.
  private static let leastLoud: Float = -51
  /// How many frames before and after are nearby: 5 seconds.
  private static let near = 54
  /// Thirds of semitones to either side that noise is judged by.
  private static let reach = 9

  private(set) var count = 0
  /// How much higher than 440 Hz the music is tuned, in semitones, -0.5 to 0.5.
  var tuning = 0.0
  private var levels: [UInt8] = []
  /// The loudest level of each frame.
  private var peaks: [UInt8] = []
  /// By how much the four notes of each frame that stand out most do so from what is around them, in 25ths.
  private var saliences: [UInt8] = []
  /// Noise reaches 49 of these, music stays above 60 nearly always.
  private static let pitched = 54
  private static let pitchedReach = 4

  /// Whether notes stand out around a frame; else it is noise, whatever it resembles.
  func isPitched(at frame: Int) -> Bool {
    let near = (frame - Self.pitchedReach..<frame + Self.pitchedReach + 1).clamped(to: 0..<count)
    return saliences[near].reduce(0) { $0 + Int($1) } > Self.pitched * near.count
  }

  /// Whether notes stand out most of the time.
  var isPitched: Bool { (0..<count).count { isPitched(at: $0) } * 2 > count }

  /// Reserves memory for a number of frames, so that growing copies nothing.
  mutating func reserve(_ frames: Int) {
    levels.reserveCapacity(frames * Self.notes)
    peaks.reserveCapacity(frames)
    saliences.reserveCapacity(frames)
  }

  /// - Parameter held: frames of magnitudes in thirds of semitones.
  mutating func append(_ held: [Float], tuning: Double) {
    let width = PitchKernels.count
    let shift = Float(3 * tuning)
    let below = Int(shift.rounded(.down))
    let part = shift - Float(below)
    let nearest = Int(shift.rounded())
    var sums = [Float](repeating: 0, count: width + 1)
    for base in stride(from: 0, to: held.count, by: width) {
      var sum: Float = 0
      for bin in 0..<width {
        sum += held[base + bin]
        sums[bin + 1] = sum
      }
      var peak: UInt8 = 0
      var highest = SIMD4<Float>()
      for note in 0..<Self.notes {
        let bin = 3 * (note + 1)
        let centre = held[base + bin + below] * (1 - part) + held[base + bin + below + 1] * part
        let first = max(bin + nearest - Self.reach, 0)
        let end = min(bin + nearest + Self.reach + 1, width)
        let noise = (sums[end] - sums[first]) / Float(end - first)
        let level = Self.level(of: centre - noise)
        // The four that stand out most.
        var ratio = noise > 1e-6 ? centre / noise : 0
        for lane in 0..<4 where ratio > highest[lane] { swap(&ratio, &highest[lane]) }
        peak = max(peak, level)
        levels.append(level)
      }
      peaks.append(peak)
      saliences.append(UInt8(min(highest.sum() / 4 * 25, 255)))
      count += 1
    }
  }

  /// Forgets the oldest frames: the next one becomes the first.
  mutating func removeFirst(_ frames: Int) {
    levels.removeFirst(frames * Self.notes)
    peaks.removeFirst(frames)
    saliences.removeFirst(frames)
    count -= frames
  }

  private static func level(of magnitude: Float) -> UInt8 {
    guard magnitude > 1e-5 else { return 0 }
    return UInt8(min(((20 * log10(magnitude) - floor) * fineness).rounded(), 255))
  }

  /// Returns the amplitude of a note at a frame; 1 is full scale.
  func amplitude(_ note: Int, at frame: Int) -> Float {
    let level = levels[frame * Self.notes + note]
    return level == 0 ? 0 : pow(10, (Float(level) / Self.fineness + Self.floor) / 20)
  }

  /// Returns the levels of all notes in each frame: 1 as loud as the loudest nearby, 0 much softer. Frames before the
  /// first and after the last are silent.
  func activations(_ frames: Range<Int>) -> [Float] {
    var result = [Float](repeating: 0, count: frames.count * Self.notes)
    for frame in frames.clamped(to: 0..<count) {
      let nearby = (frame - Self.near..<frame + Self.near + 1).clamped(to: 0..<count)
      let loudest = Float(peaks[nearby].max() ?? 0) / Self.fineness + Self.floor
      let least = max(loudest, Self.leastLoud) - Self.range
      let target = (frame - frames.lowerBound) * Self.notes
      for note in 0..<Self.notes {
        let level = Float(levels[frame * Self.notes + note]) / Self.fineness + Self.floor
        result[target + note] = min(max((level - least) / Self.range, 0), 1)
      }
    }
    return result
  }
}
