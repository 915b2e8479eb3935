/// The last stereo frames that went into a run, so that another resampler can be primed with them.
@safe struct SourceHistory: ~Copyable {
  /// More than the reach of the resampler's filter, and room for aligning.
  static let frames = 8192

  private let samples: UnsafeMutablePointer<Float>
  /// Frames since the run's beginning.
  private(set) var end: Int64 = 0
  /// The oldest frame of the run that is kept.
  private(set) var start: Int64 = 0

  init() {
    unsafe samples = .allocate(capacity: Self.frames * 2)
    unsafe samples.initialize(repeating: 0, count: Self.frames * 2)
  }

  deinit { unsafe samples.deallocate() }

  mutating func reset(to position: Int64 = 0) {
    start = position
    end = position
  }

  mutating func append(_ source: UnsafePointer<Float>, frames: Int) {
    var done = max(0, frames - Self.frames)
    end += Int64(done)
    while done < frames {
      let at = Int(end % Int64(Self.frames))
      let count = min(frames - done, Self.frames - at)
      unsafe (samples + at * 2).update(from: source + done * 2, count: count * 2)
      done += count
      end += Int64(count)
    }
    start = max(start, end - Int64(Self.frames))
  }

  /// Takes over what another one holds.
  mutating func copy(_ other: borrowing SourceHistory) {
    unsafe samples.update(from: other.samples, count: Self.frames * 2)
    start = other.start
    end = other.end
  }

  /// The frames from `position` on, as far as they are contiguous in one block.
  /// - Parameter limit: one past the last frame wanted; at most `end`.
  func block(at position: Int64, limit: Int64) -> (UnsafePointer<Float>, count: Int) {
    let at = Int(position % Int64(Self.frames))
    return unsafe (UnsafePointer(samples) + at * 2, min(Int(limit - position), Self.frames - at))
  }
}
