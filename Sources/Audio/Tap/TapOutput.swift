public import Linux
import Signal
import Synchronization

/// An output beside the device, with a thread of its own. Loop thread only, but for the thread's body.
public final class TapOutput: Sendable {
  /// Destination of the output.
  public enum Target: Hashable, Sendable {
    /// A named pipe, which is made where nothing is at the path.
    case pipe(path: String)
    /// A FLAC stream for HTTP clients, at most `clients` at once.
    case http(SocketAddress, clients: Int)
  }

  public let name: String
  private let enabled: Atomic<Bool>
  private let percent: Atomic<Int>
  private let trusted: Mutex<Trust>
  private let isEnding = Atomic<Bool>(false)
  private let wakeup: Wakeup
  private let done: Wakeup

  /// Below everything that the box itself needs in time.
  private static let priority: Int32 = 5

  /// Starts it.
  /// - Parameters:
  ///   - ring: given to the engine too.
  ///   - volume: percent.
  ///   - trust: which addresses may connect as HTTP clients.
  public init(
    name: String, _ target: Target, format: TapFormat, ring: TapRing, isEnabled: Bool, volume: Int,
    trust: Trust
  ) throws(SystemError) {
    self.name = name
    enabled = Atomic(isEnabled)
    percent = Atomic(volume)
    trusted = Mutex(trust)
    wakeup = try Wakeup()
    done = try Wakeup()
    // A pipe's reader waits for nobody; encoding is work that can.
    let priority: Thread.Priority = if case .pipe = target { .fifo(Self.priority) } else { .normal }
    _ = try Thread.start(name: "output", priority: priority, payload: self) { output in
      let source = TapConverter(ring, format: format)
      switch target {
      case .pipe(let path): output.feedPipe(path, source)
      case .http(let address, let clients): output.stream(source, at: address, clients)
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

  /// HTTP clients that it does not include any longer are disconnected.
  public var trust: Trust {
    get { trusted.withLock { $0 } }
    set {
      trusted.withLock { $0 = newValue }
      wakeup.signal()
    }
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
      case .readerCame: Log.repeatable(.notice, "output \(name): a program reads \(path)")
      case .readerLeft:
        Log.repeatable(
          .notice, "output \(name): no program reads \(path) any longer; the output waits for one")
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

  private func stream(_ source: TapConverter, at address: SocketAddress, _ clients: Int) {
    do throws(SystemError) {
      let loop = try EventLoop()
      let server = StreamServer(loop: loop, source, at: address, most: clients) {
        [name] report in
        switch report {
        case .listening: Log.repeatable(.notice, "output \(name): http://\(address)/ is open")
        case .untrusted(let peer, let trust):
          let peer = peer.map { "\($0)" } ?? "an unknown address"
          Log.repeatable(
            .notice, kind: "output \(name): not trusted",
            "output \(name): a client from \(peer) is rejected: [control] trust = \(trust) does not include it"
          )
        case .full:
          Log.repeatable(
            .notice, "output \(name): \(clients) clients are connected: a further one is rejected")
        case .unusable(let reason): Log.repeatable(.warning, "output \(name): \(reason); it is tried again")
        }
      }
      let registration = try wakeup.attach(to: loop) {}
      server.start()
      defer { server.stop() }
      while !isEnding.load(ordering: .acquiring) { try server.turn(gain: gain, trust: trust) }
      loop.remove(registration)
    } catch {
      Log.error("output \(name): \(error); it is off until the next start")
    }
  }
}
