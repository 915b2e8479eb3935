import Linux
import NIOCore
import NIOPosix

/// The server of the page (HTTP/1.1, RFC 9112), in one thread beside those that ask the jukebox.
package final class Server: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let site: NIOLoopBound<Site>
  /// One for each place that it listens at.
  private let channels: [any Channel]

  private static let keepAlivePeriod = TimeAmount.seconds(15)
  private static let idlePeriod = TimeAmount.seconds(5)
  private static let backlog: Int32 = 64
  private static let receivedAtOnce = 16 * 1024
  /// A stream of events with more unsent bytes is ended.
  private static let mostUnsent = 256 * 1024

  /// Serves from now on.
  /// - Throws: what the system refused.
  package init(_ settings: ServerSettings) throws {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let site = try loop.submit { NIOLoopBound(try Site(settings, loop: loop), eventLoop: loop) }.wait()
    self.site = site
    let bootstrap = ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      // Else the kernel holds some MiB for a visitor who takes nothing.
      .childChannelOption(.socketOption(.so_sndbuf), value: 128 * 1024)
      // Bytes sent before a visitor left are read at once, even if the jukebox has taken few of them.
      .serverChannelOption(.socketOption(.so_rcvbuf), value: 128 * 1024)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.receivedAtOnce)
      )
      .childChannelOption(
        .writeBufferWaterMark, value: .init(low: Self.mostUnsent / 4, high: Self.mostUnsent)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try site.value.equip(channel) }
      }
    switch settings.place {
    case .address(let host, let port): channels = [try bootstrap.bind(host: host, port: Int(port)).wait()]
    case .descriptors(let numbers): channels = try numbers.map { try bootstrap.withBoundSocket($0).wait() }
    }
    let channels = channels
    loop.scheduleRepeatedTask(initialDelay: Self.keepAlivePeriod, delay: Self.keepAlivePeriod) { _ in
      site.value.keepAlive()
    }
    let (limit, files) = (settings.idleLimit, settings.files)
    loop.scheduleRepeatedTask(initialDelay: Self.idlePeriod, delay: Self.idlePeriod) { _ in
      let isIdle = limit.map { site.value.idleTime(at: .now()) >= $0 } ?? false
      if isIdle || files.haveChanged {
        for channel in channels { channel.close(promise: nil) }
      }
    }
  }

  /// The first TCP port that it listens at.
  package var port: Int { channels.first?.localAddress?.port ?? 0 }

  /// The number of visitors who get events.
  var listenerCount: Int {
    get throws { try site.eventLoop.submit { [site] in site.value.admission.listeners }.wait() }
  }

  /// Bytes of answers on their way to visitors.
  var answerBytes: Int {
    get throws { try site.eventLoop.submit { [site] in site.value.outbox.usedBytes }.wait() }
  }

  /// Waits until it has ended.
  package func wait() throws { for channel in channels { try channel.closeFuture.wait() } }

  /// Ends it: connections are closed, and the threads end.
  package func stop() throws {
    for wait in try site.eventLoop.submit({ [site] in site.value.stop() }).wait() { wait() }
    try group.syncShutdownGracefully()
  }
}
