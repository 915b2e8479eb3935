import CLinux

/// Stream sockets: listening, accepting, connecting (socket(7)).
public enum Socket {
  /// Connections that the kernel keeps until they are accepted.
  private static let backlog: Int32 = 16

  /// Listens without blocking.
  ///
  /// A Unix socket left by a killed process is removed if nothing answers on it; anything else at the path stays and is
  /// an error (EADDRINUSE). A host is an address or `localhost` (127.0.0.1) and never looked up: nothing waits for a
  /// network. `::` takes IPv4 as well,
  /// and IPv4 alone where there is no IPv6.
  /// - Parameters:
  /// - mode: who may connect to a Unix socket, as for chmod(2).
  /// - Throws: ENAMETOOLONG for a path of more than `SocketAddress.longestPath` bytes; EADDRNOTAVAIL for a host that is
  ///   no address of this machine.
  public static func listen(on address: SocketAddress, mode: UInt32 = 0o660) throws(SystemError) -> Descriptor
  {
    switch address {
    case .unix(let path): try listenUnix(path, mode: mode)
    case .tcp("::", let port): try listenEverywhere(port: port)
    case .tcp(let host, let port): try listenTCP(host, port: port)
    }
  }

  /// Takes the next connection, non-blocking (accept4(2)).
  /// - Parameter peer: becomes the address of a TCP connection's peer, nil for a Unix socket.
  /// - Returns: nil where none waits.
  /// - Throws: such as EMFILE: then none will come soon, and the listener is best left alone for a while.
  public static func accept(_ listener: borrowing Descriptor, peer: inout IPAddress?) throws(SystemError)
    -> Descriptor?
  {
    var bytes = [UInt8](repeating: 0, count: 16)
    var count: Int32 = 0
    do throws(SystemError) {
      let accepted = try systemCallUnlessBlocked("accept4") {
        unsafe clinux_accept(listener.rawValue, &bytes, &count)
      }
      guard let accepted else { return nil }
      peer = IPAddress(bytes: Array(bytes[..<Int(count)]))
      return Descriptor(owning: accepted)
    } catch {
      // The peer has gone before it was accepted.
      if error.code == .connectionAborted { return nil }
      throw error
    }
  }

  /// Connects and waits for it; the descriptor then blocks.
  /// - Parameter limit: waits no longer than this, for the connection and later for each send; then EINPROGRESS.
  public static func connect(to address: SocketAddress, waitingAtMost limit: Duration = .seconds(5))
    throws(SystemError) -> Descriptor
  {
    switch address {
    case .unix(let path):
      try check(path)
      let socket = try make(AF_UNIX, flags: 0)
      try limitWaiting(of: socket, to: limit)
      try systemCall("connect", path: path) { unsafe clinux_connect_unix(socket.rawValue, path) }
      return socket
    case .tcp(let host, let port):
      let addresses = try Addresses(host: host, port: port, mayLookUp: true)
      var refusal = SystemError(.addressNotAvailable, call: "connect", path: address.description)
      while let candidate = unsafe addresses.next() {
        do throws(SystemError) {
          let socket = try make(unsafe candidate.pointee.ai_family, flags: 0)
          try limitWaiting(of: socket, to: limit)
          try systemCall("connect", path: address.description) {
            unsafe CLinux.connect(socket.rawValue, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen)
          }
          try tune(socket)
          return socket
        } catch {
          refusal = error
        }
      }
      throw refusal
    }
  }

