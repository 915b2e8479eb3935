@testable import Audio
@testable import Signal

/// A device whose clock, faults and memory are in the test's hands. Nothing in it allocates once it is made.
final class FakeDevice: OutputDevice, @unchecked Sendable {
  // Unchecked: one test at a time steps everything on one thread.
  let name = "fake"
  let rate: Int
  let format: SampleFormat
  let periodFrames: Int
  let bufferFrames: Int
  private(set) var queued = 0
  private(set) var writtenFrames = 0
  private(set) var playedFrames = 0
  private(set) var isPlaying = false
  /// What the next call answers instead.
  var fault: DeviceState?
  /// Whether frames can be taken back from it, and how many at once at most.
  var givesBack = true
  var mostGivenBack = Int.max
  /// How many times frames were.
  private(set) var takings = 0
  /// Every byte written, while there is room.
  private(set) var bytes: [UInt8]
  private(set) var byteCount = 0

  init(
    rate: Int = 44_100, format: SampleFormat = .s32, recordFrames: Int = 0, periodFrames: Int? = nil
  ) {
    self.rate = rate
    self.format = format
    self.periodFrames = periodFrames ?? DeviceTiming.periodFrames(rate: rate)
    bufferFrames = max(DeviceTiming.bufferFrames(rate: rate), 4 * self.periodFrames)
    bytes = [UInt8](repeating: 0, count: recordFrames * format.bytesPerFrame)
  }

  /// Time passes: so many frames are heard.
  func play(_ frames: Int) {
    // A card that was suspended is prepared anew: it plays no more before it is started.
    if fault == .suspended { isPlaying = false }
    guard isPlaying else { return }
    playedFrames += min(frames, queued)
    if frames > queued {
      queued = 0
      isPlaying = false
      fault = .underrun
    } else {
      queued -= frames
    }
  }

  func state(at nanoseconds: Int64) -> DeviceState {
    if let fault {
      if fault == .underrun { self.fault = nil }
      return fault
    }
    return .playing(queued: queued, delay: queued)
  }

  func write(_ from: UnsafeRawPointer, frames: Int, at nanoseconds: Int64) -> DeviceWrite {
    if case .failed(let code)? = fault { return .failed(code) }
    let taken = min(frames, bufferFrames - queued)
    let count = min(taken * format.bytesPerFrame, bytes.count - byteCount)
    if count > 0 {
      unsafe bytes.withUnsafeMutableBytes { to in
        guard let base = to.baseAddress else { return }
        unsafe (base + byteCount).copyMemory(from: from, byteCount: count)
      }
      byteCount += count
    }
    queued += taken
    writtenFrames += taken
    return .taken(taken)
  }

  func start(at nanoseconds: Int64) -> DeviceWrite {
    isPlaying = true
    return .taken(0)
  }

  func rewind(_ frames: Int) -> Int {
    guard givesBack else { return 0 }
    let given = min(frames, queued, mostGivenBack)
    takings += given > 0 ? 1 : 0
    queued -= given
    writtenFrames -= given
    byteCount -= min(byteCount, given * format.bytesPerFrame)
    return given
  }
}
