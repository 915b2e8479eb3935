import Linux
import NIOCore
import NIOHTTP1
import TLS

/// Everything that serves visitors, in one loop. Loop thread only.
final class Site {
  let gateway: Gateway
  let listeners: Listeners
  let admission = Admission()
  let outbox: Outbox
  private let workers: WorkerGroups
  private let follower: Follower
  private let trust: Trust
  private let identity: TLSIdentity?
  /// When somebody was here last.
  private(set) var lastVisit = Instant.now()

  /// - Parameter loop: the loop that this is made in.
  init(_ settings: ServerSettings, loop: any NIOCore.EventLoop) throws(SystemError) {
    let page = settings.page
    // The follower begins before there is anybody to post to.
    let news = NIOLoopBoundBox<((Follower.News) -> Void)?>(nil, eventLoop: loop)
    let follower = try Follower(address: settings.jukebox) { item in
      loop.execute { news.value?(item) }
    }
    self.follower = follower
    let listeners = Listeners(languages: page?.languages ?? [], https: settings.https) {
      follower.setWanted($0)
    }
    self.listeners = listeners
    news.value = { listeners.take($0) }
    let outbox = Outbox(loop: loop)
    self.outbox = outbox
    workers = try WorkerGroups(of: settings.jukebox, outbox: outbox, loop: loop)
    trust = settings.trust
    identity = settings.identity
    gateway = Gateway(
      page: page, check: RequestCheck(hostName: HostName.current, others: settings.hosts),
      guests: settings.guests.map { Role(guest: $0) }, workers: workers, admission: admission,
      sessions: Sessions(folder: settings.stateFolder),
      logins: Logins(workers: workers.logins, admission: admission) { listeners.end(password: $0) },
      library: { listeners.library })
  }

  /// Visitors without room whose request is awaited.
  private var refusedCount = 0
  /// More are refused without a look at what they ask.
  private static let mostRefused = 32

  /// Makes a new connection one of a visitor's, or one that is refused.
  func equip(_ channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let peer = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    guard trust.includes(peer) else {
      return try pipeline.addHandler(
        RefusingHandler(waits: false) { _ in
          "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        })
    }
    let tls = identity.map { TLSHandler($0) }
    if let tls { try pipeline.addHandler(tls) }
    let machine = peer?.machine ?? ""
    guard admission.enter(machine, at: .now()) else {
      let waits = refusedCount < Self.mostRefused
      refusedCount += 1
      return try pipeline.addHandler(
        RefusingHandler(
          waits: waits, onEnd: { [weak self] in self?.refusedCount -= 1 }, answer: FullHouse.answer))
    }
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = VisitHandler.longestHead
    limits.maxHeaderListSize = VisitHandler.longestHead
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: true, withErrorHandling: true, withOutboundHeaderValidation: true,
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
    try pipeline.addHandler(
      VisitHandler(
        site: self, machine: machine, peer: peer,
        local: channel.localAddress?.ipAddress.flatMap { IPAddress($0) }, tls: tls))
  }

  /// Looks for visitors who are gone, and for passwords that were changed.
  func keepAlive() {
    listeners.keepAlive()
    for role in listeners.roles { gateway.check(listening: role, at: .now()) }
  }

  func visited() { lastVisit = .now() }

  func left(_ machine: String) {
    admission.leave(machine)
    visited()
  }

  func leaveEvents(_ sink: any EventSink, _ machine: String) {
    listeners.remove(sink)
    admission.endListening(machine)
  }

  /// How long nobody has been here.
  func idleTime(at now: Instant) -> Duration { admission.connections > 0 ? .zero : now - lastVisit }

  /// No question is answered any more.
  /// - Returns: wait, in another thread, until the threads have ended.
  func stop() -> [@Sendable () -> Void] { workers.stop() + [follower.stop()] }
}
