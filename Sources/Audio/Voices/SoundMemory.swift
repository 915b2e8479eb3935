/// Stereo frames at the device's rate, decoded and shaped: what voices play. Filled by one thread before others see it.
@safe final class SoundMemory: @unchecked Sendable {
  // Unchecked: nobody writes once it was handed on.
  let samples: UnsafeMutablePointer<Float>
  let frames: Int
  /// Of all samples, 16 or 24; 0 where there is nothing to keep exact.
  var exactBits = 0

  init(frames: Int) {
    self.frames = frames
    unsafe samples = .allocate(capacity: max(1, frames * 2))
    unsafe samples.initialize(repeating: 0, count: max(1, frames * 2))
  }

  deinit { unsafe samples.deallocate() }

  var bytes: Int { frames * 8 }
}
