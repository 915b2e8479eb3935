import CLinux
import Linux

/// How the engine's threads sleep.
enum ThreadSleep {
  /// A millisecond, so that the kernel restarts its count of the thread's run time.
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

  /// Waits until a thread is about to end, then for its end (pthread_join(3)).
  /// - Parameters:
  /// - done: signalled last by the thread.
  /// - deadline: the longest wait; then the thread is left to itself.
  /// - Returns: whether it has ended.
  @discardableResult
  static func join(_ thread: consuming Thread, at done: Wakeup, by deadline: Instant) -> Bool {
    let milliseconds = (deadline - Instant.now()).nanoseconds / 1_000_000
    guard sleep(on: done, milliseconds: Int32(clamping: max(1, milliseconds))) else { return false }
    thread.join()
    return true
  }
}
