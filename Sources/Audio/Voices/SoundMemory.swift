import Glibc

/// Stereo frames at the device's rate, decoded and shaped: what voices play. Filled by one thread before others see it.
@safe final class SoundMemory: @unchecked Sendable {
  // Unchecked: nobody writes once it was handed on.
  private(set) var samples: UnsafeMutablePointer<Float>
  private(set) var frames = 0
  /// Exact bits of all samples, 16 or 24; 0 where there is nothing to keep exact.
  var exactBits = 0
  private var capacity: Int
  private let budget: SoundBudget?

  /// - Parameters:
  ///   - capacity: in frames; more are made room for as they come.
  ///   - budget: what it counts against; nil: nothing.
  init(capacity: Int, budget: SoundBudget?) {
    self.capacity = max(1, capacity)
    self.budget = budget
    unsafe samples = Self.resized(nil, to: self.capacity)
  }

  deinit {
    unsafe free(samples)
    budget?.giveBack(bytes)
  }

  var bytes: Int { frames * Self.bytesPerFrame }
  static let bytesPerFrame = 8

  /// - Parameter limit: what all sounds may take, in bytes.
  /// - Returns: false where they would take more: nothing is added then.
  func append(_ from: UnsafePointer<Float>, frames count: Int, within limit: Int = .max) -> Bool {
    guard budget?.take(count * Self.bytesPerFrame, within: limit) ?? true else { return false }
    if frames + count > capacity {
      capacity = max(frames + count, capacity * 3 / 2)
      unsafe samples = Self.resized(samples, to: capacity)
    }
    unsafe (samples + frames * 2).update(from: from, count: count * 2)
    frames += count
    return true
  }

  /// Frees the frames after the first ones, and room that was not needed.
  func shorten(to count: Int) {
    let kept = min(frames, count)
    budget?.giveBack((frames - kept) * Self.bytesPerFrame)
    (frames, capacity) = (kept, max(1, kept))
    unsafe samples = Self.resized(samples, to: capacity)
  }

  /// realloc(3): blocks of this size are mapped on their own, so what was not written takes no memory, and none is copied.
  private static func resized(_ samples: UnsafeMutablePointer<Float>?, to frames: Int)
    -> UnsafeMutablePointer<Float>
  {
    guard let block = unsafe realloc(samples, frames * bytesPerFrame) else {
      fatalError("realloc: no memory")
    }
    return unsafe block.assumingMemoryBound(to: Float.self)
  }
}
