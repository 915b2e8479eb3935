import Glibc
public import Linux
import Media
import Synchronization

/// Records from a capture device into a FLAC file of 24 bits: one thread takes frames into a ring in memory, another writes
/// them. The ring holds what comes while the file can't be written.
@safe public final class Recorder: @unchecked Sendable {
  // Unchecked: `device` belongs to the capturing thread, `writer` to the writing one; the rest is atomic.
  private let ring: SoundStream
  private let name: String
  private let rate: Int
  private let limitSeconds: Int
  private let path: String
  private let report: @Sendable (RecordingReport) -> Void
  private let isStopping = Atomic<Bool>(false)
  /// The capturing thread takes no more.
  private let isCaptured = Atomic<Bool>(false)
  private let end = Guarded<RecordingEnd>(.stopped)
  private let agreedRate = Atomic<Int>(0)
  private let overruns = Atomic<Int>(0)
  private let peakBits = Atomic<UInt32>(0)
  private let rmsBits = Atomic<UInt32>(0)
  private let toWriter: Wakeup

  /// So long the writer may be kept waiting.
  static let ringSeconds = 10
  /// Each waits a tenth of a second: a device that gives nothing for so long has begun all the same.
  private static let mostSilentReads = 20
  /// So much stays free where the take is written.
  public static let keptFreeBytes: Int64 = 16 << 20

  /// Starts both threads; the device is opened by them.
  /// - Parameters:
  /// - device: an ALSA PCM.
  /// - rate: in Hz; the nearest that the device has.
  /// - path: of the file, which is created.
  /// - report: called on the recorder's threads: `began` once the device is open, then `ended`, once.
  public init(
    device: String, rate: Int, limitSeconds: Int, path: String,
    report: @escaping @Sendable (RecordingReport) -> Void
  ) throws(SystemError) {
    name = device
    self.rate = rate
    self.limitSeconds = limitSeconds
    self.path = path
    self.report = report
    ring = SoundStream(capacity: Self.ringSeconds * max(8000, rate), start: 0)
    toWriter = try Wakeup()
    _ = try Thread.start(name: "capture", priority: .fifo(30), payload: self) { $0.capture() }
  }

  /// Loop thread: no more is recorded; `ended` follows.
  public func stop() { isStopping.store(true, ordering: .releasing) }

  /// Levels of the last tenth of a second in dBFS; -120 for silence.
  public var levels: (peak: Double, rms: Double) {
    func decibels(_ bits: UInt32) -> Double { max(-120, 20 * log10(Double(Float(bitPattern: bits)) + 1e-9)) }
    return (decibels(peakBits.load(ordering: .relaxed)), decibels(rmsBits.load(ordering: .relaxed)))
  }

  /// How long it is.
  public var elapsed: Duration { length(of: ring.end.load(ordering: .relaxed)) }

  /// Number of frames.
  public func length(of frames: Int) -> Duration {
    let rate = agreedRate.load(ordering: .relaxed)
    return rate > 0 ? .milliseconds(Int64(frames) * 1000 / Int64(rate)) : .zero
  }

  // MARK: - Capturing

  private func capture() {
    do throws(DeviceError) {
      let device = try CaptureDevice(name: name, rate: rate)
      agreedRate.store(device.rate, ordering: .releasing)
      do throws(SystemError) {
        _ = try Thread.start(name: "take", payload: self) { $0.write() }
      } catch {
        return report(.ended(.unwritable("\(error.withoutPath)"), frames: 0, overruns: 0))
      }
      try capture(device)
    } catch {
      end.withLock { if $0 == .stopped { $0 = .device("\(error)") } }
      // There is nothing to write.
      if agreedRate.load(ordering: .acquiring) == 0 {
        return report(.ended(.device("\(error)"), frames: 0, overruns: 0))
      }
    }
    isCaptured.store(true, ordering: .releasing)
    toWriter.signal()
  }

