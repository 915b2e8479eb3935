import Linux

/// One listening socket.
final class Listener {
  let socket: Descriptor
  /// On a Unix path: who reaches it may do everything.
  let isLocal: Bool
  var registration: EventLoop.Registration?

  init(socket: consuming Descriptor, isLocal: Bool) {
    self.socket = socket
    self.isLocal = isLocal
  }

  /// It ends before the socket is closed.
  deinit { registration = nil }
}
