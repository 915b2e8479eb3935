public import Linux
import Synchronization

/// Gives what a microphone hears to another program through a pipe: one channel, float32 as this machine has it
/// (little-endian). One thread captures and writes. While the pipe is full it waits; then the device loses sound (an overrun).
@safe public final class CaptureFeed: @unchecked Sendable {
  // Unchecked: `pipe` belongs to the thread; the rest is atomic or constant.
  private let name: String
  private let rate: Int
  private let pipe: Descriptor
  private let report: @Sendable (CaptureReport) -> Void
  private let isStopping = Atomic<Bool>(false)

  /// Each waits a tenth of a second: a device that gives nothing for so long has begun all the same.
  private static let mostSilentReads = 20
  /// A write of this size is complete or takes nothing (PIPE_BUF).
  private static let writtenFrames = 4096 / MemoryLayout<Float>.size

  /// Starts the thread, which opens the device.
  /// - Parameters:
  ///   - device: an ALSA PCM.
  ///   - rate: in Hz; the nearest that the device has.
  ///   - pipe: the writing end. It closes with this object.
  ///   - report: called on the thread: `began` once sound comes, then `ended`, once. Drop the object then.
  public init(
    device: String, rate: Int, pipe: consuming Descriptor, report: @escaping @Sendable (CaptureReport) -> Void
  ) throws(SystemError) {
    name = device
    self.rate = rate
    self.report = report
    try pipe.setNonBlocking()
    self.pipe = pipe
    _ = try Thread.start(name: "capture", priority: .fifo(30), payload: self) { $0.run() }
  }

  /// Loop thread: no more is captured; `ended` follows within a tenth of a second.
  public func stop() { isStopping.store(true, ordering: .releasing) }

  private func run() {
    let end: CaptureEnd
    do throws(DeviceError) {
      // The device is closed when this has returned.
      end = try capture()
    } catch {
      end = .device("\(error)")
    }
    report(.ended(end))
  }

  private func capture() throws(DeviceError) -> CaptureEnd {
    let device = try CaptureDevice(name: name, rate: rate)
    let period = UnsafeMutablePointer<Float>.allocate(capacity: device.periodFrames * 2)
    defer { unsafe period.deallocate() }
    var hasBegun = false
    var silentReads = 0
    while !isStopping.load(ordering: .acquiring) {
      let count = try unsafe device.read(into: period)
      silentReads = count == 0 ? silentReads + 1 : 0
      if !hasBegun, count > 0 || silentReads == Self.mostSilentReads {
        hasBegun = true
        report(.began(rate: device.rate))
      }
      for frame in 0..<count {
        unsafe period[frame] = (period[2 * frame] + period[2 * frame + 1]) / 2
      }
      guard unsafe write(period, count) else { return .reader }
    }
    return .stopped
  }

  /// - Returns: false if the reader is gone.
  private func write(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
    var done = 0
    while done < count, !isStopping.load(ordering: .acquiring) {
      let some = min(count - done, Self.writtenFrames)
      let bytes = unsafe UnsafeRawBufferPointer(
        start: samples + done, count: some * MemoryLayout<Float>.size)
      do throws(SystemError) {
        if try unsafe pipe.write(RawSpan(_unsafeBytes: bytes)) == nil {
          // The device holds some sound meanwhile.
          ThreadSleep.rest()
        } else {
          done += some
        }
      } catch {
        return false
      }
    }
    return true
  }
}

/// The progress of a capture.
public enum CaptureReport: Hashable, Sendable {
  /// The first frames have come, or the device is open and has given none for 2 s; the rate in Hz.
  case began(rate: Int)
  case ended(CaptureEnd)
}

/// Why a capture ended.
public enum CaptureEnd: Hashable, Sendable {
  case stopped
  /// The microphone was removed, or is not available; a sentence.
  case device(String)
  /// The program that reads the pipe has ended.
  case reader
}
