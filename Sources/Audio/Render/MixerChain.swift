import Signal
import Synchronization

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

/// How the loop wants sound to be shaped. Loop thread writes, audio thread reads; each number is read whole, and where one
/// is a period behind another nobody hears it, since all of them are ramps.
final class MixerWishes: Sendable {
  private let bass = Atomic<UInt64>(0)
  private let mid = Atomic<UInt64>(0)
  private let treble = Atomic<UInt64>(0)
  private let speakerLeft = Atomic<UInt64>(MixerWishes.word(SIMD2(1, 0)))
  private let speakerRight = Atomic<UInt64>(MixerWishes.word(SIMD2(0, 1)))
  private let gainBits: Atomic<UInt32>

  init(gain: Float) { gainBits = Atomic(gain.bitPattern) }

  /// What volume and mute make.
  var gain: Float {
    get { Float(bitPattern: gainBits.load(ordering: .relaxed)) }
    set { gainBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// In dB.
  var equaliser: SIMD3<Double> {
    get {
      SIMD3(
        Double(bitPattern: bass.load(ordering: .relaxed)),
        Double(bitPattern: mid.load(ordering: .relaxed)),
        Double(bitPattern: treble.load(ordering: .relaxed)))
    }
    set {
      bass.store(newValue.x.bitPattern, ordering: .relaxed)
      mid.store(newValue.y.bitPattern, ordering: .relaxed)
      treble.store(newValue.z.bitPattern, ordering: .relaxed)
    }
  }

  var speakers: SIMD4<Float> {
    get {
      SIMD4(
        lowHalf: Self.pair(speakerLeft.load(ordering: .relaxed)),
        highHalf: Self.pair(speakerRight.load(ordering: .relaxed)))
    }
    set {
      speakerLeft.store(Self.word(newValue.lowHalf), ordering: .relaxed)
      speakerRight.store(Self.word(newValue.highHalf), ordering: .relaxed)
    }
  }

  private static func word(_ pair: SIMD2<Float>) -> UInt64 {
    UInt64(pair.x.bitPattern) << 32 | UInt64(pair.y.bitPattern)
  }

  private static func pair(_ word: UInt64) -> SIMD2<Float> {
    SIMD2(
      Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32)),
      Float(bitPattern: UInt32(truncatingIfNeeded: word)))
  }
}