  private func capture(_ device: CaptureDevice) throws(DeviceError) {
    let period = UnsafeMutablePointer<Float>.allocate(capacity: device.periodFrames * 2)
    defer { unsafe period.deallocate() }
    let limit = limitSeconds * device.rate
    var meter = Meter(window: device.rate / 10)
    var hasBegun = false
    var silentReads = 0
    while !isStopping.load(ordering: .acquiring) {
      let left = limit - ring.end.load(ordering: .relaxed)
      guard left > 0 else { return end.withLock { if $0 == .stopped { $0 = .limit } } }
      let count = min(left, try unsafe device.read(into: period))
      overruns.store(device.overruns, ordering: .relaxed)
      if count == 0 {
        silentReads += 1
        if silentReads == Self.mostSilentReads, !hasBegun {
          hasBegun = true
          report(.began)
        }
        continue
      }
      while ring.room < count, !isStopping.load(ordering: .acquiring) {
        // The device holds some more; then frames are lost, and counted.
        toWriter.signal()
        ThreadSleep.rest()
      }
      guard ring.room >= count else { return }
      unsafe ring.append(period, frames: count)
      if !hasBegun {
        hasBegun = true
        report(.began)
      }
      if let (peak, rms) = unsafe meter.take(period, frames: count) {
        peakBits.store(peak.bitPattern, ordering: .relaxed)
        rmsBits.store(rms.bitPattern, ordering: .relaxed)
      }
      toWriter.signal()
    }
  }

  /// The loudest sample and the mean power of a tenth of a second.
  private struct Meter {
    let window: Int
    private var peak: Float = 0
    private var power = 0.0
    private var count = 0

    init(window: Int) { self.window = max(1, window) }

    mutating func take(_ samples: UnsafePointer<Float>, frames: Int) -> (peak: Float, rms: Float)? {
      for index in 0..<frames * 2 {
        let sample = unsafe samples[index]
        peak = max(peak, abs(sample))
        power += Double(sample * sample)
      }
      count += frames
      guard count >= window else { return nil }
      defer { (peak, power, count) = (0, 0, 0) }
      return (peak, Float((power / Double(2 * count)).squareRoot()))
    }
  }

  // MARK: - Writing

  private func write() {
    var place = 0
    do throws(MediaError) {
      try writeAll(&place)
    } catch {
      end.withLock { $0 = .unwritable("\(error.withoutPath)") }
      isStopping.store(true, ordering: .releasing)
    }
    report(.ended(end.withLock { $0 }, frames: place, overruns: overruns.load(ordering: .relaxed)))
  }

  private func writeAll(_ place: inout Int) throws(MediaError) {
    let file: Descriptor
    do throws(SystemError) { file = try HostFile.create(path) } catch { throw .io(error) }
    let writer = try SoundFileWriter(
      file, .flac, rate: agreedRate.load(ordering: .acquiring), channels: 2, bits: 24)
    var block = [Int32](repeating: 0, count: 2 * 4096)
    var failure: MediaError?
    var untilLook = 0
    while true {
      let isLast = isCaptured.load(ordering: .acquiring)
      let (samples, count) = unsafe ring.frames(from: place, wanted: 4096)
      if count == 0 {
        if isLast { break }
        ThreadSleep.sleep(on: toWriter, milliseconds: 100)
        continue
      }
      untilLook -= count
      if untilLook <= 0 {
        untilLook = agreedRate.load(ordering: .relaxed)
        if let free = try? HostFolder.freeBytes(at: path), free < Self.keptFreeBytes {
          // Frames in memory still fit into the space that stays free.
          end.withLock { $0 = .full }
          isStopping.store(true, ordering: .releasing)
        }
      }
      for index in 0..<count * 2 { unsafe block[index] = Int32(sample: samples[index]) }
      do throws(MediaError) {
        try unsafe block.withUnsafeBufferPointer { (block) throws(MediaError) in
          guard let base = block.baseAddress else { return }
          try unsafe writer.write(base, frames: count)
        }
      } catch {
        failure = error
        break
      }
      place += count
      ring.needed.store(place, ordering: .releasing)
    }
    try writer.finish()
    if let failure { throw failure }
  }
}

/// The progress of a recording.
public enum RecordingReport: Hashable, Sendable {
  /// The first frames have come, or the device is open and has given none for 2 s.
  case began
  /// The file is whole, with this number of frames; `overruns` counts how often sound was lost.
  case ended(RecordingEnd, frames: Int, overruns: Int)
}

/// Why a recording ended; what was recorded by then is there.
public enum RecordingEnd: Hashable, Sendable {
  case stopped
  /// It has become as long as it was to be.
  case limit
  /// The microphone has gone, or could not be had; a sentence.
  case device(String)
  /// The place for the take is full, but for what is kept free.
  case full
  /// The take could not be written on; a sentence.
  case unwritable(String)
}
