import Signal
import Synchronization

/// What the audio thread hands out: the music, shaped. Neither allocates, locks nor calls the system.
///
/// The order is music bus, equaliser, speakers, volume, limiter. What is off costs a question, and leaves every sample as
/// it is. The history keeps the music before it was shaped, and the state that it was shaped with, so that frames which the
/// device gives back are shaped anew without a jump.
@safe final class Mixer {
  let bus: MusicBus
  private let link: EngineLink
  private var chain: MixerChain
  /// Goes with the device; a file needs none.
  private var history: MusicHistory?
  private let scratch: UnsafeMutablePointer<Float>
  /// Shaped frames that were not handed out yet.
  private let pool: UnsafeMutablePointer<Float>
  private var poolStart = 0
  /// How many frames of music were taken from the bus, and not handed out yet.
  private(set) var pendingFrames = 0

  /// The limiter looks so far ahead, a fade is put before what comes, and a run is handed out.
  static func poolFrames(rate: Int) -> Int { FadeShape.frames(rate: rate) + 2 * MusicBus.longestRun }

  /// - Parameter highestRate: of any device.
  init(bus: MusicBus, link: EngineLink, highestRate: Int = 384_000) {
    self.bus = bus
    self.link = link
    chain = MixerChain(gain: Float(bitPattern: link.gainBits.load(ordering: .relaxed)), rate: bus.rate)
    unsafe scratch = .allocate(capacity: MusicBus.longestRun * 2)
    unsafe scratch.initialize(repeating: 0, count: MusicBus.longestRun * 2)
    let frames = Self.poolFrames(rate: highestRate)
    unsafe pool = .allocate(capacity: frames * 2)
    unsafe pool.initialize(repeating: 0, count: frames * 2)
  }

  deinit {
    unsafe scratch.deallocate()
    unsafe pool.deallocate()
  }

  // MARK: - The device

  /// Another device, maybe with another rate.
  /// - Returns: the shape that is not used any more, for another thread to let go of.
  func adopt(rate: Int, shape: FadeShape, history: MusicHistory) -> FadeShape {
    pendingFrames = 0
    chain.volume.rate = rate
    self.history = history
    return bus.adopt(rate: rate, shape: shape)
  }

  /// The device goes: commands take effect without fades, since nothing sounds.
  func settle() {
    pendingFrames = 0
    history = nil
    bus.settle()
  }

  /// Whether what sounds would have to fade out if so many frames were asked for now, since they are not decoded yet.
  func isShort(of frames: Int) -> Bool { bus.isShort(of: max(0, frames - pendingFrames)) }

  // MARK: - Frames

  /// The next frames: at most `wanted`, at least one; valid until the next call.
  /// - Returns: nil where there are none now and the bus's pace is `entriesOnly`.
  func render(_ wanted: Int) -> Run? {
    guard pendingFrames > 0 else { return fetch(min(wanted, MusicBus.longestRun)) }
    let frames = min(wanted, pendingFrames, MusicBus.longestRun)
    let samples = unsafe UnsafePointer(pool + poolStart * 2)
    poolStart += frames
    pendingFrames -= frames
    return unsafe Run(samples: samples, frames: frames, exactBits: 0)
  }

  /// Takes music from the bus and shapes it.
  private func fetch(_ wanted: Int) -> Run? {
    head()
    guard let run = bus.render(wanted) else { return nil }
    unsafe history?.append(run.samples, frames: run.frames)
    guard let samples = unsafe run.samples else {
      // Nothing sounds, so a new volume needs no ramp.
      chain.volume.jump(to: Float(bitPattern: link.gainBits.load(ordering: .relaxed)))
      return run
    }
    guard chain.isActive else { return run }
    unsafe scratch.update(from: samples, count: run.frames * 2)
    unsafe chain.process(scratch, frames: run.frames)
    return unsafe Run(samples: UnsafePointer(scratch), frames: run.frames, exactBits: 0)
  }

  /// Takes up what the loop wants, at places that a rewind knows.
  private func head() {
    if let history, !history.isMarkDue { return }
    chain.volume.head(for: Float(bitPattern: link.gainBits.load(ordering: .relaxed)))
    history?.mark(chain)
  }

  // MARK: - Rewind

  /// Forgets the music that was taken from the bus last: the device gave back all but what is pending of it.
  /// - Parameter keeping: how many of the first frames to give.
  /// - Returns: those, to be changed: valid until the next call.
  func rewind(_ frames: Int, keeping: Int) -> UnsafeMutablePointer<Float>? {
    guard let history else { return nil }
    let samples = unsafe history.removeLast(frames, keeping: keeping)
    if let here = unsafe history.chainHere(scratch: scratch, room: MusicBus.longestRun) { chain = here }
    pendingFrames = 0
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
  }
}
