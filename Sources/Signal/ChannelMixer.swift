/// Mixes any channel count to stereo: by ITU-R BS.775 (centre and surrounds at -3 dB, low frequencies left out),
/// lowered so that full scale in every channel can't clip. Mono goes to both sides unchanged.
package struct ChannelMixer {
  package let channels: Int
  /// Gains of each source channel in WAVE order, to the left and to the right.
  private let gains: [SIMD2<Float>]

  /// - Parameter channels: 1 to 8, in WAVE order (`StreamFormat`).
  package init(channels: Int) {
    self.channels = channels
    gains = Self.gains(channels: channels)
  }

  /// Frames keep their bits.
  package var isExact: Bool { channels <= 2 }

  package static func gains(channels: Int) -> [SIMD2<Float>] {
    let half = Float(0.5).squareRoot()
    let left = SIMD2<Float>(1, 0)
    let right = SIMD2<Float>(0, 1)
    let centre = SIMD2<Float>(half, half)
    let surround = (left: left * half, right: right * half)
    let none = SIMD2<Float>()
    let raw: [SIMD2<Float>]
    switch channels {
    case 1: return [SIMD2(1, 1)]
    case 2: return [left, right]
    case 3: raw = [left, right, centre]
    case 4: raw = [left, right, surround.left, surround.right]
    case 5: raw = [left, right, centre, surround.left, surround.right]
    case 6: raw = [left, right, centre, none, surround.left, surround.right]
    case 7: raw = [left, right, centre, none, centre * half, surround.left, surround.right]
    default: raw = [left, right, centre, none, surround.left, surround.right, surround.left, surround.right]
    }
    let sum = raw.reduce(SIMD2<Float>(), +)
    return raw.map { $0 / max(sum.x, sum.y) }
  }

  /// - Parameters:
  ///   - source: interleaved; may be `target` where `channels` is 2 or more.
  ///   - target: room for `frames` stereo frames.
  package func mix(_ source: UnsafePointer<Float>, frames: Int, to target: UnsafeMutablePointer<Float>) {
    switch channels {
    case 1:
      // Backwards, so that it also works in place.
      var i = frames - 1
      while i >= 0 {
        let sample = unsafe source[i]
        unsafe target[2 &* i] = sample
        unsafe target[2 &* i &+ 1] = sample
        i &-= 1
      }
    case 2:
      if unsafe UnsafePointer(target) != source { unsafe target.update(from: source, count: frames * 2) }
    default:
      unsafe gains.withUnsafeBufferPointer { gains in
        for i in 0..<frames {
          var sum = SIMD2<Float>()
          let from = unsafe source + i &* channels
          for channel in 0..<channels { unsafe sum += gains[channel] * from[channel] }
          unsafe target[2 &* i] = sum.x
          unsafe target[2 &* i &+ 1] = sum.y
        }
      }
    }
  }
}
