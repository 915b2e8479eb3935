import Linux
import Signal
import Synchronization

/// The audio thread's loop body: keeps the device filled with what the mixer gives. One step neither waits,
/// allocates nor locks; it says how long to sleep.
@safe final class DevicePump {
  private let mixer: Mixer
  private let bus: MusicBus
  private let link: EngineLink
  private let slot: DeviceSlot
  /// Gets what the device gets; nil where there is no further output.
  private let tap: TapRing?
  private let toHelper: () -> Void
  /// The device that this thread has. Not counted: see `DeviceSlot.accept`.
  private var ready: Unmanaged<ReadyDevice>?
  /// It has failed or is recalled, and goes back at the end of the step.
  private var isGoingBack = false
  private var converter = SampleConverter(format: .s32)
  /// Bytes of a period that the device has not taken yet.
  private var leftStart = 0
  private var leftFrames = 0
  private var isStarted = false
  /// Until when a device that is to go is kept at most, so that the sound ends with its fade; nil before.
  private var leavesBy: Int64?
  /// A device that takes nothing any more is not waited for longer.
  private static let leavingNanoseconds: Int64 = 500_000_000
  /// Silence written after the fade: frames that a card holds beyond its driver's count are lost when it is closed.
  private static let untoldMilliseconds = 50
  /// When the device last reported how much of its buffer was still to be heard.
  private var seenNanoseconds: Int64 = 0
  /// When the latest underruns were, on the monotonic clock.
  private var underrunTimes = (Int64.min, Int64.min, Int64.min)
  /// Number of underruns within this time that raises the target buffer.
  private static let wideningNanoseconds: Int64 = 60_000_000_000

  /// - Parameter toHelper: wakes the helper thread; must not lock.
  init(
    mixer: Mixer, link: EngineLink, slot: DeviceSlot, tap: TapRing? = nil, toHelper: @escaping () -> Void
  ) {
    self.mixer = mixer
    self.tap = tap
    bus = mixer.bus
    self.link = link
    self.slot = slot
    self.toHelper = toHelper
  }

  /// - Parameter clock: reads the monotonic clock, in nanoseconds.
  /// - Returns: how many milliseconds to sleep unless woken; -1 until woken.
  func step(clock: () -> Int64) -> Int32 {
    let milliseconds = work(clock: clock)
    if isGoingBack { handBack() }
    return milliseconds
  }

  /// A function of its own, so that no reference to the device lives on when it goes back.
  @inline(never)
  private func work(clock: () -> Int64) -> Int32 {
    if let device = unsafe slot.accept() { unsafe adopt(device) }
    guard let ready = unsafe ready?.takeUnretainedValue() else {
      mixer.settle()
      bus.publishPosition()
      link.audioWantsFrames.store(.max, ordering: .sequentiallyConsistent)
      return -1
    }
    let isToGo = slot.isRecalled.load(ordering: .acquiring) || link.isQuitting.load(ordering: .acquiring)
    if isToGo, isOverdue(at: clock()) {
      isGoingBack = true
      return -1
    }
    let device = ready.device
    let kept = targetBufferFrames(of: device)
    link.targetBufferFrames.store(kept, ordering: .relaxed)
    switch device.state(at: clock()) {
    case .playing(let queued, let delay):
      seenNanoseconds = clock()
      link.delayFrames.store(delay, ordering: .relaxed)
      if isToGo, isSilent(ready, delay: delay) {
        isGoingBack = true
        return -1
      }
      return fill(ready, queued: queued, delay: delay, kept: kept, clock: clock)
    case .underrun:
      countUnderrun(of: device, at: clock())
      return 0
    case .suspended: return suspended()
    case .failed(let code):
      fail(code)
      return -1
    }
  }

  /// At the thread's end.
  func finish() { handBack() }

  /// Whether the thread may end.
  var hasDevice: Bool { unsafe ready != nil }

  /// The device is to close: the sound fades out within this time.
  private func isOverdue(at now: Int64) -> Bool {
    if leavesBy == nil { mixer.fadeOutForClose() }
    let by = leavesBy ?? now + Self.leavingNanoseconds
    leavesBy = by
    return now >= by
  }

  /// Whether what sounded was heard to the end of its fade: by the frames that the device has left, not by the time
  /// that they take, since a card may be late.
  private func isSilent(_ ready: ReadyDevice, delay: Int) -> Bool {
    let unheard =
      delay + leftFrames + mixer.pendingFrames + Self.untoldMilliseconds * ready.device.rate / 1000
    return !bus.isSounding && mixer.voices.isEmpty
      && ready.history.silentTail >= min(unheard, ready.history.count)
  }

  /// When it continues it may need a restart.
  private func suspended() -> Int32 {
    isStarted = false
    return 20
  }

