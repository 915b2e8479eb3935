import Linux
import Signal
import Synchronization

/// The sounds that play over the music: at most 16, and beside them those that fade out. Audio thread only; nothing in it
/// allocates, locks or waits. Places count output frames since the device was taken.
@safe final class Voices {
  /// Limit of simultaneous voices.
  static let limit = 16
  /// Those that fade out, or have ended within what the device may give back, keep their slot.
  private static let slotCount = 64

  private let link: EngineLink
  /// Oldest first.
  private let slots: UnsafeMutablePointer<Voice>
  private var count = 0
  private var fadeFrames: Int
  private var rampFrames: Int
  private var rate: Int
  /// A place, and when it can be heard.
  private var anchor: (place: Int64, nanoseconds: Int64) = (0, 0)

  init(link: EngineLink, rate: Int) {
    self.link = link
    self.rate = rate
    fadeFrames = FadeShape.frames(rate: rate)
    rampFrames = rate * VolumeRamp.milliseconds / 1000
    unsafe slots = .allocate(capacity: Self.slotCount)
  }

  deinit { unsafe slots.deallocate() }

  /// Whether the loop has asked for something.
  var hasCommands: Bool { !link.voiceCommands.isEmpty }

  // MARK: - Commands

  /// Does what the loop has asked for.
  /// - Parameters:
  ///   - place: from which on.
  ///   - nanoseconds: when that can be heard, on the monotonic clock.
  func takeCommands(at place: Int64, audible nanoseconds: Int64) {
    anchor = (place, nanoseconds)
    while let command = link.voiceCommands.take() {
      switch command.kind {
      case .start: start(command, at: place)
      case .replace: replace(command, at: place)
      case .stop: change(command.voice) { Self.stop(&$0, at: place) }
      case .stopAll: stopAll(at: place)
      case .loops: change(command.voice) { $0.setLoops(command.loops, at: place) }
      case .gain: change(command.voice) { $0.setGain(command.gain, at: place, rampFrames: rampFrames) }
      case .hold:
        change(command.voice) { voice in
          guard voice.heldFrame == nil, voice.isGoing(at: place) else { return }
          voice.heldFrame = max(0, place - voice.origin)
          voice.until = place
        }
      case .resume:
        change(command.voice) { voice in
          guard let frame = voice.heldFrame else { return }
          voice.heldFrame = nil
          voice.origin = place - frame
          voice.from = place
          voice.fadesIn = true
          voice.until = .max
        }
      }
    }
  }

  func stopAll(at place: Int64) {
    for index in 0..<count { unsafe Self.stop(&slots[index], at: place) }
  }

  /// Ends all voices: their places go with the device. Commands wait for the next device.
  func forget() {
    for index in 0..<count {
      let voice = unsafe slots[index]
      if !voice.isToldEnded { tell(.voiceEnded, voice.id, at: anchor.place) }
      tell(.soundFreed, voice.sound, at: anchor.place)
    }
    count = 0
  }

  func adopt(rate: Int) {
    forget()
    self.rate = rate
    fadeFrames = FadeShape.frames(rate: rate)
    rampFrames = rate * VolumeRamp.milliseconds / 1000
    anchor = (0, 0)
  }

  private func change(_ id: UInt32, _ change: (inout Voice) -> Void) {
    for index in 0..<count
    where unsafe slots[index].id == id && (slots[index].until == .max || slots[index].heldFrame != nil) {
      unsafe change(&slots[index])
    }
  }

  private static func stop(_ voice: inout Voice, at place: Int64) {
    voice.heldFrame = nil
    guard voice.until == .max else { return }
    voice.until = place
    // A voice that has not begun has nothing to fade.
    if voice.from >= place { voice.from = .max }
  }

  private func start(_ command: VoiceCommand, at place: Int64) {
    guard let samples = unsafe command.samples, count < Self.slotCount else { return refuse(command) }
    var going = 0
    for index in 0..<count where unsafe slots[index].isGoing(at: place) { going += 1 }
    if going >= Self.limit {
      for index in 0..<count where unsafe slots[index].isGoing(at: place) {
        unsafe Self.stop(&slots[index], at: place)
        break
      }
    }
    var command = command
    if command.audibleNanoseconds > 0 {
      let ahead = Double(command.audibleNanoseconds - anchor.nanoseconds) / 1e9 * Double(rate)
      command.delayFrames = Int64(max(0, ahead))
    }
    unsafe (slots + count).initialize(to: Voice(command, samples, at: place))
    count += 1
  }

  private func replace(_ command: VoiceCommand, at place: Int64) {
    guard let samples = unsafe command.samples, count < Self.slotCount else { return refuse(command) }
    for index in 0..<count
    where unsafe slots[index].id == command.voice
      && (slots[index].isGoing(at: place) || slots[index].heldFrame != nil)
    {
      let old = unsafe slots[index]
      var command = command
      command.loops = old.loops
      var new = unsafe Voice(command, samples, at: place)
      func moved(_ frame: Int64) -> Int64 { Int64((Double(frame) * command.ratio).rounded()) }
      if old.from > place, old.from != .max {
        new.origin = old.origin
        new.from = old.from
      } else {
        new.origin = place - moved(place - old.origin)
        new.from = place
        new.fadesIn = true
      }
      if let held = old.heldFrame {
        new.heldFrame = moved(held)
        new.from = .max
        new.until = place
      }
      new.isToldStarted = old.isToldStarted
      unsafe Self.stop(&slots[index], at: place)
      // The voice continues, so its end is not reported with the old sound's.
      unsafe slots[index].isToldEnded = true
      unsafe (slots + count).initialize(to: new)
      count += 1
      return
    }
    refuse(command, hasVoice: false)
  }

