import CLinux

/// Waiting for one descriptor without a loop, for a thread or client that does nothing else meanwhile.
public enum Poll {
  /// Waits until the descriptor is ready (poll(2)).
  /// - Parameter limit: waits no longer than this; nil waits for as long as it takes.
  /// - Returns: what it is ready for; empty where the time ran out.
  public static func wait(
    for descriptor: borrowing Descriptor, _ interest: EventLoop.Interest, atMost limit: Duration? = nil
  ) throws(SystemError) -> EventLoop.Readiness {
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(truncatingIfNeeded: interest.mask), revents: 0)
    let deadline = limit.map { Instant.now() + $0 }
    try systemCall("poll") {
      var milliseconds: Int32 = -1
      if let deadline {
        // Rounded up, to avoid spinning through the last part of a millisecond.
        milliseconds = Int32(clamping: (max(0, (deadline - .now()).nanoseconds) + 999_999) / 1_000_000)
      }
      return unsafe poll(&entry, 1, milliseconds)
    }
    return EventLoop.Readiness(mask: UInt32(UInt16(bitPattern: entry.revents)))
  }
}
