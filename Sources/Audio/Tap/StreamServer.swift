import Linux
import Signal

/// Streams what has sounded to HTTP clients as FLAC, each from its connection on. The body of a thread, with a loop of its own;
/// without a client nothing is read nor encoded, and nothing wakes it.
final class StreamServer {
  private let loop: EventLoop
  private let source: TapConverter
  private let address: SocketAddress
  private let most: Int
  private var trust = Trust.all
  private let report: (StreamReport) -> Void
  private var listener: Listener?
  private var clients: [StreamClient] = []
  private var isTroubled = false

  private final class Listener {
    let socket: Descriptor
    var registration: EventLoop.Registration?

    init(_ socket: consuming Descriptor) { self.socket = socket }
  }

  /// So often an address that can't be had is tried again.
  private static let retryPeriod = Duration.seconds(5)
  private static let stepPeriod = Duration.milliseconds(20)
  /// Connections of clients that are refused, beyond those that get sound.
  private static let spareClients = 8

  /// - Parameter most: clients at once.
  init(
    loop: EventLoop, _ source: TapConverter, at address: SocketAddress, most: Int,
    report: @escaping (StreamReport) -> Void
  ) {
    self.loop = loop
    self.source = source
    self.address = address
    self.most = most
    self.report = report
  }

  func start() {
    do throws(SystemError) {
      let listener = Listener(try Socket.listen(on: address))
      listener.registration = try loop.register(listener.socket, for: .read) { [weak self] _ in
        self?.accept()
      }
      self.listener = listener
      report(.listening)
    } catch {
      if !isTroubled { report(.unusable("\(error)")) }
      isTroubled = true
      loop.schedule(after: Self.retryPeriod) { [weak self] in self?.start() }
    }
  }

  /// Closes everything; at the end.
  func stop() {
    for client in clients { client.close() }
    stopListening()
  }

  private func stopListening() {
    if let registration = listener?.registration { loop.remove(registration) }
    listener = nil
  }

  /// Waits for clients, and for frames while a client wants them.
  /// - Parameters:
  ///   - gain: of the output; nil while it is switched off.
  ///   - trust: which addresses may connect.
  func turn(gain: Float?, trust: Trust) throws(SystemError) {
    if trust != self.trust {
      self.trust = trust
      for client in clients where !trust.includes(client.peer) { client.close() }
    }
    let isStreaming = clients.contains(where: \.isStreaming)
    try loop.turn(waitingAtMost: isStreaming ? Self.stepPeriod : nil)
    guard let gain else {
      for client in clients { client.close() }
      return
    }
    guard isStreaming else { return source.skip() }
    var samples: [Int32] = []
    do throws(ResamplerError) {
      while let frames = try source.next(gain: gain, bend: nil) {
        samples.reserveCapacity(2 * frames)
        samples.removeAll(keepingCapacity: true)
        for index in 0..<frames * 2 { samples.append(source.sample(index)) }
        for client in clients { client.send(samples.span) }
      }
    } catch {
      throw SystemError(.outOfMemory, call: "soxr_create")
    }
  }

  private func accept() {
    do throws(SystemError) {
      while true {
        var peer: IPAddress?
        guard let listener, let socket = try Socket.accept(listener.socket, peer: &peer) else { return }
        guard trust.includes(peer) else {
          report(.untrusted(peer, trust))
          continue
        }
        guard clients.count < most + Self.spareClients else { continue }
        try? Socket.tune(socket)
        let isSurplus = clients.count >= most
        let client = StreamClient(socket, from: peer, loop: loop, format: source.format, isSurplus: isSurplus)
        {
          [weak self] client in
          self?.clients.removeAll { $0 === client }
        }
        try client.start()
        clients.append(client)
        if isSurplus { report(.full) }
      }
    } catch {
      // Such as no free descriptor: what waits is taken once a client has gone.
      report(.unusable("\(error)"))
      stopListening()
      loop.schedule(after: Self.retryPeriod) { [weak self] in self?.start() }
    }
  }
}

/// Reports of a `StreamServer`.
enum StreamReport: Hashable, Sendable {
  case listening
  /// An address that may not connect was refused.
  case untrusted(IPAddress?, Trust)
  /// A client was refused, since as many as may are connected.
  case full
  /// Why it can't work now; a sentence.
  case unusable(String)
}
