import CALSA
import Linux
import Signal

/// An ALSA PCM (snd_pcm_open(3)) of two channels, non-blocking, without ALSA's own rate conversion.
///
/// It stays open and plays silence while the jukebox is idle: a DAC whose clock stops and starts again clicks. It is
/// opened with a wide buffer (120 ms) in short periods (5 ms), of which the target buffer says how much is filled: so
/// that grows after underruns without another opening.
///
/// The PCM is the clock. One that takes frames faster than its rate (the `null` and `file` plug-ins take them as fast
/// as they come) is paced by the monotonic clock.
@safe final class PCMDevice: OutputDevice, @unchecked Sendable {
  // Unchecked: opened and closed on the helper thread, used on the audio thread only in between.
  let name: String
  let rate: Int
  let format: SampleFormat
  let periodFrames: Int
  let bufferFrames: Int
  let unreturnableFrames: Int
  private let pcm: OpaquePointer
  private let takesBack: Bool
  private var isRunning = false

  /// Whether the monotonic clock paces it.
  private(set) var isPaced = false
  private var clock: FrameClock
  /// The beginning of the span in which its pace is measured, and the frames written before.
  private var spanStart: Int64 = 0
  private var spanPlayed: Int64 = 0
  private var written: Int64 = 0
  /// How far ahead of the clock a true device may seem, in milliseconds: its own buffers swallow that much at once.
  private static let swallowMilliseconds: Int64 = 30
  /// The pace is measured over a second at a time, so that no crystal's error adds up.
  private static let spanNanoseconds: Int64 = 1_000_000_000

  /// Opens the PCM; may block on the driver.
  /// - Parameters:
  ///   - formats: in order of preference.
  ///   - rate: in Hz; where the device lacks it, the nearest that it offers.
  ///   - takesBack: whether frames may be taken back, where the device is known to be able to.
  init(name: String, rate wanted: Int, formats: [SampleFormat], takesBack: Bool = true) throws(DeviceError) {
    calsa_silence_errors()
    self.name = name
    var pcm: OpaquePointer?
    let code = unsafe snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let pcm = unsafe pcm else {
      throw DeviceError(name: name, call: "snd_pcm_open", code: code)
    }
    unsafe self.pcm = pcm
    do throws(DeviceError) {
      let agreed = try unsafe PCMAgreement(pcm, name: name, rate: wanted, formats: formats)
      rate = agreed.rate
      format = agreed.format
      periodFrames = agreed.periodFrames
      bufferFrames = agreed.bufferFrames
      // The time to write what comes in their place is in it, however short the card's periods are.
      unreturnableFrames = max(
        agreed.periodFrames * (agreed.isBatch ? 2 : 1), DeviceTiming.periodFrames(rate: agreed.rate))
      clock = FrameClock(rate: agreed.rate, at: 0)
      self.takesBack = unsafe takesBack && Self.canRewind(pcm)
    } catch {
      unsafe snd_pcm_close(pcm)
      throw error
    }
  }

