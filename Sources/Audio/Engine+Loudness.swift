import Glibc
import Linux
public import Media
import Model
import Signal
import Synchronization

/// How loud and how shaped all that sounds is, for the audio thread.
extension Engine {
  /// Why no speed but 1 can be had on this machine; nil where others can.
  public static let speedRefusal: String? = {
    do throws(TimeStretcherError) {
      _ = try TimeStretcher(rate: 44_100, speed: 2)
      return nil
    } catch {
      return error.reason
    }
  }()

  /// What is made of an entry's loudness now, in dB.
  public func gain(of loudness: Loudness) -> Double {
    20 * log10(Double(correction.gain(of: loudness, replayGain)))
  }

  /// Says what has become known of how loud an entry is.
  public func learn(_ loudness: Loudness, of serial: EntrySerial) {
    if current?.entry.serial == serial { current?.entry.loudness = loudness }
    if following?.entry.serial == serial { following?.entry.loudness = loudness }
    publishEntryGains()
  }

  /// Before the order that belongs to it.
  func publishEntryGains() {
    func gain(_ given: ScheduledEntry?) -> (EntrySerial, Float)? {
      guard let given else { return nil }
      return (given.entry.serial, correction.gain(of: given.entry.loudness, replayGain))
    }
    link.gains.publish(gain(current), gain(following))
  }

  func publishShape() {
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

  func publishGain() {
    let wanted = VolumeRamp.gain(percent: volume)
    if usesCardMixer {
      link.cardGainBits.store(wanted.bitPattern, ordering: .relaxed)
      helper?.wakeup.signal()
    }
    // What the card's own control can't do is done here: its steps are never below what is wanted.
    let rest = cardGain.map { $0 > 0 ? min(1, wanted / $0) : 1 } ?? wanted
    link.wishes.gain = isMuted ? 0 : rest * fade
  }
}
