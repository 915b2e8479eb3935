import CLinux

extension Descriptor {
  /// Waits until something can be read, or the other end is gone (poll(2)): for programs without a loop.
  /// - Returns: false when the time is over.
  public func isReadable(within time: Duration) throws(SystemError) -> Bool {
    var wanted = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(clamping: time.nanoseconds / 1_000_000)
    return try systemCall("poll") { unsafe poll(&wanted, 1, milliseconds) } > 0
  }
}
