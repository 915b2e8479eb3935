import Signal

/// What the audio thread hands out: the music, shaped. Neither allocates, locks nor calls the system.
///
/// The order is music bus, equaliser, speakers, volume, limiter. What is off costs a question, and leaves every sample as
/// it is. The history keeps the music before it was shaped, and the state that it was shaped with, so that frames which the
/// device gives back are shaped anew without a jump.
@safe final class Mixer {
  let bus: MusicBus
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
  /// How many frames of music were taken from the bus, and not handed out yet.
  private(set) var pendingFrames = 0
  /// How many of these may exceed full scale, or have such behind them.
  private var loudFrames = 0
  /// How many frames have gone by the limiter since it was of use.
  private var unlimitedFrames = Int.max
  /// How long the music has been silent.
  private var silentFrames = 0

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
    chain = MixerChain(rate: bus.rate)
    chain.jump(to: link.wishes)
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
    chain = MixerChain(rate: rate)
    chain.jump(to: link.wishes)
    limiter = Limiter(rate: rate)
    unlimitedFrames = .max
    self.history = history
    return bus.adopt(rate: rate, shape: shape)
  }

  /// The device goes: commands take effect without fades, since nothing sounds.
  func settle() {
    forgetPending()
    history = nil
    bus.settle()
  }

  /// Whether what sounds would have to fade out if so many frames were asked for now, since they are not decoded yet.
  func isShort(of frames: Int) -> Bool { bus.isShort(of: max(0, frames + aheadFrames - pendingFrames)) }

  // MARK: - Frames

  /// Whether the limiter has anything to do.
  private var limits: Bool { loudFrames > 0 || limiter.isActive || chain.isLoud }

  private var aheadFrames: Int { limits ? Limiter.lookAhead(rate: bus.rate) : 0 }

  /// The next frames: at most `wanted`, at least one; valid until the next call.
  /// - Returns: nil where there are none now and the bus's pace is `entriesOnly`.
  func render(_ wanted: Int) -> Run? {
    let wanted = min(wanted, MusicBus.longestRun)
    if pendingFrames == 0, !limits {
      guard let run = fetch(wanted) else { return nil }
      guard limits || run.isLoud else {
        goUnlimited(run.frames)
        return run
      }
      keep(run)
    }
    while pendingFrames < wanted + aheadFrames {
      guard let run = fetch(min(wanted + aheadFrames - pendingFrames, MusicBus.longestRun)) else {
        // A file waits for what comes, and has all of what doesn't.
        if bus.isSounding || pendingFrames == 0 { return nil }
        break
      }
      keep(run)
    }
    let frames = min(wanted, pendingFrames)
    let samples = unsafe pool + poolStart * 2
    let behind = pendingFrames - frames
    if limits {
      unsafe limiter.process(
        samples, frames: frames, ahead: min(behind, Limiter.lookAhead(rate: bus.rate)), gains: gains)
      unsafe history?.note(gains: gains, frames: frames, ahead: behind)
      unlimitedFrames = 0
    } else {
      goUnlimited(frames)
    }
    poolStart += frames
    pendingFrames -= frames
    loudFrames = max(0, loudFrames - frames)
    return unsafe Run(samples: UnsafePointer(samples), frames: frames, exactBits: 0)
  }

  /// Takes music from the bus and shapes it.
  private func fetch(_ wanted: Int) -> Run? {
    head()
    guard let run = bus.render(wanted) else { return nil }
    unsafe history?.append(run.samples, frames: run.frames)
    guard let samples = unsafe run.samples else { return ring(run) }
    silentFrames = 0
    guard chain.isActive else { return run }
    let isLoud = run.isLoud || chain.isLoud
    unsafe scratch.update(from: samples, count: run.frames * 2)
    unsafe chain.process(scratch, frames: run.frames)
    return unsafe Run(samples: UnsafePointer(scratch), frames: run.frames, exactBits: 0, isLoud: isLoud)
  }

  /// The music is silent: what shapes it may ring on for a while, then takes up what it is to be without a ramp.
  private func ring(_ run: Run) -> Run {
    silentFrames += min(run.frames, 1 << 30 - silentFrames)
    guard chain.isLoud, silentFrames < bus.rate * Self.ringMilliseconds / 1000 else {
      chain.jump(to: link.wishes)
      return run
    }
    unsafe scratch.update(repeating: 0, count: run.frames * 2)
    unsafe chain.process(scratch, frames: run.frames)
    return unsafe Run(samples: UnsafePointer(scratch), frames: run.frames, exactBits: 0, isLoud: true)
  }

  /// Takes up what the loop wants, at places that a rewind knows.
  private func head() {
    if let history, !history.isMarkDue { return }
    chain.head(for: link.wishes)
    history?.mark(chain)
  }

  /// Puts shaped frames behind those that are pending.
  private func keep(_ run: Run) {
    if pendingFrames == 0 {
      poolStart = 0
    } else if poolStart > 0 {
      unsafe pool.update(from: pool + poolStart * 2, count: pendingFrames * 2)
      poolStart = 0
    }
    let target = unsafe pool + pendingFrames * 2
    if let samples = unsafe run.samples {
      unsafe target.update(from: samples, count: run.frames * 2)
    } else {
      unsafe target.update(repeating: 0, count: run.frames * 2)
    }
    pendingFrames += run.frames
    if run.isLoud { loudFrames = pendingFrames }
  }

  private func goUnlimited(_ frames: Int) {
    guard let history, unlimitedFrames < history.capacity else { return }
    unsafe history.note(gains: nil, frames: frames, ahead: pendingFrames - min(frames, pendingFrames))
    unlimitedFrames += frames
  }

  private func forgetPending() {
    pendingFrames = 0
    loudFrames = 0
  }

  // MARK: - Rewind

  /// Forgets the music that was taken from the bus last: the device gave back all but what is pending of it.
  /// - Parameter keeping: how many of the first frames to give.
  /// - Returns: those, to be changed: valid until the next call.
  func rewind(_ frames: Int, keeping: Int) -> UnsafeMutablePointer<Float>? {
    guard let history else { return nil }
    let samples = unsafe history.removeLast(frames, keeping: keeping)
    if history.silentTail > 0, !chain.isLoud {
      // Nothing has sounded, so what begins needs no ramp.
      chain.jump(to: link.wishes)
    } else if let here = unsafe history.chainHere(scratch: scratch, room: MusicBus.longestRun) {
      chain = here
    }
    limiter = Limiter(rate: bus.rate, gain: unlimitedFrames < history.capacity ? history.gainHere : 1)
    forgetPending()
    return unsafe samples
  }

  /// Puts music before what the bus gives next.
  /// - Parameters:
  ///   - frames: no more than a fade.
  ///   - makingWay: what comes in their place may sound into them.
  func put(_ samples: UnsafePointer<Float>, frames: Int, makingWay: Bool) {
    unsafe history?.append(samples, frames: frames, makingWay: makingWay)
    unsafe pool.update(from: samples, count: frames * 2)
    if chain.isActive { unsafe chain.process(pool, frames: frames) }
    poolStart = 0
    pendingFrames = frames
    if unlimitedFrames == 0 || chain.isLoud { loudFrames = frames }
  }
}
