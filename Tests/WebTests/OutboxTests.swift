import Linux
import Support
import Testing

@testable import Client
@testable import Web

/// The room for answers that visitors have not taken.
@Suite struct OutboxTests {
  private static func request(_ number: Int) -> String {
    "GET /api/find/\(number) HTTP/1.1\r\nHost: jukebox.local\r\n\r\n"
  }

  private static func answers(_ count: Int, megabytes: Int) -> [String: String] {
    let line = "file: \(String(repeating: "x", count: 993))\n"
    let text = String(repeating: line, count: 1000 * megabytes)
    return Dictionary(uniqueKeysWithValues: (0..<count).map { ("find \"\($0)\"", text) })
  }

  /// A socket in an array.
  private final class Held {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  @Test func `visitors who take nothing hold a bounded number of bytes, and make room for others`() throws {
    let visit = try Visit(Self.answers(9, megabytes: 3))
    var silent: [Held] = []
    for number in 0..<8 {
      let socket = Held(try visit.connect())
      _ = try Socket.send(Array(Self.request(number).utf8).span, to: socket.descriptor)
      visit.jukebox.waitFor("find \"\(number)\"")
      silent.append(socket)
    }
    #expect(try visit.server.answerBytes <= Outbox.mostBytes)
    let answer = try visit.get("/api/find/8")
    #expect(answer.status == 200 && answer.body.utf8.count > 3_000_000)
    #expect(try visit.server.answerBytes <= Outbox.mostBytes)
    withExtendedLifetime(silent) {}
  }

  @Test func `long answers are made one at a time`() throws {
    let answers = LongAnswers()
    let log = Monitor<[String]>([])
    let first = LongAnswers.Turn(answers)
    first.take()
    first.take()
    _ = try Thread.start(name: "second", payload: ()) { _ in
      let second = LongAnswers.Turn(answers)
      second.take()
      log.change { $0.append("second") }
      second.giveBack()
    }
    let visit = try Visit(Self.answers(2, megabytes: 1))
    for number in 0..<2 { #expect(try visit.get("/api/find/\(number)").body.utf8.count > 900_000) }
    log.change { $0.append("first") }
    first.giveBack()
    first.giveBack()
    log.wait { $0.count == 2 ? .done(()) : .wait() }
    #expect(log.withLock { $0 } == ["first", "second"])
    first.take()
  }

  @Test func `an answer to many is held once`() throws {
    let visit = try Visit(Self.answers(1, megabytes: 3))
    let line = "find \"0\""
    visit.jukebox.hold(line)
    var sockets: [Held] = []
    for _ in 0..<20 {
      let socket = Held(try visit.connect())
      _ = try Socket.send(Array(Self.request(0).utf8).span, to: socket.descriptor)
      sockets.append(socket)
    }
    visit.jukebox.waitFor(line)
    // The loop takes one request after the other.
    try expectEqual(visit.get("/api/volumes%0A").status, 400)
    visit.jukebox.release()
    for socket in sockets {
      #expect(
        try Visit.read(socket.descriptor, sending: "") { $0.utf8.count > 1000 }.hasPrefix("HTTP/1.1 200"))
    }
    #expect(try (1...4_000_000).contains(visit.server.answerBytes))
    #expect(visit.jukebox.asked().filter { $0 == line }.count == 1)
  }

  @Test func `requests wait until the answer before is taken`() throws {
    let visit = try Visit(Self.answers(1, megabytes: 3))
    let socket = try visit.connect()
    _ = try Socket.send(Array(String(repeating: Self.request(0), count: 3).utf8).span, to: socket)
    visit.jukebox.waitFor("find \"0\"")
    _ = try Visit.read(socket, sending: "") { $0.utf8.count > 1000 }
    #expect(visit.jukebox.asked().filter { $0 == "find \"0\"" }.count == 1)
    let rest = try Visit.read(socket, sending: "") { $0.ranges(of: "HTTP/1.1 200").count == 2 }
    #expect(rest.utf8.count > 3_000_000)
  }
}