  /// The card that it plays on, as `hw:0`; nil if it has none, or several.
  var card: String? {
    var info: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&info) >= 0, let info = unsafe info else { return nil }
    defer { unsafe snd_pcm_info_free(info) }
    guard unsafe snd_pcm_info(pcm, info) >= 0 else { return nil }
    let number = unsafe snd_pcm_info_get_card(info)
    return number >= 0 ? "hw:\(number)" : nil
  }

  deinit {
    // Non-blocking, so it does not wait; what a plug-in has buffered is written out.
    unsafe snd_pcm_drain(pcm)
    unsafe snd_pcm_close(pcm)
  }

  func state(at now: Int64) -> DeviceState {
    if isPaced {
      let queued = clock.queued(at: now)
      return .playing(queued: queued, delay: queued)
    }
    guard isRunning else { return .playing(queued: Int(written), delay: Int(written)) }
    var available: snd_pcm_sframes_t = 0
    var delay: snd_pcm_sframes_t = 0
    let code = unsafe snd_pcm_avail_delay(pcm, &available, &delay)
    if code < 0 { return recover(code) }
    let queued = max(0, bufferFrames - Int(available))
    if isTooFast(queued: queued, at: now) {
      isPaced = true
      clock.give(Int(written))
      let queued = clock.queued(at: now)
      return .playing(queued: queued, delay: queued)
    }
    return .playing(queued: queued, delay: max(queued, Int(delay)))
  }

  func write(_ bytes: UnsafeRawPointer, frames: Int, at now: Int64) -> DeviceWrite {
    let count = unsafe snd_pcm_writei(pcm, bytes, snd_pcm_uframes_t(frames))
    if count < 0 {
      if count == -Int(EAGAIN) { return .taken(0) }
      switch recover(Int32(count)) {
      case .underrun: return .underrun
      case .suspended: return .suspended
      case .failed(let code): return .failed(code)
      case .playing: return .taken(0)
      }
    }
    if isPaced { clock.give(count) }
    written += Int64(count)
    return .taken(count)
  }

  /// Begins to play what was written since it was opened or has run dry.
  func start(at now: Int64) -> DeviceWrite {
    guard !isRunning else { return .taken(0) }
    let code = unsafe snd_pcm_start(pcm)
    // A plug-in without a clock may have started by itself.
    if code < 0, code != -EBADFD { return .failed(-code) }
    isRunning = true
    if !isPaced { clock = FrameClock(rate: rate, at: now) }
    spanStart = now
    spanPlayed = 0
    return .taken(0)
  }

  /// Moves back where the next frames go (snd_pcm_rewind(3)).
  func rewind(_ frames: Int) -> Int {
    guard takesBack, isRunning, !isPaced else { return 0 }
    let most = unsafe snd_pcm_rewindable(pcm)
    guard most > 0 else { return 0 }
    // An error is found out by the next call.
    let count = unsafe snd_pcm_rewind(pcm, snd_pcm_uframes_t(min(frames, most)))
    guard count > 0 else { return 0 }
    written -= Int64(count)
    return count
  }

  /// Plug-ins promise more than they keep, and so does the on-board card of the Raspberry Pi: its driver sends frames
  /// on as soon as they are written.
  private static func canRewind(_ pcm: OpaquePointer) -> Bool {
    guard unsafe snd_pcm_type(pcm) == SND_PCM_TYPE_HW else { return false }
    var info: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&info) == 0 else { return false }
    defer { unsafe snd_pcm_info_free(info) }
    guard unsafe snd_pcm_info(pcm, info) == 0, let id = unsafe snd_pcm_info_get_id(info) else { return false }
    return unsafe !String(cString: id).hasPrefix("bcm2835")
  }

  /// Brings a PCM that has stopped back to where frames can be written.
  private func recover(_ code: Int32) -> DeviceState {
    switch code {
    case -EPIPE:
      return prepare() ?? .underrun
    case -ESTRPIPE:
      let resumed = unsafe snd_pcm_resume(pcm)
      if resumed == -EAGAIN { return .suspended }
      // Most drivers can't resume: prepare begins again.
      return resumed == 0 ? .suspended : prepare() ?? .suspended
    case -EAGAIN, -EINTR: return .suspended
    default: return .failed(-code)
    }
  }

  private func prepare() -> DeviceState? {
    let code = unsafe snd_pcm_prepare(pcm)
    guard code >= 0 else { return .failed(-code) }
    isRunning = false
    written = 0
    return nil
  }

  private func isTooFast(queued: Int, at now: Int64) -> Bool {
    let played = written - Int64(queued)
    let elapsed = now - spanStart
    let allowed = Int64(rate) * (elapsed / 1_000_000 + Self.swallowMilliseconds) / 1000
    if played - spanPlayed > allowed { return true }
    if elapsed > Self.spanNanoseconds {
      spanStart = now
      spanPlayed = played
    }
    return false
  }
}