  private func adopt(_ pointer: Unmanaged<ReadyDevice>) {
    unsafe ready = pointer
    let device = unsafe pointer.takeUnretainedValue()
    device.retired = mixer.adopt(
      rate: device.device.rate, shape: device.shape, history: device.history)
    converter = SampleConverter(format: device.device.format)
    tap?.restart(rate: device.device.rate)
    leftFrames = 0
    isStarted = false
    leavesBy = nil
  }

  /// With less than this the device is about to run dry: two periods.
  private func leastFrames(of device: any OutputDevice) -> Int { 2 * device.periodFrames }

  private func targetBufferFrames(of device: any OutputDevice) -> Int {
    let wanted = link.targetBufferMilliseconds.load(ordering: .relaxed) * device.rate / 1000
    return max(leastFrames(of: device), min(wanted, device.bufferFrames - device.periodFrames))
  }

  private func fill(
    _ ready: ReadyDevice, queued: Int, delay: Int, kept: Int, clock: () -> Int64
  ) -> Int32 {
    let device = ready.device
    var (queued, delay) = (queued, delay)
    tap?.settle(held: queued + leftFrames)
    if leftFrames == 0 {
      let ahead = Int64(delay + mixer.pendingFrames)
      bus.audibleNanoseconds = clock() + ahead * 1_000_000_000 / Int64(device.rate)
    }
    // Frames that a command waits for are written at once: in the place of unheard ones or, where the device gives
    // nothing back, above the usual fill; the frames before them play meanwhile.
    let most = device.bufferFrames - device.periodFrames
    let least = leastFrames(of: device)
    var isShort = false
    var isCatchingUp = bus.isCatchingUp()
    if isCatchingUp {
      let taken = rewind(from: ready, queued: queued, delay: delay, now: clock())
      queued -= taken
      delay -= taken
    }
    if mixer.voices.hasCommands {
      let taken = rewindForVoices(of: device, queued: queued)
      queued -= taken
      delay -= taken
      mixer.takeVoiceCommands(
        replaying: taken, audible: audible(delay + leftFrames, of: device, now: clock()))
    }
    if !mixer.voices.isEmpty {
      mixer.settleVoices(audible: audible(delay + leftFrames, of: device, now: clock()))
    }
    while queued < kept || (queued < most && isCatchingUp) {
      if leftFrames == 0 {
        // Frames that the device still has give the decode side time.
        isShort = queued > least && mixer.isShort(of: device.periodFrames)
        if isShort { break }
        render(into: ready)
      }
      let from = unsafe ready.bytes + leftStart * device.format.bytesPerFrame
      switch unsafe device.write(from, frames: leftFrames, at: clock()) {
      case .taken(0): return 1
      case .taken(let frames):
        leftStart += frames
        leftFrames -= frames
        queued += frames
      case .underrun:
        countUnderrun(of: device, at: clock())
        return 0
      case .suspended: return suspended()
      case .failed(let code):
        fail(code)
        return -1
      }
      if let fresh = bus.takeFresh() { tellFresh(fresh, at: clock()) }
      isCatchingUp = bus.isCatchingUp()
    }
    if !isStarted {
      if case .failed(let code) = device.start(at: clock()) {
        fail(code)
        return -1
      }
      isStarted = true
    }
    bus.publishPosition()
    // Whatever comes into the ring is worth waking for while nothing sounds; what came just now is looked for again.
    let isSounding = bus.isSounding
    link.audioWantsFrames.store(isSounding && !isShort ? .max : 1, ordering: .sequentiallyConsistent)
    if !isSounding, queued < most, bus.isCatchingUp() { return 0 }
    if isShort {
      guard mixer.isShort(of: device.periodFrames) else { return 0 }
      return Int32(clamping: max(1, (queued - least) * 1000 / device.rate))
    }
    let quantum = max(device.periodFrames, kept / 4)
    let spare = max(0, queued - (kept - quantum))
    return Int32(clamping: max(1, spare * 1000 / device.rate))
  }

