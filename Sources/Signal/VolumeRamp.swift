/// The volume: its curve, and the way from one gain to another without a jump.
package struct VolumeRamp {
  /// Default duration of a change, in milliseconds.
  package static let milliseconds = 10

  package private(set) var gain: Float
  private var target: Float
  private var step: Float = 0
  private var remaining = 0
  package var rate: Int

  package init(gain: Float, rate: Int) {
    self.gain = gain
    target = gain
    self.rate = rate
  }

  /// The gain of a volume: (v/100)³, so that 100 is exactly 1 and equal steps sound about equal.
  /// - Parameter percent: clipped to 0...100.
  package static func gain(percent: Int) -> Float {
    let volume = Float(min(100, max(0, percent))) / 100
    return volume * volume * volume
  }

  /// Neither on the way nor in force.
  package var isUnity: Bool { remaining == 0 && gain == 1 }

  /// Continues without a ramp: the output is silent.
  package mutating func setImmediately(to gain: Float) {
    self.gain = gain
    target = gain
    remaining = 0
  }

  package mutating func ramp(to gain: Float, milliseconds: Int = Self.milliseconds) {
    guard gain != target else { return }
    target = gain
    remaining = max(1, rate * milliseconds / 1000)
    step = (gain - self.gain) / Float(remaining)
  }

  /// - Parameter samples: stereo, interleaved; changed in place.
  package mutating func apply(to samples: UnsafeMutablePointer<Float>, frames: Int) {
    var i = 0
    while remaining > 0, i < frames {
      gain += step
      remaining -= 1
      if remaining == 0 { gain = target }
      unsafe samples[2 &* i] *= gain
      unsafe samples[2 &* i &+ 1] *= gain
      i &+= 1
    }
    guard i < frames, gain != 1 else { return }
    unsafe Scale.scale(samples + 2 * i, count: (frames - i) * 2, by: gain)
  }
}
