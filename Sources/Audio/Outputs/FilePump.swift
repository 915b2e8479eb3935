import Linux
import Signal
import Synchronization

/// Pulls frames of entries from the ring into a file, as fast as they come; waits while there are none. Sounds that play
/// meanwhile come in real time, over silence. Its thread may block on the file.
final class FilePump {
  private let mixer: Mixer
  private let link: EngineLink
  private let writer: any FrameSink
  private var converter: SampleConverter
  private let capacityFrames: Int
  private var hasFailed = false
  private var isComplete = true
  /// Up to when voices without music were written, on the monotonic clock; nil while there are none.
  private var voicesUntil: Int64?

  /// So often voices without music are looked after.
  static let voiceMilliseconds: Int32 = 10

  /// - Parameter capacityFrames: of the ring.
  init(mixer: Mixer, link: EngineLink, writer: any FrameSink, capacityFrames: Int) {
    self.mixer = mixer
    self.link = link
    self.writer = writer
    converter = SampleConverter(format: writer.format)
    self.capacityFrames = capacityFrames
  }

  /// - Returns: whether there may be more to do at once.
  func step() -> Bool {
    if hasFailed {
      mixer.settle()
      return false
    }
    do throws(SystemError) {
      let now = Instant.now().nanoseconds
      mixer.bus.audibleNanoseconds = now
      if mixer.voices.hasCommands { mixer.takeVoiceCommands(replaying: 0, audible: now) }
      defer { mixer.settleVoices(audible: Instant.now().nanoseconds) }
      allowVoices(at: now)
      // Bounded, so that the clock is read and the position reported now and then.
      for _ in 0..<64 {
        // Who closes it waits.
        if link.isQuitting.load(ordering: .relaxed) { return false }
        guard let run = mixer.render(min(MusicBus.longestRun, writer.roomFrames)) else {
          mixer.bus.publishPosition()
          return false
        }
        isComplete = false
        if let samples = unsafe run.samples {
          unsafe converter.convert(samples, frames: run.frames, exactBits: run.exactBits, to: writer.target)
        } else {
          unsafe converter.silence(frames: run.frames, to: writer.target)
        }
        try writer.advance(run.frames)
        if let fresh = mixer.bus.takeFresh() { tellFresh(fresh) }
      }
      mixer.bus.publishPosition()
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Whether sounds play. Without music they have to be looked after: nothing wakes the thread when the decode thread
  /// has come to rest.
  var playsVoices: Bool { !hasFailed && mixer.hasGoingVoices }

  /// Lets voices without music have the time that has passed, but no more at once than the stream of a long sound holds for
  /// certain.
  private func allowVoices(at now: Int64) {
    guard mixer.awaitsVoices else {
      voicesUntil = nil
      mixer.silenceFrames = 0
      return
    }
    let from = max(voicesUntil ?? now, now - Self.mostVoiceNanoseconds)
    let frames = (now - from) * Int64(mixer.bus.rate) / 1_000_000_000
    mixer.silenceFrames = Int(frames)
    voicesUntil = from + frames * 1_000_000_000 / Int64(mixer.bus.rate)
  }

  private static let mostVoiceNanoseconds: Int64 = 100_000_000

  /// Before a sleep: says from how many frames on the ring is worth waking for. Half a ring at a time keeps the two
  /// threads from waking each other for every chunk.
  func prepareToSleep() { link.audioWantsFrames.store(capacityFrames / 2, ordering: .sequentiallyConsistent) }

  /// Makes the file whole while nothing comes.
  func complete() {
    guard !isComplete, !hasFailed else { return }
    do throws(SystemError) {
      try writer.complete()
      isComplete = true
    } catch {
      fail(error)
    }
  }

  /// At the thread's end.
  func end() {
    guard !hasFailed else { return }
    do throws(SystemError) { try writer.end() } catch { fail(error) }
  }

  private func fail(_ error: SystemError) {
    hasFailed = true
    link.events.send(AudioEvent(kind: .deviceFailed, value: Int64(error.code.rawValue)))
    link.toLoop.signal()
  }

  private func tellFresh(_ generation: UInt32) {
    let now = Instant.now().nanoseconds
    let asked = link.commandNanoseconds.load(ordering: .acquiring)
    link.events.send(
      AudioEvent(kind: .fresh, generation: generation, nanoseconds: now, value: max(0, now - asked)))
    link.toLoop.signal()
  }
}
