import CLinux

/// Signals as readable events of the loop (signalfd(2)), so that no code runs inside of a signal handler. Loop thread
/// only.
public final class SignalSource {
  private let descriptor: Descriptor
  private let loop: EventLoop
  private var registration: EventLoop.Registration?

  /// Calls `handler` in the loop for each of `Signal`'s cases that arrives, until the source goes away. `Signal.block`
  /// must have been called before any thread was started.
  public init(loop: EventLoop, _ handler: @escaping (Signal) -> Void) throws(SystemError) {
    var mask = Signal.mask()
    let descriptor = Descriptor(
      owning: try systemCall("signalfd") {
        unsafe signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
      })
    let number = descriptor.rawValue
    self.loop = loop
    registration = try loop.register(descriptor, for: .read) { _ in
      // Each signal waits at most once, so that this ends.
      for _ in Signal.allCases {
        guard let arrived = try? systemCallUnlessBlocked("read", { clinux_next_signal(number) }) else {
          return
        }
        for signal in Signal.allCases where signal.number == arrived { handler(signal) }
      }
    }
    self.descriptor = descriptor
  }

  deinit { if let registration { loop.remove(registration) } }
}
