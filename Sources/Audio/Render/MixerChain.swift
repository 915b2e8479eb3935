import Signal

/// What shapes all that sounds, from the music to the limiter; a value, so that it can be put back to where it was.
struct MixerChain {
  var volume: VolumeRamp

  init(gain: Float, rate: Int) { volume = VolumeRamp(gain: gain, rate: rate) }

  /// Whether it changes anything now.
  var isActive: Bool { !volume.isUnity }

  /// - Parameter samples: stereo, interleaved; changed in place.
  mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    if !volume.isUnity { unsafe volume.apply(to: samples, frames: frames) }
  }
}
