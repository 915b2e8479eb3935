import Linux
import NIOHTTP1
import Support
import Testing

@testable import Client
@testable import Web

/// What a visitor can't do.
@Suite struct SafetyTests {
  private static let check = RequestCheck(hostName: "kitchen", others: ["music.example"])

  private func status(
    _ method: HTTPMethod = .POST, _ target: String = "/api/play", peer: String = "192.0.2.7",
    local: String = "192.0.2.1", body: String = "", with headers: (String, String)...
  ) -> Int {
    var request = Request(method: method, target: target, headers: HTTPHeaders(headers))
    request.peer = IPAddress(peer)
    request.local = IPAddress(local)
    request.body = Array(body.utf8)
    return Int(Self.check.refusal(of: request)?.status.code ?? 200)
  }

  @Test(arguments: [
    ("kitchen", 200), ("KITCHEN:8080", 200), ("kitchen.", 200), ("kitchen.local", 200),
    ("jukebox.local:80", 200),
    ("music.example", 200), ("192.0.2.1", 200), ("192.0.2.1:80", 200), ("192.0.2.2", 421),
    ("evil.example", 421),
    ("evil.example:80", 421), ("kitchen.evil.example", 421), ("local", 421), ("localhost", 421),
    ("kitchen:x", 400), ("", 400), (":80", 400), ("[::1]x", 400), ("a:b:c", 400),
    ("x.local.evil.example", 421), ("evil.example#.local", 400), ("a b.local", 400),
    ("kitchen@evil.example", 400),
  ])
  func `the machine's own names are answered and no others`(host: String, expected: Int) {
    expectEqual(status(with: ("Host", host)), expected)
    expectEqual(status(.GET, "/", with: ("Host", host)), expected)
  }

  @Test func `localhost is this machine's, and IPv6 stands in brackets`() {
    expectEqual(status(peer: "127.0.0.1", local: "127.0.0.1", with: ("Host", "localhost:8080")), 200)
    expectEqual(status(peer: "::1", local: "::1", with: ("Host", "[::1]:8080")), 200)
    expectEqual(status(peer: "fd00::2", local: "fd00::1", with: ("Host", "[FD00::1]")), 200)
    expectEqual(status(peer: "fd00::2", local: "fd00::1", with: ("Host", "[fd00::2]")), 421)
    expectEqual(status(), 400)
    expectEqual(status(with: ("Host", "kitchen"), ("Host", "kitchen")), 400)
  }

  @Test(arguments: [
    ("http://kitchen", 200), ("https://kitchen", 200), ("http://kitchen:80", 403),
    ("http://evil.example", 403),
    ("null", 403), ("http://kitchen.evil.example", 403), ("", 403), ("http://jukebox.local", 403),
  ])
  func `a page of another origin sends nothing`(origin: String, expected: Int) {
    expectEqual(status(with: ("Host", "kitchen"), ("Origin", origin)), expected)
    expectEqual(status(.GET, "/api/status", with: ("Host", "kitchen"), ("Origin", origin)), expected)
  }

