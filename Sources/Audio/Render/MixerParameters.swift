import Synchronization

/// The settings of the mixer. The loop thread writes, the audio thread reads; each number is read whole, and one that
/// is a period late is inaudible, since all of them are ramped.
final class MixerParameters: Sendable {
  private let bass = Atomic<UInt64>(0)
  private let mid = Atomic<UInt64>(0)
  private let treble = Atomic<UInt64>(0)
  private let speakerLeft = Atomic<UInt64>(MixerParameters.word(SIMD2(1, 0)))
  private let speakerRight = Atomic<UInt64>(MixerParameters.word(SIMD2(0, 1)))
  private let gainBits: Atomic<UInt32>

  init(gain: Float) { gainBits = Atomic(gain.bitPattern) }

  /// Gain of volume, mute and fade, as a factor.
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
