import CLinux
import Linux
import Model
import Support
import Testing

@testable import Control

/// The protocol over real sockets, the loop turned by hand.
@Suite struct ServerTests {
  /// A server on a socket of its own folder.
  private final class Site {
    let loop: EventLoop
    let fake = FakeBackend()
    let hub: Hub
    let server: Server
    let folder: TemporaryFolder
    var path: String { folder.path + "/socket" }

    init(limits: Limits = Limits(), password: String? = nil, trust: Trust = .all) throws {
      folder = try TemporaryFolder()
      loop = try EventLoop()
      hub = Hub(
        backend: fake.backend, limits: limits,
        access: Access(passwords: password.map { [.init(word: $0)] } ?? []))
      server = Server(loop: loop, hub: hub, trust: trust)
      try server.listen(on: Socket.listen(on: .unix(path: folder.path + "/socket")), isLocal: true)
    }

    /// Turns the loop until nothing is ready any more.
    func settle() throws {
      for _ in 0..<20 { try loop.turn(waitingAtMost: .zero) }
    }

    func say(_ text: String, on socket: borrowing Descriptor) throws {
      let bytes = Array(text.utf8)
      try expectEqual(Socket.send(bytes.span, to: socket), bytes.count)
      try settle()
    }

    /// What has arrived; nil once the server has closed.
    func hear(on socket: borrowing Descriptor) throws -> String? {
      try systemCall("fcntl") { clinux_fcntl(socket.rawValue, F_SETFL, Int(O_NONBLOCK)) }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      var span = bytes.mutableSpan
      guard let count = try socket.read(into: &span) else { return "" }
      return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test func `a client is greeted and answered`() throws {
    let site = try Site()
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    try expectEqual(site.hear(on: client), "OK MPD 0.24.0\n")
    try site.say("ping\nfoo\n", on: client)
    #expect(try site.hear(on: client) == "OK\nACK [5@0] {} unknown command \"foo\"\n")
  }

  @Test func `announcements of one turn come together`() throws {
    let site = try Site()
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    try site.say("idle\n", on: client)
    _ = try site.hear(on: client)
    site.hub.announce(.player)
    site.hub.announce(.mixer)
    site.hub.announce(.player)
    try site.settle()
    try expectEqual(site.hear(on: client), "changed: player\nchanged: mixer\nOK\n")
  }

  @Test func `lists of changes of any length are answered, and other clients are notified`() throws {
    let site = try Site()
    site.fake.announce = { site.hub.announce($0) }
    let other = try Socket.connect(to: .unix(path: site.path))
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    _ = (try site.hear(on: other), try site.hear(on: client))
    for length in 1...150 {
      try site.say("idle mixer\n", on: other)
      let list = (0..<length).map { "setvol \($0 % 100)\n" }.joined()
      try site.say("command_list_begin\n\(list)command_list_end\n", on: client)
      guard try site.hear(on: client) == "OK\n", try site.hear(on: other) == "changed: mixer\nOK\n" else {
        Issue.record("\(length) commands: no answer")
        return
      }
    }
  }

  @Test func `blanks at a line's end do not count`() throws {
    let site = try Site()
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    _ = try site.hear(on: client)
    try site.say("command_list_begin \nping\t\ncommand_list_end \r\nidle \nnoidle \n", on: client)
    try expectEqual(site.hear(on: client), "OK\nOK\n")
  }

  @Test func `answers that are read at once give no client more than a share of a turn`() throws {
    let site = try Site()
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    _ = try site.hear(on: client)
    let bytes = Array(String(repeating: "ping\n", count: 1000).utf8)
    try expectEqual(Socket.send(bytes.span, to: client), bytes.count)
    try site.loop.turn(waitingAtMost: .zero)
    let first = try #require(try site.hear(on: client)).count / 3
    #expect(first > 0 && first <= 2 * Limits().stepsPerTurn)
    for _ in 0..<40 { try site.settle() }
    #expect(try #require(try site.hear(on: client)).count / 3 == 1000 - first)
  }

  @Test func `a client that is gone is forgotten and its query cancelled`() throws {
    let site = try Site()
    site.fake.holdsAnswers = true
    do {
      let client = try Socket.connect(to: .unix(path: site.path))
      try site.settle()
      try site.say("lsinfo\n", on: client)
      expectEqual(site.hub.clientCount, 1)
    }
    try site.settle()
    expectEqual(site.hub.clientCount, 0)
    expectEqual(site.fake.cancellations, 1)
    site.fake.answerNext()
  }

  @Test func `commands that arrived before a client hung up are executed`() throws {
    let site = try Site()
    do {
      let client = try Socket.connect(to: .unix(path: site.path))
      let bytes = Array("setvol 7\nstop\n".utf8)
      try expectEqual(Socket.send(bytes.span, to: client), bytes.count)
    }
    try site.settle()
    expectEqual(site.fake.performed, [.setVolume(7), .stop])
    expectEqual(site.hub.clientCount, 0)
  }

  @Test func `an edit continues after its client has hung up, and a query does not`() throws {
    let site = try Site()
    site.fake.holdsAnswers = true
    do {
      let client = try Socket.connect(to: .unix(path: site.path))
      try site.settle()
      try site.say("add a\nlsinfo\nsetvol 9\n", on: client)
    }
    try site.settle()
    // The songs of the folder, then the edit's durability; the listing is dropped when its turn comes.
    site.fake.answerNext()
    expectEqual(site.fake.snapshot.entries.count, 4)
    site.fake.answerNext()
    try site.settle()
    expectEqual(site.fake.performed, [.setVolume(9)])
    expectEqual(site.fake.cancellations, 1)
    expectEqual(site.hub.clientCount, 0)
  }

  @Test func `places are kept for local clients`() throws {
    var limits = Limits()
    limits.clients = 2
    limits.clientsKeptForLocal = 1
    let site = try Site(limits: limits)
    let path = site.folder.path + "/network"
    try site.server.listen(on: Socket.listen(on: .unix(path: path)), isLocal: false)
    let remote = try Socket.connect(to: .unix(path: path))
    try site.settle()
    let second = try Socket.connect(to: .unix(path: path))
    try site.settle()
    let local = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    try expectEqual(site.hear(on: remote), "OK MPD 0.24.0\n")
    #expect(try site.hear(on: second) == nil)
    try expectEqual(site.hear(on: local), "OK MPD 0.24.0\n")
  }

  @Test func `one client too many is turned away`() throws {
    var limits = Limits()
    limits.clients = 1
    let site = try Site(limits: limits)
    let first = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    let second = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    try expectEqual(site.hear(on: first), "OK MPD 0.24.0\n")
    #expect(try site.hear(on: second) == nil)
  }

  @Test func `a client that takes nothing is closed in the end, and holds only so much`() throws {
    var limits = Limits()
    limits.stall = .milliseconds(1)
    let site = try Site(limits: limits)
    let title = String(repeating: "long ", count: 800)
    for number in 0..<200 { site.fake.add(Song(uri: "b/\(number).mp3", tags: [.init(.title, title)])) }
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    // More than a kernel keeps for one socket.
    let lines = Array(String(repeating: "listallinfo\n", count: 20).utf8)
    try expectEqual(Socket.send(lines.span, to: client), lines.count)
    while site.hub.clientCount > 0 { try site.loop.turn(waitingAtMost: .milliseconds(50)) }
    #expect(site.fake.widestWindow <= limits.windowSongs)
  }

  @Test func `a long answer arrives whole at a slow client`() throws {
    let site = try Site()
    for number in 0..<5000 { site.fake.add(Song(uri: "b/\(number).mp3")) }
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.say("listall\n", on: client)
    var text = ""
    while !text.hasSuffix("\nOK\n") {
      text += try #require(try site.hear(on: client))
      try site.loop.turn(waitingAtMost: .zero)
    }
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("file: ") }.count == 5004)
  }

