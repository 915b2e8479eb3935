import CLinux
import Linux

/// How the engine's threads sleep.
enum ThreadSleep {
  /// A millisecond, so that the kernel counts anew how long the thread runs.
  static func rest() { _ = poll(nil, 0, 1) }

  /// Until the wake-up is signalled (poll(2)); takes the signal back.
  /// - Parameter milliseconds: no longer than this; -1 for as long as it takes.
  /// - Returns: whether it was woken.
  @discardableResult
  static func sleep(on wakeup: Wakeup, milliseconds: Int32) -> Bool {
    guard milliseconds != 0 else { return false }
    var entry = pollfd(fd: wakeup.rawValue, events: Int16(POLLIN), revents: 0)
    // An interrupted sleep is a short one.
    guard unsafe poll(&entry, 1, milliseconds) > 0 else { return false }
    return wakeup.drain()
  }
}
