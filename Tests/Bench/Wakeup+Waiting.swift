import CLinux
import Linux

extension Wakeup {
  /// Sleeps until there is a signal, and leaves it there (poll(2)).
  func wait() {
    var descriptor = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&descriptor, 1, -1) != 1 {}
  }
}
