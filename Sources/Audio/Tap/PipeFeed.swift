import Linux
import Signal

/// A pipe as `PipeFeed` needs it. Nothing in it waits.
protocol PipeEnd: AnyObject {
  var hasReader: Bool { get }
  /// How many bytes the program that reads it has not read yet.
  var unreadBytes: Int { get }
  /// - Returns: how many bytes were taken; nil where the pipe is full.
  /// - Throws: where nobody reads it.
  func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int?
}

extension NamedPipe: PipeEnd {}

/// Gives the program at the other end of a pipe what has sounded. The body of a thread: one step neither waits nor sleeps.
///
/// A reader with a clock of its own, such as snapserver, takes frames at its pace: the pipe begins with some silence, and the
/// rate of the frames follows how full the pipe is from then on. A reader that takes whatever comes leaves the pipe empty, and
/// gets every frame as it was.
final class PipeFeed {
  private let source: TapConverter
  private let open: () throws(SystemError) -> any PipeEnd
  private let report: (TapReport) -> Void
  private var pipe: (any PipeEnd)?
  /// Bytes that the pipe had no room for; a frame is never cut.
  private var left: [UInt8] = []
  /// How much lay in the pipe after each write of the last seconds, in seconds of sound.
  private var fill = 0.0
  private var latest: Int64 = 0
  /// When frames last came.
  private var sounded = Int64.min
  /// The pipe is so full that its reader stands still; frames are dropped until it is as it is to be.
  private var isStuck = false
  private var isOff = false
  /// The reader has a clock of its own; and how many steps in a row have shown the opposite.
  private var isPaced = false
  private var opposed = 0
  /// As reported; nil before.
  private var hasReader: Bool?
  /// Why it can't be opened, as reported.
  private var trouble: Errno?

  /// Silence before the first frame, and what lies in the pipe from then on.
  static let targetSeconds = 0.1
  /// With more the reader has stood still.
  private static let mostSeconds = 0.5
  /// Capacity of the pipe, large enough to show that.
  static let pipeSeconds = 1
  /// A deviation is made up for within this time: 200 ppm between two clocks move the fill by 12 ms.
  private static let correctionSeconds = 60.0
  private static let mostBend = 0.0005
  /// The reader takes blocks, and so do we: the fill is averaged over this time.
  private static let averageSeconds = 5.0
  /// Without frames for longer the device was released or lost.
  private static let gapNanoseconds: Int64 = 500_000_000
  /// Steps with sound, half a second: one that was late now and then is no clock.
  private static let pacingSteps = 25
  private static let stepMilliseconds: Int32 = 20
  private static let retryMilliseconds: Int32 = 100

  init(
    _ source: TapConverter, open: @escaping () throws(SystemError) -> any PipeEnd,
    report: @escaping (TapReport) -> Void
  ) {
    self.source = source
    self.open = open
    self.report = report
  }

  /// - Parameters:
  ///   - now: on the monotonic clock, in nanoseconds.
  ///   - gain: of the output; nil while it is switched off.
  /// - Returns: how many milliseconds to sleep; -1 until it is switched on.
  func step(at now: Int64, gain: Float?) -> Int32 {
    guard let gain else {
      isOff = true
      return -1
    }
    if isOff {
      isOff = false
      sounded = .min
      source.skip()
    }
    guard let pipe = pipe ?? opened() else {
      source.skip()
      return Self.retryMilliseconds
    }
    do throws(SystemError) {
      guard pipe.hasReader else { throw SystemError(.brokenPipe, call: "poll") }
      if hasReader != true {
        hasReader = true
        sounded = .min
        (isPaced, opposed) = (false, 0)
        report(.readerCame)
      }
      try feed(pipe, at: now, gain: gain)
    } catch {
      lose(error)
      return Self.retryMilliseconds
    }
    return Self.stepMilliseconds
  }

  private func opened() -> (any PipeEnd)? {
    do throws(SystemError) {
      let pipe = try open()
      self.pipe = pipe
      trouble = nil
      sounded = .min
      isStuck = false
      return pipe
    } catch {
      lose(error)
      return nil
    }
  }

  private func lose(_ error: SystemError) {
    source.skip()
    if error.code != .brokenPipe {
      pipe = nil
      if error.code != trouble { report(.unusable("\(error)")) }
      trouble = error.code
    } else if hasReader != false {
      // Opened again there is nothing old in it. Then it stays open: a reader that found no writer would go.
      if hasReader == true { pipe = nil }
      report(hasReader == nil ? .noReader : .readerLeft)
      hasReader = false
      left = []
    }
  }

  private func feed(_ pipe: any PipeEnd, at now: Int64, gain: Float) throws(SystemError) {
    let waiting = seconds(of: pipe)
    // The reader takes whatever comes.
    if waiting == 0 { fill = Self.targetSeconds }
    if waiting > Self.mostSeconds, !isStuck {
      isStuck = true
      report(.readerStuck)
    }
    if isStuck {
      source.skip()
      try write(to: pipe)
      guard waiting <= Self.targetSeconds else { return }
      isStuck = false
      fill = Self.targetSeconds
    }
    let bend = min(Self.mostBend, max(-Self.mostBend, (fill - Self.targetSeconds) / Self.correctionSeconds))
    while true {
      let frames: Int?
      do throws(ResamplerError) {
        frames = try source.next(gain: gain, bend: isPaced ? bend : nil)
      } catch {
        throw SystemError(.outOfMemory, call: "soxr_create")
      }
      guard let frames else { break }
      // The reader has just come, or has waited.
      let isLate = sounded == .min || now - sounded > Self.gapNanoseconds || (isPaced && waiting == 0)
      if isLate, sounded != now, waiting < Self.targetSeconds {
        let silence = Int((Self.targetSeconds - waiting) * Double(source.format.rate))
        left += [UInt8](repeating: 0, count: silence * source.format.bytesPerFrame)
        fill = Self.targetSeconds
      }
      if sounded != now { notePace(isWaiting: waiting > 0) }
      sounded = now
      let bytes = unsafe UnsafeRawBufferPointer(
        start: source.bytes, count: frames * source.format.bytesPerFrame)
      unsafe left.append(contentsOf: bytes)
    }
    try write(to: pipe)
    let passed = min(1, Double(now - latest) / 1e9 / Self.averageSeconds)
    latest = now
    fill += (seconds(of: pipe) - fill) * passed
  }

  private func notePace(isWaiting: Bool) {
    opposed = isWaiting == isPaced ? 0 : opposed + 1
    guard opposed == Self.pacingSteps else { return }
    isPaced = isWaiting
    opposed = 0
  }

  private func seconds(of pipe: any PipeEnd) -> Double {
    Double(pipe.unreadBytes + left.count) / Double(source.format.bytesPerSecond)
  }

  private func write(to pipe: any PipeEnd) throws(SystemError) {
    var done = 0
    let bytes = left
    while done < bytes.count, let count = try pipe.write(bytes.span.extracting(done...)) { done += count }
    left.removeFirst(done)
  }
}

/// Reports of a further output, each once until it changes.
enum TapReport: Hashable, Sendable {
  case readerCame
  case readerLeft
  /// No program reads the pipe.
  case noReader
  /// The reader has taken nothing for half a second.
  case readerStuck
  /// Why the output can't work; a sentence.
  case unusable(String)
}