  /// Takes back what a command makes useless of that which the device has not played: sound that is to make way, of
  /// which a fade is left, or the silence before what is to sound, and with it what is left of such a fade: into that
  /// the new sound fades in.
  ///
  /// So a skip is heard after some 5 ms (10 and more by USB) and not after the whole target buffer. To play the fade-out
  /// first would cost 5 ms more, and to begin at full level over it would be louder than either sound. A pause rewinds
  /// nothing, since it must lose no frame.
  /// - Returns: how many frames the device gave back.
  private func rewind(from ready: ReadyDevice, queued: Int, delay: Int, now: Int64) -> Int {
    let device = ready.device
    let history = ready.history
    let isMakingWay = bus.isMakingWay
    let useless = isMakingWay ? history.count : history.silentTail + history.fadedTail
    let wanted = min(queued - device.unreturnableFrames, useless - mixer.pendingFrames)
    guard isStarted, leftFrames == 0, wanted > device.periodFrames else { return 0 }
    let silent = history.silentTail
    let taken = device.rewind(wanted)
    guard taken > 0 else { return 0 }
    tap?.rewind(taken)
    // Frames that the mixer has taken from the bus and not handed out are mixed again as well.
    let frames = taken + mixer.pendingFrames
    let kept = isMakingWay ? min(frames, ready.shape.frames) : max(0, frames - silent)
    guard let samples = unsafe mixer.rewind(frames, keeping: kept) else { return taken }
    func audible(_ frames: Int) -> Int64 {
      now + Int64(max(0, delay - taken) + frames) * 1_000_000_000 / Int64(device.rate)
    }
    bus.audibleNanoseconds = audible(kept)
    guard kept > 0 else { return taken }
    // Too few for a fade go back as they were, and the fade follows.
    if isMakingWay, kept == ready.shape.frames { unsafe bus.makeWay(samples, frames: kept) }
    // A fade-out begins a frame before the first one that it changes: so the gains never add up to more than 1.
    bus.audibleNanoseconds = audible(1)
    let isFading = !bus.isMakingWay
    let isBlended =
      unsafe isFading && bus.blendIn(to: samples + 2, frames: kept - 1, andThen: device.periodFrames)
    bus.audibleNanoseconds = audible(kept)
    unsafe mixer.put(samples, frames: kept, makingWay: isFading && !isBlended)
    return taken
  }

  /// Rewinds the frames that the device has not played, so that voices begin and end in them when they are mixed again.
  /// - Returns: how many frames the device gave back.
  private func rewindForVoices(of device: any OutputDevice, queued: Int) -> Int {
    let wanted = min(queued - device.unreturnableFrames, mixer.replayableFrames)
    guard isStarted, leftFrames == 0, wanted > 0 else { return 0 }
    let taken = device.rewind(wanted)
    tap?.rewind(taken)
    return taken
  }

  private func audible(_ frames: Int, of device: any OutputDevice, now: Int64) -> Int64 {
    now + Int64(frames) * 1_000_000_000 / Int64(device.rate)
  }

  private func render(into ready: ReadyDevice) {
    let device = ready.device
    var done = 0
    while done < device.periodFrames {
      guard let run = mixer.render(device.periodFrames - done) else { break }
      let target = unsafe ready.bytes + done * device.format.bytesPerFrame
      if let samples = unsafe run.samples {
        unsafe converter.convert(samples, frames: run.frames, exactBits: run.exactBits, to: target)
      } else {
        unsafe converter.silence(frames: run.frames, to: target)
      }
      if let tap { unsafe tap.append(run.samples, frames: run.frames) }
      done += run.frames
    }
    leftStart = 0
    leftFrames = done
  }

  private func tellFresh(_ generation: UInt32, at now: Int64) {
    let asked = link.commandNanoseconds.load(ordering: .acquiring)
    link.events.send(
      AudioEvent(kind: .fresh, generation: generation, nanoseconds: now, value: max(0, now - asked)))
    link.toLoop.signal()
  }

  private func countUnderrun(of device: any OutputDevice, at now: Int64) {
    isStarted = false
    let total = link.underruns.load(ordering: .relaxed) + 1
    link.underruns.store(total, ordering: .relaxed)
    link.events.send(AudioEvent(kind: .underrun, nanoseconds: now, value: Int64(total)))
    underrunTimes = (now, underrunTimes.0, underrunTimes.1)
    if underrunTimes.2 != .min, now - underrunTimes.2 < Self.wideningNanoseconds { widen(device, at: now) }
    link.toLoop.signal()
  }

  private func widen(_ device: any OutputDevice, at now: Int64) {
    let old = link.targetBufferMilliseconds.load(ordering: .relaxed)
    let new = min(old * 3 / 2, DeviceTiming.bufferMilliseconds)
    guard new > old else { return }
    underrunTimes = (.min, .min, .min)
    link.targetBufferMilliseconds.store(new, ordering: .relaxed)
    link.events.send(
      AudioEvent(kind: .widened, nanoseconds: now, value: Int64(targetBufferFrames(of: device))))
  }

  private func fail(_ code: Int32) {
    // Frames that it had not played then are lost with it.
    link.events.send(AudioEvent(kind: .deviceFailed, nanoseconds: seenNanoseconds, value: Int64(code)))
    link.toLoop.signal()
    isGoingBack = true
  }

  private func handBack() {
    isGoingBack = false
    guard let device = unsafe ready else { return }
    unsafe ready = nil
    mixer.settle()
    bus.publishPosition()
    unsafe slot.handBack(device)
    toHelper()
  }
}
