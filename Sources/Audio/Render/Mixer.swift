import Signal
import Synchronization

/// The audio thread's output: the music, shaped. Neither allocates, locks nor makes a system call.
///
/// The order is music bus, equaliser, ducking, voices, speakers, volume, limiter. A part that is off costs one test,
/// and leaves every sample as it is. The history holds the music before it was shaped, and the state that shaped it, so
/// that frames which the device gives back are shaped again without a jump.
@safe final class Mixer {
  let bus: MusicBus
  let voices: Voices
  private let link: EngineLink
  private var chain: MixerChain
  private var limiter: Limiter
  /// Goes with the device; a file needs none.
  private var history: MusicHistory?
  private let scratch: UnsafeMutablePointer<Float>
  /// The limiter's gains of a run.
  private let gains: UnsafeMutablePointer<Float>
  /// Shaped frames that were not handed out yet: what the limiter looks ahead at, and what is put before the music.
  private let pool: UnsafeMutablePointer<Float>
  private var poolStart = 0
  /// How many lie there.
  private var pooledFrames = 0
  /// Number of the history's last frames to shape again before the bus gives others.
  private var replayFrames = 0
  /// Beginnings and ends are reported by the file's own time, and not by the clock's.
  var stampsFrames = false
  /// Place of the next frame where there is no history.
  private var streamPlace: Int64 = 0
  /// How many of these may exceed full scale, or have followers that may.
  private var loudFrames = 0
  /// How many frames have gone by the limiter since it was of use.
  private var unlimitedFrames = Int.max
  /// How long the music has been silent.
  private var silentFrames = 0
  /// How many frames of silence may stand for music that does not come, so that voices are heard where the bus's pace is
  /// `entriesOnly`.
  var silenceFrames = 0

  /// So long an equaliser rings on in silence.
  private static let ringMilliseconds = 250

  /// The limiter looks so far ahead, a fade is put before what comes, and a run is handed out.
  static func poolFrames(rate: Int) -> Int {
    FadeShape.frames(rate: rate) + Limiter.lookAhead(rate: rate) + 2 * MusicBus.longestRun
  }

  /// - Parameter highestRate: of any device.
  init(bus: MusicBus, link: EngineLink, highestRate: Int = 384_000) {
    self.bus = bus
    self.link = link
    voices = Voices(link: link, rate: bus.rate)
    chain = MixerChain(rate: bus.rate)
    chain.setImmediately(to: link.wishes)
    limiter = Limiter(rate: bus.rate)
    unsafe scratch = .allocate(capacity: MusicBus.longestRun * 2)
    unsafe scratch.initialize(repeating: 0, count: MusicBus.longestRun * 2)
    unsafe gains = .allocate(capacity: MusicBus.longestRun)
    unsafe gains.initialize(repeating: 1, count: MusicBus.longestRun)
    let frames = Self.poolFrames(rate: highestRate)
    unsafe pool = .allocate(capacity: frames * 2)
    unsafe pool.initialize(repeating: 0, count: frames * 2)
  }

  deinit {
    unsafe scratch.deallocate()
    unsafe gains.deallocate()
    unsafe pool.deallocate()
  }

  // MARK: - The device

  /// Another device, maybe with another rate.
  /// - Returns: the shape that is not used any more, for another thread to let go of.
  func adopt(rate: Int, shape: FadeShape, history: MusicHistory) -> FadeShape {
    forgetPending()
    voices.adopt(rate: rate)
    chain = MixerChain(rate: rate)
    chain.setImmediately(to: link.wishes)
    limiter = Limiter(rate: rate)
    unlimitedFrames = .max
    self.history = history
    return bus.adopt(rate: rate, shape: shape)
  }

  /// The device goes: commands take effect without fades, since nothing sounds.
  func settle() {
    forgetPending()
    voices.forget()
    history = nil
    bus.settle()
  }

  /// Whether a request for this many frames would make the sound fade out now, since they are not decoded yet.
  func isShort(of frames: Int) -> Bool { bus.isShort(of: max(0, frames + aheadFrames - pendingFrames)) }

  // MARK: - Frames

  /// How many frames of music were taken from the bus, and not handed out yet.
  var pendingFrames: Int { pooledFrames + replayFrames }

  /// Places of the next frame to be shaped, and of the next to be handed out.
  private var place: Int64 { history.map { $0.position - Int64(replayFrames) } ?? streamPlace }
  private var outputPlace: Int64 { place - Int64(pooledFrames) }

  /// Whether the limiter has anything to do.
  private var limits: Bool { loudFrames > 0 || limiter.isActive || chain.isLoud }

