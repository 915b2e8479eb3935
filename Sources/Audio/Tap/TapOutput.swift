public import Linux
import Signal
import Synchronization

/// An output beside the device, with a thread of its own. Loop thread only, but for the thread's body.
public final class TapOutput: Sendable {
  /// Where it gives what sounds.
  public enum Target: Hashable, Sendable {
    /// A named pipe, which is made where nothing is at the path.
    case pipe(path: String)
  }

  public let name: String
  private let enabled: Atomic<Bool>
  private let percent: Atomic<Int>
  private let isEnding = Atomic<Bool>(false)
  private let wakeup: Wakeup
  private let done: Wakeup

  /// Below everything that the box itself needs in time.
  private static let priority: Int32 = 5

  /// Starts it.
  /// - Parameters:
  ///   - ring: given to the engine too.
  ///   - volume: percent.
  public init(
    name: String, _ target: Target, format: TapFormat, ring: TapRing, isEnabled: Bool, volume: Int
  ) throws(SystemError) {
    self.name = name
    enabled = Atomic(isEnabled)
    percent = Atomic(volume)
    wakeup = try Wakeup()
    done = try Wakeup()
    _ = try Thread.start(name: "output", priority: .fifo(Self.priority), payload: self) { output in
      switch target {
      case .pipe(let path): output.feedPipe(path, TapConverter(ring, format: format))
      }
      output.done.signal()
    }
  }

  public var isEnabled: Bool {
    get { enabled.load(ordering: .relaxed) }
    set {
      enabled.store(newValue, ordering: .relaxed)
      wakeup.signal()
    }
  }

  /// Percent of what the device gets; 100 leaves samples as they are.
  public var volume: Int {
    get { percent.load(ordering: .relaxed) }
    set { percent.store(min(100, max(0, newValue)), ordering: .relaxed) }
  }

  /// Ends the thread; waits for it no longer than until the deadline.
  public func close(by deadline: Instant) {
    isEnding.store(true, ordering: .releasing)
    wakeup.signal()
    let milliseconds = (deadline - Instant.now()).nanoseconds / 1_000_000
    ThreadSleep.sleep(on: done, milliseconds: Int32(clamping: max(1, milliseconds)))
  }

  // MARK: - Thread

  /// nil while it is switched off.
  private var gain: Float? {
    enabled.load(ordering: .relaxed) ? VolumeRamp.gain(percent: percent.load(ordering: .relaxed)) : nil
  }

  private func feedPipe(_ path: String, _ source: TapConverter) {
    let bytes = PipeFeed.pipeSeconds * source.format.bytesPerSecond
    let feed = PipeFeed(source) { () throws(SystemError) in
      try NamedPipe(path: path, holding: bytes)
    } report: { [name] report in
      switch report {
      case .readerCame: Log.notice("output \(name): a program reads \(path)")
      case .readerLeft:
        Log.notice("output \(name): no program reads \(path) any longer; the output waits for one")
      case .noReader: Log.notice("output \(name): no program reads \(path) yet; the output waits for one")
      case .readerStuck:
        Log.repeatable(
          .warning, "output \(name): the program that reads \(path) is too slow; sound is dropped")
      case .unusable(let reason): Log.warning("output \(name): \(reason); it is tried again")
      }
    }
    while !isEnding.load(ordering: .acquiring) {
      let milliseconds = feed.step(at: Instant.now().nanoseconds, gain: gain)
      ThreadSleep.sleep(on: wakeup, milliseconds: milliseconds)
    }
  }
}
