import Signal

/// The processing of all sound, from the music to the limiter; a value, so that it can be put back to an earlier state.
struct MixerChain {
  private var equaliser: Equaliser
  /// How loud the music is beside the voices.
  private var duck: VolumeRamp
  private var speakers: SpeakerMatrix
  private var volume: VolumeRamp

  /// Everything is off.
  init(rate: Int) {
    equaliser = Equaliser(rate: rate)
    duck = VolumeRamp(gain: 1, rate: rate)
    speakers = SpeakerMatrix(rate: rate)
    volume = VolumeRamp(gain: 1, rate: rate)
  }

  /// Whether it changes anything now.
  var isActive: Bool { changesMusic || speakers.isActive || !volume.isUnity }

  private var changesMusic: Bool { equaliser.isActive || !duck.isUnity }

  /// Whether what it gives out may exceed full scale where what goes in doesn't.
  var isLoud: Bool { equaliser.isActive }

  /// - Parameter duck: how loud the music is to be beside the voices.
  mutating func ramp(to wishes: MixerParameters, duck: Float) {
    equaliser.ramp(to: wishes.equaliser)
    self.duck.ramp(
      to: duck, milliseconds: duck < self.duck.gain ? Self.duckMilliseconds : Self.riseMilliseconds)
    speakers.ramp(to: wishes.speakers)
    volume.ramp(to: wishes.gain)
  }

  /// Nothing sounds, so nothing needs a ramp.
  mutating func setImmediately(to wishes: MixerParameters) {
    equaliser.setImmediately(to: wishes.equaliser)
    duck.setImmediately(to: 1)
    speakers.setImmediately(to: wishes.speakers)
    volume.setImmediately(to: wishes.gain)
  }

  /// How long the music takes to make way for a voice, and to come back.
  private static let duckMilliseconds = 60
  private static let riseMilliseconds = 400

  /// The processing before the voices.
  /// - Parameter samples: stereo, interleaved; changed in place.
  mutating func shapeMusic(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    if equaliser.isActive { unsafe equaliser.process(samples, frames: frames) }
    if !duck.isUnity { unsafe duck.apply(to: samples, frames: frames) }
  }

  /// The processing after them.
  mutating func shapeAll(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    if speakers.isActive { unsafe speakers.process(samples, frames: frames) }
    if !volume.isUnity { unsafe volume.apply(to: samples, frames: frames) }
  }
}