  private var aheadFrames: Int { limits ? Limiter.lookAhead(rate: bus.rate) : 0 }

  /// The next frames: at most `wanted`, at least one; valid until the next call.
  /// - Returns: nil where there are none now and the bus's pace is `entriesOnly`.
  func render(_ wanted: Int) -> Run? {
    let wanted = min(wanted, MusicBus.longestRun)
    if pooledFrames == 0, !limits {
      guard let run = fetch(wanted) else { return nil }
      guard limits || run.isLoud else {
        goUnlimited(run.frames)
        return run
      }
      keep(run)
    }
    while pooledFrames < wanted + aheadFrames {
      guard let run = fetch(min(wanted + aheadFrames - pooledFrames, MusicBus.longestRun)) else {
        // A file waits for what comes, and has all of what doesn't.
        if bus.isSounding || pooledFrames == 0 { return nil }
        break
      }
      keep(run)
    }
    let frames = min(wanted, pooledFrames)
    let samples = unsafe pool + poolStart * 2
    let behind = pooledFrames - frames
    if limits {
      unsafe limiter.process(
        samples, frames: frames, ahead: min(behind, Limiter.lookAhead(rate: bus.rate)), gains: gains)
      unsafe history?.note(gains: gains, frames: frames, ahead: behind + replayFrames)
      unlimitedFrames = 0
    } else {
      goUnlimited(frames)
    }
    poolStart += frames
    pooledFrames -= frames
    loudFrames = max(0, loudFrames - frames)
    return unsafe Run(samples: UnsafePointer(samples), frames: frames, exactBits: 0)
  }

  /// Takes music from the bus and shapes it.
  private func fetch(_ wanted: Int) -> Run? {
    let place = place
    head(at: place)
    guard let music = next(wanted) else { return nil }
    let frames = music.frames
    let sounding = voices.isEmpty ? 0 : voices.sounding(at: place, frames: frames)
    silentFrames = unsafe music.samples == nil ? silentFrames + min(frames, 1 << 30 - silentFrames) : 0
    if let samples = unsafe music.samples {
      guard sounding > 0 || chain.isActive else { return music }
      unsafe scratch.update(from: samples, count: frames * 2)
    } else {
      // The chain may ring on for a while, then takes up its new values without a ramp.
      let isRinging = chain.isLoud && silentFrames < bus.rate * Self.ringMilliseconds / 1000
      guard sounding > 0 || isRinging else {
        chain.setImmediately(to: link.wishes)
        return music
      }
      unsafe scratch.update(repeating: 0, count: frames * 2)
    }
    // One sound alone is not added to anything.
    let hasMusic = unsafe music.samples != nil
    let isLoud =
      music.isLoud || chain.isLoud || (sounding > 0 && (hasMusic || sounding > 1 || voices.mayExceed))
    var exactBits = chain.isActive ? 0 : music.exactBits
    unsafe chain.shapeMusic(scratch, frames: frames)
    if sounding > 0 {
      let bits = voices.exactBits(at: place, frames: frames)
      if hasMusic, exactBits == 0 || bits == 0 {
        exactBits = 0
      } else if !chain.isActive {
        exactBits = max(exactBits, bits)
      }
      unsafe voices.add(to: scratch, frames: frames, at: place)
    }
    unsafe chain.shapeAll(scratch, frames: frames)
    return unsafe Run(samples: UnsafePointer(scratch), frames: frames, exactBits: exactBits, isLoud: isLoud)
  }

  /// The next frames of music: those that the device gave back first.
  private func next(_ wanted: Int) -> Run? {
    if replayFrames > 0, let history {
      let run = history.replay(at: place, wanted: min(wanted, replayFrames))
      replayFrames -= run.frames
      return run
    }
    if stampsFrames { bus.audibleNanoseconds = streamPlace * 1_000_000_000 / Int64(bus.rate) }
    guard let run = bus.render(wanted) ?? silence(wanted) else { return nil }
    unsafe history?.append(run.samples, frames: run.frames)
    streamPlace += Int64(run.frames)
    return run
  }

  private func silence(_ wanted: Int) -> Run? {
    let frames = min(wanted, silenceFrames)
    guard frames > 0, awaitsVoices else { return nil }
    silenceFrames -= frames
    return unsafe Run(samples: nil, frames: frames, exactBits: 0)
  }

  /// Whether voices sound or are about to, and no music comes that they would be mixed into: it is paused or at its end.
  var awaitsVoices: Bool {
    !bus.isSounding && !link.isFeeding.load(ordering: .relaxed) && hasGoingVoices
  }

