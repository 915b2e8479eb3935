import Linux

/// Carries bytes between one client's socket and its side of the protocol. Loop thread only.
final class Connection {
  private let socket: Descriptor
  private let client: Client
  private let loop: EventLoop
  private var registration: EventLoop.Registration?
  private var interest: EventLoop.Interest = []
  /// Runs while output waits that the client doesn't take.
  private var stall: EventLoop.Timer?
  private var isEnded = false
  /// Whether the peer takes nothing any more.
  private var isDeaf = false
  private var hasPeer = true
  private var willReadRest = false
  private var onReadable: (Connection) -> Void = { _ in }
  /// Called once, when the connection is over.
  var onEnd: () -> Void = {}

  init(socket: consuming Descriptor, client: Client, loop: EventLoop) {
    self.socket = socket
    self.client = client
    self.loop = loop
  }

  /// It ends before the socket is closed.
  deinit { registration = nil }

  var number: Int { client.number }
  var isLocal: Bool { client.isLocal }
  var address: IPAddress? { client.address }

  /// Sends the greeting and waits for the client.
  /// - Parameter onReadable: called when there is something to read; calls `read`.
  func start(onReadable: @escaping (Connection) -> Void) throws(SystemError) {
    self.onReadable = onReadable
    interest = .read
    registration = try loop.register(socket, for: .read) { [weak self] in self?.ready($0) }
    client.onActivity = { [weak self] in self?.settle() }
    settle()
  }

  /// Takes what has arrived, by one read(2).
  func read(with buffer: inout [UInt8]) {
    do throws(SystemError) {
      var elements = buffer.mutableSpan
      guard let count = try socket.read(into: &elements) else { return }
      if count == 0 { client.endOfInput() } else { client.receive(buffer.span.extracting(0..<count)) }
    } catch {
      close()
    }
  }

  func close() {
    guard !isEnded else { return }
    isEnded = true
    if let registration { loop.remove(registration) }
    if let stall { loop.cancel(stall) }
    client.onActivity = nil
    client.disconnected()
    onEnd()
  }

  private func ready(_ readiness: EventLoop.Readiness) {
    guard !isEnded else { return }
    if !readiness.isDisjoint(with: [.error, .hangup]) {
      peerLeft()
    } else if readiness.contains(.end), !client.peer.hasFinished {
      client.finishPeer()
    } else if readiness.contains(.read), client.wantsInput {
      onReadable(self)
    }
    settle()
  }

  /// The peer has closed both ways: what it sent before is still in the socket, and can be read without waiting.
  private func peerLeft() {
    isDeaf = true
    hasPeer = false
    if let registration { loop.remove(registration) }
    registration = nil
    client.peerLeft()
  }

  /// Sends what can be sent, and waits for what is needed now.
  private func settle() {
    guard !isEnded else { return }
    do throws(SystemError) {
      try flush()
      if client.isClosing, client.pendingOutput.isEmpty {
        close()
        return
      }
      if hasPeer { try wait() } else { readRest() }
    } catch {
      close()
    }
  }

  /// Without a peer no event says that there is more to read: all of it is there. It is read in its own turn, since
  /// this may be called while another connection is read, with the same buffer.
  private func readRest() {
    guard !willReadRest, client.wantsInput else { return }
    willReadRest = true
    loop.schedule(at: loop.now) { [weak self] in
      guard let self, !isEnded else { return }
      willReadRest = false
      if client.wantsInput { onReadable(self) }
      settle()
    }
  }

  private func flush() throws(SystemError) {
    while !client.pendingOutput.isEmpty {
      guard let count = try send(client.pendingOutput) else { break }
      if let stall { loop.cancel(stall) }
      stall = nil
      client.sent(count)
      if isEnded { return }
    }
    if !client.pendingOutput.isEmpty, stall == nil {
      stall = loop.schedule(after: client.hub.limits.stall) { [weak self] in
        Log.repeatable(
          .notice, "control: client does not read its answer: connection closed")
        self?.close()
      }
    }
  }

  /// - Returns: how many bytes are done with; nil where the socket takes none now.
  private func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    if isDeaf { return bytes.count }
    do throws(SystemError) {
      return try Socket.send(bytes.span, to: socket)
    } catch {
      guard error.code == .brokenPipe || error.code == .connectionReset else { throw error }
      // Scripts send their commands and leave: those are still carried out. A peer that had not read everything shows
      // as a reset.
      isDeaf = true
      return bytes.count
    }
  }

  private func wait() throws(SystemError) {
    // A client that waits is not read, so its end must be seen otherwise; once is enough.
    var wanted: EventLoop.Interest = client.wantsInput ? .read : client.peer.hasFinished ? [] : .end
    if !client.pendingOutput.isEmpty { wanted.insert(.write) }
    guard wanted != interest, let registration else { return }
    interest = wanted
    try loop.change(registration, to: wanted)
  }
}
