import Glibc

/// Limits sound to a ceiling. It adds no delay: it gets the frames that follow as well, lowers the gain on a line
/// before a peak and raises it slowly afterwards. If nothing exceeds the ceiling, no sample changes. A value: a copy
/// continues as the original would.
package struct Limiter {
  /// -0.1 dB of full scale.
  package static let ceiling = Float(0.988_553_1)
  /// It goes back up with this time constant, in seconds.
  private static let releaseSeconds = 0.15
  /// And at least so much in a second, so that it comes to 1.
  private static let leastPerSecond = 0.05
  /// Number of blocks to look ahead.
  private static let blocksAhead = 8

  /// The gain of the frame that was processed last.
  package private(set) var gain: Float = 1
  /// Per frame, within the present block.
  private var slope: Float = 0
  private var leftInBlock = 0
  private let rate: Int

  /// - Parameter gain: where it begins.
  package init(rate: Int, gain: Float = 1) {
    self.rate = rate
    self.gain = gain
  }

  /// Number of frames between two checks of the gain.
  private var block: Int { max(8, rate / 1500) }

  /// How many frames it is to be given beyond those that it processes: some 6 ms.
  package static func lookAhead(rate: Int) -> Int { (blocksAhead + 1) * max(8, rate / 1500) }

  package var isActive: Bool { gain < 1 || slope != 0 }

  /// - Parameters:
  ///   - samples: stereo, interleaved: `frames` to be changed in place, and `ahead` that follow. With fewer of these than
  ///     `lookAhead` a peak may be cut off.
  ///   - gains: room for each frame's gain.
  package mutating func process(
    _ samples: UnsafeMutablePointer<Float>, frames: Int, ahead: Int, gains: UnsafeMutablePointer<Float>
  ) {
    if !isActive, unsafe Self.peak(samples, frames: frames + ahead) <= Self.ceiling {
      leftInBlock = (leftInBlock + block - frames % block) % block
      unsafe gains.update(repeating: 1, count: frames)
      return
    }
    var done = 0
    while done < frames {
      if leftInBlock == 0 {
        leftInBlock = block
        slope = unsafe way(from: samples + 2 * done, frames: frames + ahead - done)
      }
      let count = min(leftInBlock, frames - done)
      for index in done..<done + count {
        gain = min(1, max(0, gain + slope))
        unsafe gains[index] = gain
        unsafe samples[2 &* index] = Self.bounded(samples[2 &* index] * gain)
        unsafe samples[2 &* index &+ 1] = Self.bounded(samples[2 &* index &+ 1] * gain)
      }
      done += count
      leftInBlock -= count
      if leftInBlock == 0 { slope = 0 }
    }
  }

  /// By how much the gain changes in each frame of a block: up as it may, down as the nearest peaks need it.
  private func way(from samples: UnsafePointer<Float>, frames: Int) -> Float {
    let up = max(
      (1 - gain) * Float(1 - exp(-1 / (Self.releaseSeconds * Double(rate)))),
      Float(Self.leastPerSecond) / Float(rate))
    var way = up
    for number in 0...Self.blocksAhead {
      let first = number * block
      guard first < frames else { break }
      let peak = unsafe Self.peak(samples + 2 * first, frames: min(block, frames - first))
      // By the block's beginning, or by the end of this one.
      if peak > Self.ceiling { way = min(way, (Self.ceiling / peak - gain) / Float(max(block, first))) }
    }
    return gain >= 1 && way > 0 ? 0 : way
  }

  /// NaN becomes silence.
  @inline(__always)
  private static func bounded(_ sample: Float) -> Float {
    guard sample == sample else { return 0 }
    return min(ceiling, max(-ceiling, sample))
  }

  /// The highest sample; NaN counts as 0.
  private static func peak(_ samples: UnsafePointer<Float>, frames: Int) -> Float {
    let count = frames * 2
    let raw = unsafe UnsafeRawPointer(samples)
    var highest = SIMD8<Float>()
    var index = 0
    while index + 8 <= count {
      let values = unsafe raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
      highest = pointwiseMax(highest, pointwiseMax(values, -values))
      index &+= 8
    }
    var peak = highest.max()
    while index < count {
      peak = max(peak, unsafe abs(samples[index]))
      index &+= 1
    }
    return peak
  }
}
