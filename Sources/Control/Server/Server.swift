public import Linux
import Model

/// The protocol on sockets: listens, and keeps one connection per client. Loop thread only.
public final class Server {
  private let loop: EventLoop
  private let hub: Hub
  private let reserve: DescriptorReserve?
  /// Which addresses may connect over TCP. A change also closes the connections of those that may not.
  public var trust: Trust {
    didSet {
      for connection in connections.values where !connection.isLocal && !trust.includes(connection.address) {
        connection.close()
      }
    }
  }
  /// The user of the program that reads cards. Its clients have `player`, and may place cards for actions.
  public var readerUser: UInt32?
  private var listeners: [Listener] = []
  private var connections: [Int: Connection] = [:]
  /// Buffer for one read; shared, since reads don't overlap.
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// After a refusal of the system, such as no free descriptors, nobody is accepted for so long.
  private static let pause = Duration.seconds(1)
  /// Connections accepted in one turn; more wait for the next, so that others come in between.
  private static let acceptsPerTurn = 8

  /// - Parameter reserve: lets clients in where everything else is refused.
  public init(loop: EventLoop, hub: Hub, trust: Trust = .all, reserve: DescriptorReserve? = nil) {
    self.loop = loop
    self.hub = hub
    self.trust = trust
    self.reserve = reserve
    hub.onAnnouncement = { [weak self] in self?.deliverLater() }
    hub.later = { [loop] delay, act in
      let timer = loop.schedule(after: delay, act)
      return Query { loop.cancel(timer) }
    }
  }

  /// Accepts clients on `socket`, which listens and does not block.
  /// - Parameter isLocal: on a Unix path: its clients may do everything, without a password.
  public func listen(on socket: consuming Descriptor, isLocal: Bool) throws(SystemError) {
    let listener = Listener(socket: socket, isLocal: isLocal)
    listener.registration = try loop.register(listener.socket, for: .read) { [weak self, weak listener] _ in
      guard let self, let listener else { return }
      accept(listener)
    }
    listeners.append(listener)
  }

  /// Closes every connection and stops listening.
  public func stop() {
    for listener in listeners {
      if let registration = listener.registration { loop.remove(registration) }
    }
    listeners = []
    for connection in connections.values { connection.close() }
    connections = [:]
  }

  // MARK: Accepting

  private func accept(_ listener: Listener) {
    do throws(SystemError) {
      for _ in 0..<Self.acceptsPerTurn {
        var peer: IPAddress?
        guard let socket = try next(of: listener, peer: &peer) else { return }
        if listener.isLocal || trust.includes(peer) {
          try welcome(socket, isLocal: listener.isLocal, from: peer)
        } else {
          reject(socket, from: peer)
        }
      }
    } catch {
      Log.repeatable(.warning, "control: cannot accept a client: \(error)")
      rest(listener)
    }
  }

  private func next(of listener: Listener, peer: inout IPAddress?) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return try Socket.accept(listener.socket, peer: &peer)
    } catch {
      guard error.code == .tooManyOpenFiles, let reserve else { throw error }
      Log.repeatable(
        .error,
        """
        the jukebox has as many files open as it may (\(reserve.most), LimitNOFILE): clients are still answered, but \
        nothing else is opened; restart it if this lasts
        """)
      return try reserve.use { () throws(SystemError) in try Socket.accept(listener.socket, peer: &peer) }
    }
  }

  /// Closes the connection of an address that is not trusted, after one line.
  private func reject(_ socket: consuming Descriptor, from peer: IPAddress?) {
    let address = peer.map { "\($0)" } ?? "an unknown address"
    Log.repeatable(
      .notice, kind: "control: not trusted",
      "control: a client from \(address) is rejected: [control] trust = \(trust) does not include it")
    let line =
      "ACK [\(AckCode.permission.rawValue)@0] {} \(address) may not connect: [control] trust does not include it\n"
    // A new connection takes it at once or not at all.
    _ = try? Socket.send(Array(line.utf8).span, to: socket)
  }

  private func welcome(_ socket: consuming Descriptor, isLocal: Bool, from peer: IPAddress?)
    throws(SystemError)
  {
    guard hub.hasRoom(isLocal: isLocal) else {
      Log.repeatable(
        .warning, "control: \(hub.clientCount) clients are connected: a further one is rejected")
      return
    }
    if !isLocal { try? Socket.tune(socket) }
    let isReader = isLocal && readerUser != nil && PeerUser.number(of: socket) == readerUser
    let client = hub.connect(isLocal: isLocal, isReader: isReader, from: peer)
    let connection = Connection(socket: socket, client: client, loop: loop)
    let number = connection.number
    connections[number] = connection
    connection.onEnd = { [weak self] in self?.connections[number] = nil }
    do throws(SystemError) {
      try connection.start { [weak self] connection in self?.read(connection) }
    } catch {
      connection.close()
      throw error
    }
  }

  private func rest(_ listener: Listener) {
    guard let registration = listener.registration else { return }
    try? loop.change(registration, to: [])
    loop.schedule(after: Self.pause) { [weak self, weak listener] in
      guard let self, let registration = listener?.registration else { return }
      try? loop.change(registration, to: .read)
    }
  }

  private func read(_ connection: Connection) { connection.read(with: &buffer) }

  // MARK: Announcements

  private func deliverLater() {
    loop.schedule(at: loop.now) { [weak self] in self?.hub.deliver() }
  }
}
