import Glibc

/// The highest level between samples (ITU-R BS.1770-4, annex 2): four times as many samples by a windowed sinc of 49
/// taps below 96 kHz, twice as many below 192 kHz, and from there on the samples themselves. Stretches that can't
/// exceed the peak so far are skipped.
@safe struct TruePeakMeter {
  private static let taps = 12
  /// Frames that are looked at together.
  private static let block = 64

  /// Samples of each channel: the last ones of before, then a block.
  private var lines: [[Float]]
  private let channels: Int
  /// The taps of the phases between samples, the oldest sample first.
  private let filter: [SIMD4<Float>]
  /// By how much more than its highest sample the filter may give at most.
  private let gain: Float
  private(set) var peak: Float = 0

  init(rate: Int, channels: Int) {
    self.channels = channels
    lines = Array(repeating: [Float](repeating: 0, count: Self.taps + Self.block), count: channels)
    let factor = rate < 96_000 ? 4 : rate < 192_000 ? 2 : 1
    // Phase 0 is the sample itself; with a factor of 2 the phase between is 2 of 4.
    let phases = factor == 4 ? [0, 1, 2, 3] : factor == 2 ? [0, 2, 2, 2] : [0, 0, 0, 0]
    let count = Self.taps * 4
    filter = (0..<Self.taps).map { tap in
      var values = SIMD4<Float>()
      for (lane, phase) in phases.enumerated() {
        let place = phase + 4 * (Self.taps - 1 - tap)
        let distance = Double(place - count / 2) * Double.pi / 4
        let sinc = distance == 0 ? 1 : sin(distance) / distance
        values[lane] = Float(sinc * 0.5 * (1 - cos(2 * .pi * Double(place) / Double(count))))
      }
      return values
    }
    gain = filter.reduce(SIMD4<Float>()) { $0 + $1.replacing(with: -$1, where: $1 .< 0) }.max()
  }

  /// - Parameter samples: interleaved.
  mutating func add(_ samples: UnsafePointer<Float>, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(Self.block, frames - done)
      for channel in 0..<channels {
        unsafe add(samples + done * channels + channel, count: count, channel: channel)
      }
      done += count
    }
  }

  private mutating func add(_ samples: UnsafePointer<Float>, count: Int, channel: Int) {
    let (taps, channels) = (Self.taps, channels)
    let (bound, filter) = (peak / gain, filter)
    var highest = peak
    unsafe lines[channel].withUnsafeMutableBufferPointer { line in
      var loudest: Float = 0
      for index in 0..<count { unsafe line[taps &+ index] = samples[index &* channels] }
      for index in 0..<taps &+ count { loudest = max(loudest, unsafe abs(line[index])) }
      if loudest > bound {
        var found = SIMD4<Float>()
        unsafe filter.withUnsafeBufferPointer { filter in
          for index in 1...count {
            var sum = SIMD4<Float>()
            for tap in 0..<taps { unsafe sum += filter[tap] * line[index &+ tap] }
            found = pointwiseMax(found, sum.replacing(with: -sum, where: sum .< 0))
          }
        }
        highest = max(highest, found.max(), loudest)
      }
      for index in 0..<taps { unsafe line[index] = line[count &+ index] }
    }
    peak = highest
  }
}