  private func refuse(_ command: VoiceCommand, hasVoice: Bool = true) {
    guard command.kind == .start || command.kind == .replace else { return }
    if hasVoice, command.kind == .start { tell(.voiceEnded, command.voice, at: anchor.place) }
    tell(.soundFreed, command.sound, at: anchor.place)
  }

  // MARK: - Frames

  /// How many give frames within a stretch.
  func sounding(at place: Int64, frames: Int) -> Int {
    var sounding = 0
    for index in 0..<count {
      let voice = unsafe slots[index]
      if voice.from < place + Int64(frames), voice.end(fadeFrames: fadeFrames) > place {
        sounding += 1
      }
    }
    return sounding
  }

  /// Whether their sum may exceed full scale even where only one sounds.
  var mayExceed: Bool {
    for index in 0..<count where unsafe slots[index].mayExceed { return true }
    return false
  }

  /// Returns the exact bits of the voices' frames; 0 where these are changed.
  func exactBits(at place: Int64, frames: Int) -> Int {
    var bits = 0
    for index in 0..<count {
      let voice = unsafe slots[index]
      guard voice.from < place + Int64(frames), voice.end(fadeFrames: fadeFrames) > place else { continue }
      guard voice.isUnity, !voice.fadesIn, voice.until == .max, voice.exactBits > 0 else {
        return 0
      }
      bits = max(bits, voice.exactBits)
    }
    return bits
  }

  /// How loud the music is to be beside them.
  func duck(at place: Int64) -> Float {
    var gain: Float = 1
    for index in 0..<count {
      let voice = unsafe slots[index]
      if voice.from <= place, voice.isGoing(at: place) { gain = min(gain, voice.duck) }
    }
    return gain
  }

  /// Adds what they give.
  /// - Parameters:
  ///   - samples: stereo, interleaved.
  ///   - place: of the first frame.
  func add(to samples: UnsafeMutablePointer<Float>, frames: Int, at place: Int64) {
    for index in 0..<count {
      if unsafe slots[index].isDry(at: place, frames: frames, fadeFrames: fadeFrames) {
        unsafe Self.stop(&slots[index], at: place)
      }
      unsafe slots[index].add(
        to: samples, frames: frames, at: place, fadeFrames: fadeFrames, rampFrames: rampFrames)
    }
  }

  /// Reports voices that have begun or ended, and drops those that can't be needed again.
  /// - Parameters:
  /// - place: of the next frame.
  /// - nanoseconds: when that can be heard, on the monotonic clock.
  /// - reach: number of frames before it that the device may still give back.
  func settle(at place: Int64, audible nanoseconds: Int64, reach: Int) {
    guard count > 0 else { return }
    anchor = (place, nanoseconds)
    var kept = 0
    for index in 0..<count {
      let end = unsafe slots[index].end(fadeFrames: fadeFrames)
      if unsafe !slots[index].isToldStarted, unsafe slots[index].from < place {
        unsafe slots[index].isToldStarted = true
        unsafe tell(.voiceStarted, slots[index].id, at: slots[index].from)
      }
      let isHeld = unsafe slots[index].heldFrame != nil
      if end <= place, !isHeld, unsafe !slots[index].isToldEnded {
        unsafe slots[index].isToldEnded = true
        unsafe tell(.voiceEnded, slots[index].id, at: end)
      }
      unsafe release(slots[index], at: place - Int64(reach))
      if end <= place - Int64(reach), !isHeld {
        unsafe tell(.soundFreed, slots[index].sound, at: anchor.place)
        continue
      }
      if kept < index { unsafe slots[kept] = slots[index] }
      kept += 1
    }
    count = kept
  }

  /// Says what of a stream is not needed any more.
  private func release(_ voice: Voice, at place: Int64) {
    guard let stream = voice.ring else { return }
    let frame = voice.heldFrame ?? max(0, place - voice.origin)
    if frame > Int64(stream.needed.load(ordering: .relaxed)) {
      stream.needed.store(Int(frame), ordering: .releasing)
    }
  }

  var isEmpty: Bool { count == 0 }

  /// Whether any voice gives frames at a place or after it; a held one does not.
  func isGoing(at place: Int64) -> Bool {
    for index in 0..<count {
      let voice = unsafe slots[index]
      if voice.heldFrame == nil, voice.end(fadeFrames: fadeFrames) > place { return true }
    }
    return false
  }

  private func tell(_ kind: AudioEvent.Kind, _ number: UInt32, at place: Int64) {
    let ahead = Double(place - anchor.place) / Double(rate) * 1e9
    link.events.send(
      AudioEvent(kind: kind, nanoseconds: anchor.nanoseconds + Int64(ahead), value: Int64(number)))
    link.toLoop.signal()
  }
}
