import CLinux

/// The two ends of a channel between a thread and a program, as numbers: the caller gives each an owner at once.
public enum DescriptorPair {
  /// One direction only, and a line of at most PIPE_BUF bytes arrives in one piece (pipe2(2)).
  public static func pipe() throws(SystemError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// A stream whose next bytes can be looked at before they are read (socketpair(2)).
  public static func sockets() throws(SystemError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    try systemCall("socketpair") { unsafe clinux_stream_pair(&ends) }
    return (ends[0], ends[1])
  }
}

extension Descriptor {
  /// Reads and writes of this end do not wait from now on (fcntl(2), O_NONBLOCK); the other end of a pipe is not concerned.
  public func setNonBlocking() throws(SystemError) {
    try systemCall("fcntl") { clinux_fcntl(rawValue, F_SETFL, Int(O_NONBLOCK)) }
  }

  /// Waits until this one or another descriptor has something to read, or its end, or the wake-up was signalled (poll(2)).
  /// - Parameter asks: whether the other one is looked at.
  public func waitToRead(or other: borrowing Descriptor, while asks: Bool, wakeup: Wakeup)
    throws(SystemError) -> (this: Bool, other: Bool, wakeup: Bool)
  {
    let read = Int16(POLLIN)
    var entries = [
      pollfd(fd: rawValue, events: read, revents: 0),
      // poll(2) passes over negative numbers.
      pollfd(fd: asks ? other.rawValue : -1, events: read, revents: 0),
      pollfd(fd: wakeup.rawValue, events: read, revents: 0),
    ]
    try systemCall("poll") { unsafe poll(&entries, 3, -1) }
    return (entries[0].revents != 0, entries[1].revents != 0, entries[2].revents != 0)
  }
}
