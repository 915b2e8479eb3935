import Glibc
import Linux
import Media
import Model
import Signal
import Synchronization

/// How loud and how shaped all that sounds is, for the audio thread. Loop thread only.
final class OutputLevel {
  private let link: EngineLink
  private let helper: DeviceHelper?
  private let correction: LoudnessCorrection
  private let usesCardMixer: Bool
  var volume: Int { didSet { publish() } }
  var isMuted: Bool { didSet { publish() } }
  var fade: Float = 1 { didSet { publish() } }
  var shape = SoundShape() { didSet { publishShape() } }
  /// Which of the entries' gains sounds.
  var replayGain = ReplayGainMode.off
  /// Gain of the card's own control; nil where it is not used.
  var cardGain: Float? { didSet { publish() } }

  init(_ parts: EngineParts) {
    link = parts.link
    helper = parts.helper
    correction = parts.settings.correction
    usesCardMixer = parts.settings.usesCardMixer
    volume = parts.settings.volume
    isMuted = parts.settings.isMuted
  }

  func publish() {
    let wanted = VolumeRamp.gain(percent: volume)
    if usesCardMixer {
      link.cardGainBits.store(wanted.bitPattern, ordering: .relaxed)
      helper?.wakeup.signal()
    }
    // The card's control has steps, never below the wanted gain. The rest is done here.
    let rest = cardGain.map { $0 > 0 ? min(1, wanted / $0) : 1 } ?? wanted
    link.wishes.gain = isMuted ? 0 : rest * fade
  }

  private func publishShape() {
    let bands = shape.equaliser
    link.wishes.equaliser = SIMD3(bands.bass, bands.mid, bands.treble)
    let (left, right): (SIMD2<Float>, SIMD2<Float>) =
      switch shape.channels {
      case .stereo: ([1, 0], [0, 1])
      case .mono: ([0.5, 0.5], [0.5, 0.5])
      case .left: ([1, 0], [1, 0])
      case .right: ([0, 1], [0, 1])
      case .swapped: ([0, 1], [1, 0])
      }
    link.wishes.speakers = SpeakerMatrix.factors(
      left: left, right: right, balance: Float(shape.balance) / 100)
  }

  /// Returns the gain that an entry of this loudness gets now, as a factor.
  func gain(of loudness: Loudness) -> Float { correction.gain(of: loudness, replayGain) }

  /// A gain that was awaited is known: both threads may sleep until something comes into the ring, or leaves it.
  func wakeThreads() {
    link.toAudio.signal()
    link.toFeeder.signal()
  }

  /// Before the order that belongs to it.
  func publish(_ current: ScheduledEntry?, _ following: ScheduledEntry?) {
    func gain(_ given: ScheduledEntry?) -> (EntrySerial, EntryGains.Gain)? {
      guard let entry = given?.entry else { return nil }
      if let loudness = entry.loudness { return (entry.serial, .known(self.gain(of: loudness))) }
      // Switched off, nothing waits.
      return (entry.serial, replayGain == .off ? .known(1) : .awaited)
    }
    link.gains.publish(gain(current), gain(following))
  }
}