  /// Whether voices sound or are about to.
  var hasGoingVoices: Bool { voices.isGoing(at: place) }

  /// Takes up what the loop wants, at places that a rewind knows.
  private func head(at place: Int64) {
    if let history, !history.isMarkDue(at: place) { return }
    chain.ramp(to: link.wishes, duck: voices.isEmpty ? 1 : voices.duck(at: place))
    history?.mark(chain, at: place)
  }

  /// Appends shaped frames to the pending ones.
  private func keep(_ run: Run) {
    if pooledFrames == 0 {
      poolStart = 0
    } else if poolStart > 0 {
      unsafe pool.update(from: pool + poolStart * 2, count: pooledFrames * 2)
      poolStart = 0
    }
    let target = unsafe pool + pooledFrames * 2
    if let samples = unsafe run.samples {
      unsafe target.update(from: samples, count: run.frames * 2)
    } else {
      unsafe target.update(repeating: 0, count: run.frames * 2)
    }
    pooledFrames += run.frames
    if run.isLoud { loudFrames = pooledFrames }
  }

  private func goUnlimited(_ frames: Int) {
    guard let history, unlimitedFrames < history.capacity else { return }
    unsafe history.note(
      gains: nil, frames: frames, ahead: pooledFrames - min(frames, pooledFrames) + replayFrames)
    unlimitedFrames += frames
  }

  private func forgetPending() {
    pooledFrames = 0
    replayFrames = 0
    loudFrames = 0
  }

  // MARK: - Rewind

  /// Forgets the music that was taken from the bus last: the device gave back all but what is pending of it.
  /// - Parameter keeping: how many of the first frames to give.
  /// - Returns: those, to be changed: valid until the next call.
  func rewind(_ frames: Int, keeping: Int) -> UnsafeMutablePointer<Float>? {
    guard let history else { return nil }
    let samples = unsafe history.removeLast(frames, keeping: keeping)
    forgetPending()
    restore(history)
    return unsafe samples
  }

  /// Shapes the frames again that the device gave back, and with them those not handed out yet.
  /// - Parameter frames: that the device gave back.
  private func replay(_ frames: Int) {
    guard let history else { return }
    let all = frames + pendingFrames
    forgetPending()
    replayFrames = all
    restore(history)
  }

  /// Everything that shapes is as it was at the place that comes next.
  private func restore(_ history: MusicHistory) {
    let place = place
    if history.silentTail > replayFrames, !chain.isLoud, voices.isEmpty {
      // Nothing has sounded, so what begins needs no ramp.
      chain.setImmediately(to: link.wishes)
    } else if let here = unsafe history.chain(at: place, scratch: scratch, room: MusicBus.longestRun) {
      chain = here
    }
    limiter = Limiter(rate: bus.rate, gain: unlimitedFrames < history.capacity ? history.gain(at: place) : 1)
  }

  // MARK: - Voices

  /// How many frames of those handed out are known.
  var replayableFrames: Int { history.map { max(0, $0.count - pendingFrames) } ?? 0 }

  /// Does what the loop asks of the voices.
  /// - Parameters:
  ///   - frames: that the device gave back for it.
  ///   - nanoseconds: when the next frame can be heard, on the monotonic clock.
  func takeVoiceCommands(replaying frames: Int, audible nanoseconds: Int64) {
    replay(frames)
    voices.takeCommands(at: outputPlace, audible: nanoseconds)
  }

  /// - Parameter nanoseconds: when the next frame can be heard, on the monotonic clock.
  func settleVoices(audible nanoseconds: Int64) {
    voices.settle(at: outputPlace, audible: nanoseconds, reach: history?.capacity ?? 0)
  }

  /// The device is to go: the voices fade out.
  func fadeOutForClose() {
    bus.isHushed = true
    voices.stopAll(at: place)
  }

  /// Puts music before what the bus gives next.
  /// - Parameters:
  ///   - frames: no more than a fade.
  ///   - makingWay: what comes in their place may sound into them.
  func put(_ samples: UnsafePointer<Float>, frames: Int, makingWay: Bool) {
    unsafe history?.append(samples, frames: frames, makingWay: makingWay)
    unsafe pool.update(from: samples, count: frames * 2)
    unsafe chain.shapeMusic(pool, frames: frames)
    if !voices.isEmpty { unsafe voices.add(to: pool, frames: frames, at: place - Int64(frames)) }
    unsafe chain.shapeAll(pool, frames: frames)
    poolStart = 0
    pooledFrames = frames
    if unlimitedFrames == 0 || chain.isLoud || !voices.isEmpty { loudFrames = frames }
  }
}
