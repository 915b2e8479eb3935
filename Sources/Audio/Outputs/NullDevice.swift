import Signal

/// Takes frames in real time and plays them to nobody.
final class NullDevice: OutputDevice, @unchecked Sendable {
  // Unchecked: made on the helper thread, then used on the audio thread only.
  let name = "null"
  let rate: Int
  let format = SampleFormat.s32
  let periodFrames: Int
  let bufferFrames: Int
  private var clock: FrameClock

  init(rate: Int, at nanoseconds: Int64) {
    self.rate = rate
    periodFrames = DeviceTiming.periodFrames(rate: rate)
    bufferFrames = DeviceTiming.bufferFrames(rate: rate)
    clock = FrameClock(rate: rate, at: nanoseconds)
  }

  func state(at nanoseconds: Int64) -> DeviceState {
    let queued = clock.queued(at: nanoseconds)
    return .playing(queued: queued, delay: queued)
  }

  func write(_ bytes: UnsafeRawPointer, frames: Int, at nanoseconds: Int64) -> DeviceWrite {
    let room = max(0, bufferFrames - clock.queued(at: nanoseconds))
    clock.give(min(frames, room))
    return .taken(min(frames, room))
  }

  func rewind(_ frames: Int) -> Int {
    clock.give(-frames)
    return frames
  }
}
