import Linux
import Synchronization

/// Everything that the engine's threads share besides the ring. Each number has one writer, named here.
final class EngineLink: Sendable {
  /// Loop: what is to sound. A `ControlWord`.
  let word = Atomic<UInt64>(ControlWord().rawValue)
  /// Loop: how sound is to be shaped.
  let wishes: MixerParameters
  /// Loop: what the card's own control is to give, as a float's bits; 1 where it is not to be touched.
  let cardGainBits = Atomic<UInt32>(Float(1).bitPattern)
  /// Loop: how loud each entry sounds.
  let gains = EntryGains()
  /// Decode thread: which entry of the generation was mixed into the one before; 0 where none was.
  let mixedOrdinal = Atomic<UInt32>(0)
  /// Loop: when the newest generation was asked for, on the monotonic clock.
  let commandNanoseconds = Atomic<Int64>(0)
  /// Loop: how much is to be kept in the device, in milliseconds; the audio thread widens it.
  let targetBufferMilliseconds: Atomic<Int>
  /// Audio thread: frames between mixer and ear, as of the last period.
  let delayFrames = Atomic<Int>(0)
  /// Audio thread: frames kept in the device now.
  let targetBufferFrames = Atomic<Int>(0)
  /// Audio thread.
  let underruns = Atomic<Int>(0)

  let anchor = PositionAnchor()
  /// Events in flight are bounded: two entries, a few states of the device, and the voices.
  let events = SlotRing<AudioEvent>(capacity: 1024, filledWith: AudioEvent(kind: .started))
  /// Loop: what the voices are to do.
  let voiceCommands = SlotRing<VoiceCommand>(capacity: 256, filledWith: VoiceCommand(.stop))
  let toLoop: Wakeup
  let toAudio: Wakeup
  let toFeeder: Wakeup

  /// Audio thread sets it before it sleeps: how many frames in the ring are worth waking it for; `Int.max` for none.
  let audioWantsFrames = Atomic<Int>(.max)
  /// Decode thread: whether it is about to read or decode; else the ring is full, or it waits for the next entry.
  let isFeeding = Atomic<Bool>(false)
  /// Decode thread sets it before it sleeps until the ring has room.
  let feederSleeps = Atomic<Bool>(false)
  let isQuitting = Atomic<Bool>(false)
  /// Decode thread, at its end.
  let feederDone: Wakeup
  /// Audio thread, at its end.
  let audioDone: Wakeup

  init(gain: Float, targetBufferMilliseconds: Int) throws(SystemError) {
    wishes = MixerParameters(gain: gain)
    self.targetBufferMilliseconds = Atomic(targetBufferMilliseconds)
    toLoop = try Wakeup()
    toAudio = try Wakeup()
    toFeeder = try Wakeup()
    feederDone = try Wakeup()
    audioDone = try Wakeup()
  }

  /// From any thread but the loop and the audio thread: a report waits for room rather than being lost, unless the engine
  /// ends.
  func send<Report>(_ report: Report, to mailbox: Mailbox<Report>) {
    while !mailbox.send(report), !isQuitting.load(ordering: .acquiring) { ThreadSleep.rest() }
  }

  var controlWord: ControlWord { ControlWord(rawValue: word.load(ordering: .sequentiallyConsistent)) }

  /// Decode thread, after it has announced chunks or has nothing left to announce.
  func wakeAudio(fillFrames: Int) {
    let wanted = audioWantsFrames.load(ordering: .sequentiallyConsistent)
    if wanted < .max, fillFrames >= wanted {
      audioWantsFrames.store(.max, ordering: .sequentiallyConsistent)
      toAudio.signal()
    }
  }

  /// Audio thread, after it has discarded chunks.
  func wakeFeeder() {
    if feederSleeps.load(ordering: .sequentiallyConsistent) {
      feederSleeps.store(false, ordering: .sequentiallyConsistent)
      toFeeder.signal()
    }
  }
}