  @Test func `a configured password is needed over TCP`() throws {
    var limits = Limits()
    limits.firstPasswordPause = .milliseconds(1)
    let site = try Site(limits: limits, password: "secret")
    // A socket that is not said to be local stands for TCP.
    let path = site.folder.path + "/network"
    try site.server.listen(on: Socket.listen(on: .unix(path: path)), isLocal: false)
    let client = try Socket.connect(to: .unix(path: path))
    try site.settle()
    try site.say("status\npassword wrong\npassword secret\nconfig\nstop\n", on: client)
    // The wrong one's answer, and what comes behind it, waits.
    while site.hub.guesses.wait(of: "this machine", at: site.loop.now) > .zero {
      try site.loop.turn(waitingAtMost: .milliseconds(10))
    }
    try site.settle()
    #expect(
      try site.hear(on: client) == """
        OK MPD 0.24.0
        ACK [4@0] {status} you don't have permission for "status"
        ACK [3@0] {password} incorrect password
        OK
        ACK [4@0] {config} Command only permitted to local clients
        OK

        """)
  }

  @Test func `a wrong password delays its address on every connection, and no other`() throws {
    var limits = Limits()
    limits.firstPasswordPause = .seconds(1000)
    limits.longestPasswordPause = .seconds(1000)
    let site = try Site(limits: limits, password: "secret")
    let path = site.folder.path + "/network"
    try site.server.listen(on: Socket.listen(on: .unix(path: path)), isLocal: false)
    let first = try Socket.connect(to: .unix(path: path))
    let second = try Socket.connect(to: .unix(path: path))
    let local = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    try site.say("password wrong\nping\n", on: first)
    try site.say("ping\npassword secret\nping\n", on: second)
    try site.say("stop\n", on: local)
    try expectEqual(site.hear(on: first), "OK MPD 0.24.0\n")
    try expectEqual(site.hear(on: second), "OK MPD 0.24.0\nOK\n")
    try expectEqual(site.hear(on: local), "OK MPD 0.24.0\nOK\n")
    site.server.stop()
    expectEqual(site.hub.clientCount, 0)
  }

  @Test func `a client that leaves during the pause after a password takes no place and no turn`() throws {
    var limits = Limits()
    limits.firstPasswordPause = .seconds(1000)
    limits.longestPasswordPause = .seconds(1000)
    let site = try Site(limits: limits, password: "secret")
    let path = site.folder.path + "/network"
    try site.server.listen(on: Socket.listen(on: .unix(path: path)), isLocal: false)
    let greetingAndRefusals = """
      OK MPD 0.24.0
      ACK [3@0] {password} incorrect password
      ACK [4@0] {stop} you don't have permission for "stop"

      """
    // The first guess is checked, and delays the others.
    for _ in 0..<3 {
      let client = try Socket.connect(to: .unix(path: path))
      try site.say("password wrong\nstop\n", on: client)
      expectEqual(site.hub.clientCount, 1)
      try systemCall("shutdown") { shutdown(client.rawValue, Int32(SHUT_WR)) }
      try site.settle()
      try expectEqual(site.hear(on: client), greetingAndRefusals)
      expectEqual(site.hub.clientCount, 0)
    }
    #expect(site.hub.guesses.wait(of: "this machine", at: .now()) <= .seconds(1000))
    expectEqual(site.hub.guesses.noteWrong(from: "this machine", at: .now()), .seconds(1000))
  }

  @Test func `commands that arrived before a client stopped sending are executed and answered`() throws {
    let site = try Site()
    site.fake.holdsAnswers = true
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.say("add a\nstop\n", on: client)
    try systemCall("shutdown") { shutdown(client.rawValue, Int32(SHUT_WR)) }
    try site.settle()
    while site.fake.heldCount > 0 { site.fake.answerNext() }
    try site.settle()
    try expectEqual(site.hear(on: client), "OK MPD 0.24.0\nOK\nOK\n")
    expectEqual(site.fake.performed, [.stop])
    expectEqual(site.hub.clientCount, 0)
  }

  @Test func `an address that is not trusted gets the reason and is disconnected, also after a change`()
    throws
  {
    let site = try Site(trust: try #require(Trust("203.0.113.0/24")))
    let port = try FreePort.tcp()
    let address = SocketAddress.tcp(host: "127.0.0.1", port: port)
    try site.server.listen(on: Socket.listen(on: address), isLocal: false)
    let outsider = try Socket.connect(to: address)
    try site.say("stop\n", on: outsider)
    #expect(
      try site.hear(on: outsider)
        == "ACK [4@0] {} 127.0.0.1 may not connect: [control] trust does not include it\n")
    let local = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    try expectEqual(site.hear(on: local), "OK MPD 0.24.0\n")
    #expect(site.fake.performed.isEmpty && site.hub.clientCount == 1)

    site.server.trust = .local
    let insider = try Socket.connect(to: address)
    try site.settle()
    try expectEqual(site.hear(on: insider), "OK MPD 0.24.0\n")
    site.server.trust = try #require(Trust("127.0.0.1"))
    try site.say("ping\n", on: insider)
    try expectEqual(site.hear(on: insider), "OK\n")
    site.server.trust = try #require(Trust("192.168.0.0/16"))
    #expect(try site.hear(on: insider) == nil)
    try site.say("ping\n", on: local)
    try expectEqual(site.hear(on: local), "OK\n")
  }

  @Test func `stopping closes all connections`() throws {
    let site = try Site()
    let client = try Socket.connect(to: .unix(path: site.path))
    try site.settle()
    _ = try site.hear(on: client)
    site.server.stop()
    #expect(try site.hear(on: client) == nil)
    expectEqual(site.hub.clientCount, 0)
  }
}
