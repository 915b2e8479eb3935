import Signal

/// What shapes all that sounds, from the music to the limiter; a value, so that it can be put back to where it was.
struct MixerChain {
  private var equaliser: Equaliser
  private var speakers: SpeakerMatrix
  private var volume: VolumeRamp

  /// Everything is off.
  init(rate: Int) {
    equaliser = Equaliser(rate: rate)
    speakers = SpeakerMatrix(rate: rate)
    volume = VolumeRamp(gain: 1, rate: rate)
  }

  /// Whether it changes anything now.
  var isActive: Bool { equaliser.isActive || speakers.isActive || !volume.isUnity }

  /// Whether what it gives out may exceed full scale where what goes in doesn't.
  var isLoud: Bool { equaliser.isActive }

  mutating func head(for wishes: MixerWishes) {
    equaliser.head(for: wishes.equaliser)
    speakers.head(for: wishes.speakers)
    volume.head(for: wishes.gain)
  }

  /// Nothing sounds, so nothing needs a ramp.
  mutating func jump(to wishes: MixerWishes) {
    equaliser.jump(to: wishes.equaliser)
    speakers.jump(to: wishes.speakers)
    volume.jump(to: wishes.gain)
  }

  /// - Parameter samples: stereo, interleaved; changed in place.
  mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    if equaliser.isActive { unsafe equaliser.process(samples, frames: frames) }
    if speakers.isActive { unsafe speakers.process(samples, frames: frames) }
    if !volume.isUnity { unsafe volume.apply(to: samples, frames: frames) }
  }
}
