/// The frames that were written last, as they were before they became the device's format: what is taken back from the
/// device is still known here. Used on the audio thread only.
@safe final class WrittenFrames: @unchecked Sendable {
  // Unchecked: goes from thread to thread with its device.
  /// How many frames at the end are digital silence.
  private(set) var silentTail = 0
  /// How many before those are of a fade-out that makes way for something else.
  private(set) var fadedTail = 0
  /// How many are known.
  private(set) var count = 0
  private let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let region: UnsafeMutablePointer<Float>
  private let regionCapacity: Int
  /// Where the next frame goes.
  private var end = 0

  /// - Parameters:
  ///   - capacity: so many frames are known at most.
  ///   - region: so many are looked at, at most.
  init(capacity: Int, region: Int) {
    self.capacity = capacity
    regionCapacity = region
    unsafe samples = .allocate(capacity: capacity * 2)
    unsafe samples.initialize(repeating: 0, count: capacity * 2)
    unsafe self.region = .allocate(capacity: region * 2)
    unsafe self.region.initialize(repeating: 0, count: region * 2)
  }

  deinit {
    unsafe samples.deallocate()
    unsafe region.deallocate()
  }

  /// - Parameters:
  ///   - from: stereo, interleaved; nil for digital silence.
  ///   - frames: at most the capacity.
  ///   - makingWay: what comes in their place may sound into them.
  func append(_ from: UnsafePointer<Float>?, frames: Int, makingWay: Bool = false) {
    let first = min(frames, capacity - end)
    if let from = unsafe from {
      unsafe (samples + end * 2).update(from: from, count: first * 2)
      unsafe samples.update(from: from + first * 2, count: (frames - first) * 2)
      silentTail = 0
      fadedTail = makingWay ? frames : 0
    } else {
      unsafe (samples + end * 2).update(repeating: 0, count: first * 2)
      unsafe samples.update(repeating: 0, count: (frames - first) * 2)
      silentTail = min(capacity, silentTail + frames)
    }
    end = (end + frames) % capacity
    count = min(capacity, count + frames)
  }

  /// Forgets the last frames, and gives the first of them, to be changed: valid until the next call.
  /// - Parameters:
  ///   - frames: at most `count`.
  ///   - keeping: how many to give, at most `frames` and what was said at first.
  func removeLast(_ frames: Int, keeping: Int) -> UnsafeMutablePointer<Float> {
    end = (end + capacity - frames) % capacity
    count -= frames
    fadedTail = max(0, fadedTail - max(0, frames - silentTail))
    silentTail = max(0, silentTail - frames)
    let keeping = min(keeping, regionCapacity)
    let first = min(keeping, capacity - end)
    unsafe region.update(from: samples + end * 2, count: first * 2)
    unsafe (region + first * 2).update(from: samples, count: (keeping - first) * 2)
    return unsafe region
  }
}
