import Synchronization

/// Frames that the device has played, for further outputs. The audio thread appends what it gives to the device, and
/// steps back by the frames that the device gives back. Any number of other threads read, each at its own place
/// (`TapReader`); nothing waits for them.
@safe public final class TapRing: @unchecked Sendable {
  // Unchecked: frames before `settled` change only once `claimed` has passed them, which a reader checks after it has read.

  /// Capacity in frames: a second. The device holds 120 ms, and a reader comes every 20 ms.
  let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  /// Audio thread: of the device, in Hz.
  private let rate: Atomic<Int>
  /// Audio thread: one past the last frame that the device can't give back, counted from the first.
  private let end = Atomic<Int>(0)
  /// Audio thread: one past the newest frame that was ever written.
  private let claimed = Atomic<Int>(0)
  /// Audio thread: where the next frame goes.
  private var written = 0

  /// - Parameter rate: of the device, in Hz; one at another rate may come.
  public init(rate: Int) {
    capacity = min(384_000, max(8000, rate))
    self.rate = Atomic(rate)
    unsafe samples = .allocate(capacity: capacity * 2)
    unsafe samples.initialize(repeating: 0, count: capacity * 2)
  }

  deinit { unsafe samples.deallocate() }

  // MARK: - Audio thread

  /// Another device: what the one before had not played is lost with it, or comes again.
  func restart(rate: Int) {
    written = end.load(ordering: .relaxed)
    self.rate.store(rate, ordering: .relaxed)
  }

  /// - Parameter from: stereo, interleaved; nil is silence.
  func append(_ from: UnsafePointer<Float>?, frames: Int) {
    let next = written + frames
    if next > claimed.load(ordering: .relaxed) {
      claimed.store(next, ordering: .relaxed)
      // Seen before the first of these frames is.
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    }
    var done = 0
    while done < frames {
      let at = (written + done) % capacity
      let run = min(frames - done, capacity - at)
      if let from = unsafe from {
        unsafe (samples + at * 2).update(from: from + done * 2, count: run * 2)
      } else {
        unsafe (samples + at * 2).update(repeating: 0, count: run * 2)
      }
      done += run
    }
    written = next
  }

  /// The device gave back the frames appended last.
  func rewind(_ frames: Int) { written = max(end.load(ordering: .relaxed), written - frames) }

  /// - Parameter held: how many frames were not played yet.
  func settle(held: Int) {
    let played = written - held
    if played > end.load(ordering: .relaxed) { end.store(played, ordering: .releasing) }
  }

  // MARK: - Readers

  /// Rate of the device in Hz.
  var deviceRate: Int { rate.load(ordering: .relaxed) }

  /// One past the last frame that can be read.
  var settled: Int { end.load(ordering: .acquiring) }

  /// Copies frames that are settled.
  /// - Returns: false where the audio thread has gone over them meanwhile.
  func copy(from place: Int, frames: Int, to target: UnsafeMutablePointer<Float>) -> Bool {
    var done = 0
    while done < frames {
      let at = (place + done) % capacity
      let run = min(frames - done, capacity - at)
      unsafe (target + done * 2).update(from: samples + at * 2, count: run * 2)
      done += run
    }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return claimed.load(ordering: .relaxed) - place <= capacity
  }
}