  /// Sends at most all of `bytes`; a peer that has gone is EPIPE and no signal (send(2), MSG_NOSIGNAL).
  /// - Returns: how many were taken; nil where a non-blocking socket takes none now.
  public static func send(_ bytes: Span<UInt8>, to socket: borrowing Descriptor) throws(SystemError) -> Int? {
    let number = socket.rawValue
    return try unsafe bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      try systemCallUnlessBlocked("send") { unsafe clinux_send(number, bytes.baseAddress, UInt(bytes.count)) }
    }
  }

  /// For a TCP connection: small answers go at once (TCP_NODELAY), and a peer that lost its power is found out
  /// (SO_KEEPALIVE, tcp(7)).
  public static func tune(_ socket: borrowing Descriptor) throws(SystemError) {
    let options: [(level: Int32, option: Int32, value: Int32)] = [
      (Int32(IPPROTO_TCP), TCP_NODELAY, 1), (SOL_SOCKET, SO_KEEPALIVE, 1),
      (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 20),
      (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
    ]
    for option in options { try set(option.option, of: socket, level: option.level, to: option.value) }
  }

  /// Removes a Unix socket's name, after its listener is closed; anything but a socket stays.
  public static func removeName(_ path: String) {
    if isSocket(path) { _ = unsafe unlink(path) }
  }

  private static func listenUnix(_ path: String, mode: UInt32) throws(SystemError) -> Descriptor {
    try check(path)
    let socket = try make(AF_UNIX, flags: Int32(SOCK_NONBLOCK.rawValue))
    // The name gets the socket's own mode, less the umask: so it is at no time open to more than `mode` allows.
    try systemCall("fchmod", path: path) { fchmod(socket.rawValue, mode_t(mode)) }
    do throws(SystemError) {
      try bindUnix(socket, path)
    } catch {
      guard error.code == .addressInUse, isSocket(path), try nobodyAnswers(path) else { throw error }
      try systemCall("unlink", path: path) { unsafe unlink(path) }
      try bindUnix(socket, path)
    }
    try systemCall("chmod", path: path) { unsafe chmod(path, mode_t(mode)) }
    try systemCall("listen", path: path) { CLinux.listen(socket.rawValue, backlog) }
    return socket
  }

  private static func bindUnix(_ socket: borrowing Descriptor, _ path: String) throws(SystemError) {
    let number = socket.rawValue
    try systemCall("bind", path: path) { unsafe clinux_bind_unix(number, path) }
  }

  private static func nobodyAnswers(_ path: String) throws(SystemError) -> Bool {
    let probe = try make(AF_UNIX, flags: Int32(SOCK_NONBLOCK.rawValue))
    do throws(SystemError) {
      try systemCall("connect", path: path) { unsafe clinux_connect_unix(probe.rawValue, path) }
      return false
    } catch {
      // EAGAIN is a full backlog: the socket has an owner.
      return error.code == .connectionRefused
    }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK)
  }

  /// In a kernel without IPv6 (ipv6.disable=1) all addresses are those of IPv4.
  private static func listenEverywhere(port: UInt16) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try listenTCP("::", port: port)
    } catch {
      guard error.code == .addressFamilyNotSupported else { throw error }
      return try listenTCP("0.0.0.0", port: port)
    }
  }

  private static func listenTCP(_ host: String, port: UInt16) throws(SystemError) -> Descriptor {
    let name = SocketAddress.tcp(host: host, port: port).description
    let addresses = try Addresses(
      host: host == "localhost" ? "127.0.0.1" : host, port: port, mayLookUp: false)
    guard let address = unsafe addresses.next() else {
      throw SystemError(.addressNotAvailable, call: "getaddrinfo", path: name)
    }
    let family = unsafe address.pointee.ai_family
    let socket = try make(family, flags: Int32(SOCK_NONBLOCK.rawValue))
    // Else a restart waits for the connections of the last run to time out.
    try set(SO_REUSEADDR, of: socket, level: SOL_SOCKET, to: 1)
    if family == AF_INET6 { try set(IPV6_V6ONLY, of: socket, level: Int32(IPPROTO_IPV6), to: 0) }
    try systemCall("bind", path: name) {
      unsafe bind(socket.rawValue, address.pointee.ai_addr, address.pointee.ai_addrlen)
    }
    try systemCall("listen", path: name) { CLinux.listen(socket.rawValue, backlog) }
    return socket
  }

  private static func make(_ family: Int32, flags: Int32) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("socket") { clinux_socket(family, Int32(SOCK_CLOEXEC.rawValue) | flags) })
  }

  private static func set(_ option: Int32, of socket: borrowing Descriptor, level: Int32, to value: Int32)
    throws(SystemError)
  {
    let number = socket.rawValue
    try systemCall("setsockopt") { clinux_set_option(number, level, option, value) }
  }

  private static func limitWaiting(of socket: borrowing Descriptor, to limit: Duration) throws(SystemError) {
    let microseconds = max(1, limit.nanoseconds / 1000)
    let number = socket.rawValue
    try systemCall("setsockopt") {
      clinux_set_send_timeout(number, Int(microseconds / 1_000_000), Int(microseconds % 1_000_000))
    }
  }

  private static func check(_ path: String) throws(SystemError) {
    if path.isEmpty || path.utf8.contains(0) { throw SystemError(.invalidArgument, call: "bind", path: path) }
    if path.utf8.count > SocketAddress.longestPath {
      throw SystemError(.nameTooLong, call: "bind", path: path)
    }
  }

  /// getaddrinfo(3)'s list.
  @safe private final class Addresses {
    private let first: UnsafeMutablePointer<addrinfo>?
    private var current: UnsafeMutablePointer<addrinfo>?

    init(host: String, port: UInt16, mayLookUp: Bool) throws(SystemError) {
      var hints = unsafe addrinfo()
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      unsafe hints.ai_flags = AI_NUMERICSERV | (mayLookUp ? 0 : AI_NUMERICHOST | AI_PASSIVE)
      var list: UnsafeMutablePointer<addrinfo>?
      let code = unsafe getaddrinfo(host, String(port), &hints, &list)
      if code != 0 {
        let errno = Errno(rawValue: clinux_errno())
        throw SystemError(
          code == EAI_SYSTEM ? errno : .addressNotAvailable, call: "getaddrinfo",
          path: SocketAddress.tcp(host: host, port: port).description)
      }
      unsafe first = list
      unsafe current = list
    }

    deinit { if let first = unsafe first { unsafe freeaddrinfo(first) } }

    func next() -> UnsafeMutablePointer<addrinfo>? {
      defer { unsafe current = current?.pointee.ai_next }
      return unsafe current
    }
  }
}
