/// Which channels feed which speaker, and how loud: four factors, which move to new ones over 10 ms. A value: a copy
/// continues as the original would.
package struct SpeakerMatrix {
  package static let milliseconds = 10

  /// Factors on the left and right channel for the left speaker, then for the right speaker.
  private var factors = Self.identity
  private var target = Self.identity
  private var step = SIMD4<Float>()
  private var remaining = 0
  package var rate: Int

  package static let identity = SIMD4<Float>(1, 0, 0, 1)

  package init(rate: Int) { self.rate = rate }

  /// - Parameters:
  ///   - left: how much of the left and right channel the left speaker gets.
  ///   - right: likewise.
  ///   - balance: -1 is the left speaker alone, 1 the right one; the other one gets softer on a line.
  package static func factors(left: SIMD2<Float>, right: SIMD2<Float>, balance: Float) -> SIMD4<Float> {
    SIMD4(lowHalf: left * min(1, 1 - balance), highHalf: right * min(1, 1 + balance))
  }

  package var isActive: Bool { remaining > 0 || factors != Self.identity }

  package mutating func ramp(to factors: SIMD4<Float>) {
    guard factors != target else { return }
    target = factors
    remaining = max(1, rate * Self.milliseconds / 1000)
    step = (factors - self.factors) / Float(remaining)
  }

  /// Without a ramp: nothing sounds.
  package mutating func setImmediately(to factors: SIMD4<Float>) {
    self.factors = factors
    target = factors
    remaining = 0
  }

  /// - Parameter samples: stereo, interleaved; changed in place.
  package mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    for index in 0..<frames {
      if remaining > 0 {
        remaining &-= 1
        factors = remaining == 0 ? target : factors + step
      }
      let (left, right) = unsafe (samples[2 &* index], samples[2 &* index &+ 1])
      unsafe samples[2 &* index] = left * factors.x + right * factors.y
      unsafe samples[2 &* index &+ 1] = left * factors.z + right * factors.w
    }
  }
}
