import Glibc

/// The gain over a fade of 5 ms: a quarter of a cosine squared, flat at both ends, so that it doesn't click.
package struct FadeShape {
  package static let milliseconds = 5

  /// In a fade-in: the gain of each frame, from just above 0 to 1.
  package let gains: [Float]

  package init(rate: Int) {
    let frames = Self.frames(rate: rate)
    gains = (1...frames).map {
      let sine = sin(Double.pi / 2 * Double($0) / Double(frames))
      return Float(sine * sine)
    }
  }

  package var frames: Int { gains.count }

  package static func frames(rate: Int) -> Int { max(2, rate * milliseconds / 1000) }

  /// - Parameters:
  ///   - done: frames of the fade before these.
  package func fadeIn(_ samples: UnsafeMutablePointer<Float>, frames: Int, done: Int) {
    for i in 0..<frames {
      let gain = gains[done &+ i]
      unsafe samples[2 &* i] *= gain
      unsafe samples[2 &* i &+ 1] *= gain
    }
  }

  /// - Parameters:
  ///   - done: frames of the fade before these.
  ///   - length: of the whole fade in frames, at most `self.frames`.
  ///   - level: the gain before the fade.
  package func fadeOut(
    _ samples: UnsafeMutablePointer<Float>, frames: Int, done: Int, length: Int, level: Float
  ) {
    for i in 0..<frames {
      let place = (length &- 1 &- done &- i) &* self.frames / length
      let gain = gains[place] * level
      unsafe samples[2 &* i] *= gain
      unsafe samples[2 &* i &+ 1] *= gain
    }
  }
}
