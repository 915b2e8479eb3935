import CLinux
import Linux
import Support
import Testing

@Suite("Sockets")
struct SocketTests {
  private func mode(of path: String) -> UInt32 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(arguments: [UInt32(0o660), 0o666, 0o600])
  func `a Unix socket carries bytes both ways and has the mode asked for`(mode: UInt32) throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: "\(folder.path)/socket")
    let listener = try Socket.listen(on: address, mode: mode)
    expectEqual(self.mode(of: "\(folder.path)/socket"), mode)
    var peer: IPAddress?
    #expect(try Socket.accept(listener, peer: &peer) == nil)
    try exchange(listener, address)
    Socket.removeName("\(folder.path)/socket")
    expectEqual(self.mode(of: "\(folder.path)/socket"), 0)
  }

  @Test(arguments: ["127.0.0.1", "0.0.0.0", "localhost", "::1", "::"])
  func `a TCP socket carries bytes both ways`(host: String) throws {
    // The kernel says which port is free; it is asked for by number then, as a configuration does.
    let port = try FreePort.tcp()
    let listener: Descriptor
    do throws(SystemError) {
      listener = try Socket.listen(on: .tcp(host: host, port: port))
    } catch {
      // A machine without IPv6.
      try #require(host.contains(":") && error.code.rawValue == EAFNOSUPPORT)
      return
    }
    let reached = host == "::" ? "127.0.0.1" : host
    try exchange(listener, .tcp(host: reached, port: port))
  }

  private func exchange(_ listener: borrowing Descriptor, _ address: SocketAddress) throws {
    let client = try Socket.connect(to: address)
    try expectEqual(Poll.wait(for: listener, .read, atMost: .seconds(20)), .read)
    var peer: IPAddress?
    guard let server = try Socket.accept(listener, peer: &peer) else {
      Issue.record("nobody to accept")
      return
    }
    switch address {
    case .unix: #expect(peer == nil)
    case .tcp(let host, _): expectEqual(peer, IPAddress(host == "::1" ? "::1" : "127.0.0.1"))
    }
    var buffer = [UInt8](repeating: 0, count: 16)
    var span = buffer.mutableSpan
    #expect(try server.read(into: &span) == nil, "an accepted socket does not block")
    try expectEqual(Socket.send(Array("hello".utf8).span, to: client), 5)
    try expectEqual(Poll.wait(for: server, .read, atMost: .seconds(20)), .read)
    span = buffer.mutableSpan
    try expectEqual(server.read(into: &span), 5)
    expectEqual(Array(buffer[..<5]), Array("hello".utf8))
    try expectEqual(Socket.send([1].span, to: server), 1)
    span = buffer.mutableSpan
    try expectEqual(client.read(into: &span), 1)
    try expectEqual(Poll.wait(for: server, .read, atMost: .zero), [])
    if case .tcp = address { try Socket.tune(server) }
    _ = consume client
    #expect(try Poll.wait(for: server, .read, atMost: .seconds(20)).contains(.read))
    span = buffer.mutableSpan
    try expectEqual(server.read(into: &span), 0)
  }

  @Test func `sending to a peer that has gone is an error and no signal`() throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: "\(folder.path)/socket")
    let listener = try Socket.listen(on: address)
    let client = try Socket.connect(to: address)
    do {
      let server = try #require(try Accepted(listener))
      _ = server
    }
    #expect(throws: SystemError(.brokenPipe, call: "send")) {
      try attempt { _ = try Socket.send([1].span, to: client) }
    }
  }

  /// Until it is refused: a command that another test is just starting may hold a copy of a descriptor until it runs.
  private func attempt(_ body: () throws -> Void) throws {
    let limit = Instant.now() + .seconds(20)
    while Instant.now() < limit { try body() }
  }

  private final class Accepted {
    let descriptor: Descriptor
    init?(_ listener: borrowing Descriptor) throws {
      var peer: IPAddress?
      guard let descriptor = try Socket.accept(listener, peer: &peer) else { return nil }
      self.descriptor = descriptor
    }
  }

  @Test func `a full socket accepts nothing and returns nil`() throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: "\(folder.path)/socket")
    let listener = try Socket.listen(on: address)
    let client = try Socket.connect(to: address)
    let server = try #require(try Accepted(listener))
    let block = [UInt8](repeating: 7, count: 64 * 1024)
    var sent = 0
    while let count = try Socket.send(block.span, to: server.descriptor) {
      sent += count
      try #require(sent < 1 << 30)
    }
    #expect(sent > 0)
    try expectEqual(client.readAll(atMost: sent), [UInt8](repeating: 7, count: sent))
  }

  @Test func `the socket of a dead process is taken over, that of a living one is not`() throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: "\(folder.path)/socket")
    do {
      let dead = try Socket.listen(on: address)
      #expect(throws: SystemError(.addressInUse, call: "bind", path: address.description)) {
        _ = try Socket.listen(on: address)
      }
      _ = consume dead
    }
    #expect(throws: SystemError(.connectionRefused, call: "connect", path: address.description)) {
      try attempt { _ = try Socket.connect(to: address) }
    }
    let listener = try Socket.listen(on: address)
    _ = try Socket.connect(to: address)
    _ = consume listener
  }

  @Test func `a file at the path stays`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("socket", "precious")
    #expect(throws: SystemError(.addressInUse, call: "bind", path: path)) {
      _ = try Socket.listen(on: .unix(path: path))
    }
    Socket.removeName(path)
    try expectEqual(
      Root(path: folder.path).open(Array("socket".utf8)).readAll(atMost: 100), Array("precious".utf8))
  }

  @Test func `a path of 107 bytes is taken and one of 108 refused by name`() throws {
    let folder = try TemporaryFolder()
    let longest = folder.path + "/" + String(repeating: "s", count: 106 - folder.path.utf8.count)
    try #require(longest.utf8.count == SocketAddress.longestPath)
    let listener = try Socket.listen(on: .unix(path: longest))
    _ = try Socket.connect(to: .unix(path: longest))
    _ = consume listener
    for path in [longest + "s", String(repeating: "s", count: 5000)] {
      let refusal = SystemError(.nameTooLong, call: "bind", path: path)
      #expect(throws: refusal) { _ = try Socket.listen(on: .unix(path: path)) }
      #expect(throws: refusal) { _ = try Socket.connect(to: .unix(path: path)) }
    }
    #expect(throws: SystemError.self) { _ = try Socket.listen(on: .unix(path: "")) }
  }

  @Test(arguments: ["music.example", "256.0.0.1", "", "0.0.0.0 "])
  func `a host that is no address is refused without asking a network`(host: String) {
    #expect(throws: SystemError(.addressNotAvailable, call: "getaddrinfo", path: "\(host):6600")) {
      _ = try Socket.listen(on: .tcp(host: host, port: 6600))
    }
  }
}
