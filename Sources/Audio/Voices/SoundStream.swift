import Synchronization

/// The frames of a long sound after those in memory. The sound worker writes, the audio thread reads at any place
/// within `reach` of the newest: a frame that the device gave back is read again.
@safe final class SoundStream: @unchecked Sendable {
  // Unchecked: each frame is written before `end` publishes it, and not overwritten while it may be read.

  /// Capacity in frames.
  let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  /// Worker: one past the newest frame, counted from the sound's first.
  let end: Atomic<Int>
  /// Worker: nothing follows `end`.
  let isComplete = Atomic<Bool>(false)
  /// Audio thread: nothing before this is asked for again.
  let needed: Atomic<Int>
  /// Loop: nobody listens any more.
  let isAbandoned = Atomic<Bool>(false)

  /// - Parameter start: the first frame that is not in memory.
  init(capacity: Int, start: Int) {
    self.capacity = capacity
    unsafe samples = .allocate(capacity: capacity * 2)
    unsafe samples.initialize(repeating: 0, count: capacity * 2)
    end = Atomic(start)
    needed = Atomic(start)
  }

  deinit { unsafe samples.deallocate() }

  var bytes: Int { capacity * SoundMemory.bytesPerFrame }

  /// Worker: how many frames may be written. One stays free: of a stream that is full to the last, the oldest frame is the one
  /// that is written next.
  var room: Int { capacity - 1 - (end.load(ordering: .relaxed) - needed.load(ordering: .acquiring)) }

  /// Worker: appends frames; no more than `room`.
  func append(_ from: UnsafePointer<Float>, frames: Int) {
    let start = end.load(ordering: .relaxed)
    var done = 0
    while done < frames {
      let at = (start + done) % capacity
      let run = min(frames - done, capacity - at)
      unsafe (samples + at * 2).update(from: from + done * 2, count: run * 2)
      done += run
    }
    end.store(start + frames, ordering: .releasing)
  }

  /// Audio thread: the frames from a place on.
  /// - Returns: their address and the number of contiguous ones, at most `wanted`; 0 if there are none yet.
  func frames(from place: Int, wanted: Int) -> (UnsafePointer<Float>, Int) {
    let end = end.load(ordering: .acquiring)
    let at = place % capacity
    let isThere = place < end && place > end - capacity
    return unsafe (UnsafePointer(samples) + at * 2, isThere ? min(wanted, end - place, capacity - at) : 0)
  }
}