  @Test func `a request that another site begins is refused, but for a link to the page`() {
    for site in ["cross-site", "same-site"] {
      for method in [HTTPMethod.GET, .POST, .DELETE] {
        expectEqual(status(method, with: ("Host", "kitchen"), ("Sec-Fetch-Site", site)), 403)
      }
      let link = [("Host", "kitchen"), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")]
      expectEqual(status(.GET, "/", with: link[0], link[1], link[2]), 200)
      expectEqual(status(.GET, "/api/status", with: link[0], link[1], link[2]), 403)
      expectEqual(status(.POST, "/", with: link[0], link[1], link[2]), 403)
    }
    for site in ["same-origin", "none"] {
      expectEqual(status(with: ("Host", "kitchen"), ("Sec-Fetch-Site", site)), 200)
    }
  }

  @Test func `a body is JSON`() {
    let host = ("Host", "kitchen")
    for type in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
      expectEqual(status(body: "[]", with: host, ("Content-Type", type)), 200)
    }
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; x", ""] {
      expectEqual(status(body: "[]", with: host, ("Content-Type", type)), 415)
      expectEqual(status(with: host, ("Content-Type", type)), 415)
    }
    expectEqual(status(body: "[]", with: host), 415)
  }

  @Test func `every answer has the headers that keep foreign content harmless`() throws {
    let visit = try Visit(page: ["index.html": "<p>"])
    for answer in [
      try visit.get("/"), try visit.get("/api/status"), try visit.get("/nothing"),
      try visit.get("/", "Host: evil"),
    ] {
      expectEqual(
        answer.header("content-security-policy"),
        "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; "
          + "require-trusted-types-for 'script'; trusted-types worker")
      expectEqual(answer.header("x-content-type-options"), "nosniff")
      expectEqual(answer.header("referrer-policy"), "no-referrer")
      expectEqual(answer.header("cross-origin-resource-policy"), "same-origin")
      #expect(answer.header("access-control-allow-origin") == nil)
    }
    try expectEqual(visit.ask("OPTIONS", "/api/play", ["Origin: http://evil"]).status, 403)
    try expectEqual(visit.ask("OPTIONS", "/api/play", []).status, 405)
  }

  @Test func `a request that is too large or malformed is refused, and the connection ends`() throws {
    let visit = try Visit(["play": ""])
    visit.jukebox.waitForFollower()
    _ = visit.jukebox.asked()
    let host = "Host: jukebox.local\r\n"
    let json = "Content-Type: application/json\r\n"
    try expectEqual(visit.post("/api/play", String(repeating: " ", count: 65_537)).status, 413)
    // It is refused before it comes.
    try expectEqual(
      visit.raw("POST /api/play HTTP/1.1\r\n\(host)\(json)Content-Length: 70000\r\n\r\n").status, 413)
    let part = "8000\r\n\(String(repeating: " ", count: 0x8000))\r\n"
    let chunked = "POST /api/play HTTP/1.1\r\n\(host)\(json)Transfer-Encoding: chunked\r\n\r\n"
    try expectEqual(visit.raw(chunked + part + part + part).status, 413)
    #expect(try visit.get("/api/status", "X: \(String(repeating: "x", count: 17_000))").status == 400)
    let many = (0..<20).map { "X\($0): \(String(repeating: "x", count: 1000))" }
    try expectEqual(visit.ask("GET", "/api/status", many).status, 400)
    #expect(try visit.get("/api/\(String(repeating: "x", count: 70_000))").status == 400)
    // Two lengths or two ends of one request could hide another in it.
    let both =
      "POST /api/play HTTP/1.1\r\n\(host)\(json)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    try expectEqual(visit.raw(both).status, 400)
    let twice = "POST /api/play HTTP/1.1\r\n\(host)\(json)Content-Length: 0\r\nContent-Length: 4\r\n\r\n"
    try expectEqual(visit.raw(twice).status, 400)
    try expectEqual(
      visit.raw("GET /api/status HTTP/1.1\r\n\(host)\(host)Connection: close\r\n\r\n").status, 400)
    try expectEqual(visit.raw("GET /api/status\r\n\r\n").status, 400)
    #expect(try visit.raw("\u{1}\u{2}\u{3}\r\n\r\n").status == 400)
    expectEqual(visit.jukebox.asked(), [])
  }

  private static let inner = "POST /api/play HTTP/1.1\r\nHost: jukebox.local\r\n\r\n"

  @Test(arguments: [
    "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    "Content-Length: 0, \(inner.utf8.count)\r\n\r\n", "Content-Length: -1\r\n\r\n",
    "Content-Length: +0\r\n\r\n",
    "Content-Length: 0x0\r\n\r\n", "Content-Length: 18446744073709551616\r\n\r\n",
    "Content-Length : 0\r\n\r\n",
    "X: y\r\n Content-Length: 4\r\n\r\n", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n",
    "X: y\nContent-Length: 4\r\n\r\n", "X: y\rContent-Length: 4\r\n\r\n", "X: y\0z\r\n\r\n", "X y: z\r\n\r\n",
  ])
  func `a request whose end is in doubt hides no other`(rest: String) throws {
    let visit = try Visit(["play": "", "stop": ""])
    visit.jukebox.waitForFollower()
    _ = visit.jukebox.asked()
    let head = "POST /api/stop HTTP/1.1\r\nHost: jukebox.local\r\nContent-Type: application/json\r\n"
    let answer = try visit.raw(head + rest + Self.inner)
    expectEqual(answer.status, 400)
    #expect(!answer.body.contains("HTTP/1.1"))
    expectEqual(visit.jukebox.asked(), [])
  }

  @Test func `commands are counted, files of the page and covers are not`() throws {
    let visit = try Visit(["ping": ""], page: ["index.html": "<p>"])
    func statuses(_ target: String) throws -> (served: Int, refused: Int) {
      let request = "GET \(target) HTTP/1.1\r\nHost: jukebox.local\r\n"
      let text = try visit.read(
        sending: String(repeating: request + "\r\n", count: 599) + request + "Connection: close\r\n\r\n"
      ) { _ in false }
      func count(_ status: String) -> Int { text.ranges(of: "HTTP/1.1 \(status)").count }
      return (count("200"), count("429"))
    }
    #expect(try statuses("/") == (600, 0))
    let (served, refused) = try statuses("/api/ping")
    #expect(served >= Int(Admission.burst) && served + refused == 600 && refused > 0)
    #expect(try statuses("/") == (600, 0))
  }

  @Test func `the connections of one machine are limited`() throws {
    let visit = try Visit()
    let request = "GET /api/status HTTP/1.1\r\nHost: jukebox.local\r\n\r\n"
    var sockets: [Mutable] = []
    for _ in 0..<Admission.mostConnectionsOfOne {
      let socket = Mutable(try visit.connect())
      #expect(try socket.ask(request).hasPrefix("HTTP/1.1 200"))
      sockets.append(socket)
    }
    let full = try visit.get("/", "Accept: text/html,application/xhtml+xml")
    #expect(full.status == 503 && full.header("content-type") == "text/html; charset=utf-8")
    #expect(full.body.contains("as many visitors as it can") && full.header("retry-after") == "10")
    let program = try visit.get("/api/status")
    #expect(program.status == 503 && program.body.hasPrefix(#"{"key":"too-many","text":"#))
    sockets.removeLast()
    // The server notices by itself that a visitor has left.
    while try visit.get("/api/status").status != 200 {}
  }

  /// A socket in an array.
  private final class Mutable {
    let socket: Descriptor
    init(_ socket: consuming Descriptor) { self.socket = socket }

    func ask(_ text: String) throws -> String {
      try Visit.read(socket, sending: text) { $0.hasSuffix("}") }
    }
  }

  @Test func `limits are counted for each machine`() {
    let admission = Admission()
    let start = Instant(nanoseconds: 0)
    for index in 0..<Admission.mostConnections {
      #expect(admission.enter("machine \(index / Admission.mostConnectionsOfOne)", at: start))
    }
    #expect(!admission.enter("another", at: start))
    admission.leave("machine 0")
    #expect(!admission.enter("machine 1", at: start))
    #expect(admission.enter("another", at: start))
    for _ in 0..<Int(Admission.burst) { #expect(admission.request("another", at: start)) }
    #expect(!admission.request("another", at: start))
    #expect(admission.request("machine 1", at: start))
    let later = start + .seconds(1)
    for _ in 0..<Int(Admission.rate) { #expect(admission.request("another", at: later)) }
    #expect(!admission.request("another", at: later))
    for _ in 0..<Admission.mostListenersOfOne { #expect(admission.listen("another")) }
    #expect(!admission.listen("another"))
    admission.endListening("another")
    #expect(admission.listen("another"))
    for _ in 0..<Admission.mostWrongPasswords {
      #expect(admission.passwordWait("another", at: later) == nil)
      admission.beginPassword("another", at: later)
    }
    expectEqual(admission.passwordWait("another", at: later), Admission.wrongPasswordTime)
    #expect(admission.passwordWait("machine 1", at: later) == nil)
    expectEqual(admission.passwordWait("another", at: later + .seconds(20)), .seconds(40))
    #expect(admission.passwordWait("another", at: later + Admission.wrongPasswordTime) == nil)
  }

  @Test func `machines that left are forgotten`() {
    let admission = Admission()
    for index in 0..<5000 {
      let now = Instant(nanoseconds: Int64(index))
      #expect(admission.enter("machine \(index)", at: now))
      admission.beginPassword("machine \(index)", at: now)
      admission.leave("machine \(index)")
    }
    #expect(admission.accountCount <= 513)
  }
}
