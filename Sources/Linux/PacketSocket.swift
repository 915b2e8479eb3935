import CLinux

/// A connection to a program of this machine that keeps messages apart (unix(7), SOCK_SEQPACKET). Every call blocks.
public struct PacketSocket: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Takes over a connection that stands.
  public init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Connects (connect(2)).
  /// - Parameters:
  ///   - path: of at most `SocketAddress.longestPath` bytes.
  ///   - seconds: the longest wait for a message; nil waits for ever.
  public init(path: String, waitingAtMost seconds: Int?) throws(SystemError) {
    guard path.utf8.count <= SocketAddress.longestPath else {
      throw SystemError(.nameTooLong, call: "connect", path: path)
    }
    let descriptor = Descriptor(owning: try systemCall("socket") { clinux_packet_socket() })
    let number = descriptor.rawValue
    if let seconds {
      try systemCall("setsockopt") { clinux_set_receive_timeout(number, seconds) }
    }
    try systemCall("connect", path: path) { unsafe clinux_connect_unix(number, path) }
    self.descriptor = descriptor
  }

  /// Sends one message; a peer that has gone is EPIPE and no signal (sendmsg(2)).
  public func send(_ bytes: Span<UInt8>) throws(SystemError) { try send(bytes, passing: -1) }

  /// As `send`, with a copy of a descriptor for the peer (SCM_RIGHTS).
  public func send(_ bytes: Span<UInt8>, passing file: borrowing Descriptor) throws(SystemError) {
    try send(bytes, passing: file.rawValue)
  }

  private func send(_ bytes: Span<UInt8>, passing file: Int32) throws(SystemError) {
    let number = descriptor.rawValue
    try unsafe bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      _ = try systemCall("sendmsg") {
        unsafe clinux_send_passing(number, bytes.baseAddress, UInt(bytes.count), file)
      }
    }
  }

  /// Receives one message; what has no room is dropped (read(2)).
  /// - Returns: its length; 0 where the peer has gone; nil where none came in time.
  public func receive(into buffer: inout MutableRawSpan) throws(SystemError) -> Int? {
    do throws(SystemError) { return try descriptor.read(into: &buffer) } catch {
      if error.code == .connectionReset { return 0 }
      throw error
    }
  }

  /// Lets the peer know that no more comes (shutdown(2)), and waits until it has closed its end.
  public func end(waitingAtMost time: Duration) {
    _ = shutdown(descriptor.rawValue, Int32(SHUT_WR))
    _ = try? descriptor.isReadable(within: time)
  }
}
