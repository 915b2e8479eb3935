import Glibc
import Linux
import Model
import NIOCore
import Support
import Testing

@testable import Client
@testable import Web

/// The page, its events, and who may do what.
@Suite struct VisitorTests {
  private static let stream = "GET /events?chord HTTP/1.1\r\nHost: jukebox.local\r\n\r\n"

  private static let page = [
    "index.html": #"<script type="module" src="/a/-/main.js"></script>"#,
    "main.js": String(repeating: "export const x = 1;\n", count: 100), "icon.png": "no picture",
    ".hidden": "x",
    "texts/de.js": "x", "texts/en.js": "x", "notes.md": "x",
  ]

  @Test func `the page names its files by their content`() throws {
    let visit = try Visit(page: Self.page)
    let index = try visit.get("/")
    #expect(index.status == 200 && index.header("content-type") == "text/html; charset=utf-8")
    expectEqual(index.header("cache-control"), "no-cache")
    let path = try #require(index.body.split(separator: "\"").first { $0.hasPrefix("/a/") })
    #expect(path != "/a/-/main.js")
    let script = try visit.get(String(path))
    expectEqual(script.body, Self.page["main.js"])
    expectEqual(script.header("cache-control"), "public, max-age=31536000, immutable")
    expectEqual(script.header("content-type"), "text/javascript; charset=utf-8")
    expectEqual(script.header("vary"), "Accept-Encoding")
    let zipped = try visit.get("/a/-/main.js", "Accept-Encoding: br, gzip")
    #expect(zipped.header("content-encoding") == "gzip" && zipped.header("cache-control") == "no-cache")
    #expect(try #require(zipped.header("content-length").flatMap { Int($0) }) < 200)
    #expect(try visit.get("/a/-/main.js", "Accept-Encoding: gzip;q=0").header("content-encoding") == nil)
    let tag = try #require(index.header("etag"))
    let again = try visit.get("/", "If-None-Match: \(tag)")
    #expect(again.status == 304 && again.body.isEmpty && again.header("etag") == tag)
    #expect(try visit.ask("HEAD", "/", []).body.isEmpty)
    for path in [
      "/a/-/.hidden", "/a/-/notes.md", "/a/-/../socket", "/a/-/%2e%2e/socket", "/a/-/%2e%2e%2fsocket",
      "/a/x/main.js",
      "/a/-", "/a/-/", "/main.js", "//", "/a/-/texts", "/index.html",
    ] {
      #expect(try visit.get(path).status == 404, "\(path)")
    }
  }

  @Test func `links in the folder of the page are no files of it`() throws {
    let folder = try TemporaryFolder()
    try HostFolder.make("\(folder.path)/page/texts")
    try folder.write("secret.txt", "secret")
    try folder.write("page/index.html", "<p>")
    for link in ["linked.txt", "texts/linked.js"] {
      _ = unsafe symlink("\(folder.path)/secret.txt", "\(folder.path)/page/\(link)")
    }
    _ = unsafe symlink(folder.path, "\(folder.path)/page/linked")
    let page = try PageFolder(path: "\(folder.path)/page")
    expectEqual(page.response(to: [""])?.body, ByteBuffer(string: "<p>"))
    for names in [["linked.txt"], ["texts", "linked.js"], ["linked", "secret.txt"], ["linked"]] {
      #expect(page.response(to: ["a", "-"] + names) == nil)
    }
    expectEqual(page.languages, [])
  }

  @Test func `the page has the language of the configuration`() throws {
    let folder = try TemporaryFolder()
    try HostFolder.make("\(folder.path)/page")
    try folder.write("page/index.html", #"<html data-language="">"#)
    for (language, shown) in [(nil, ""), ("de", "de")] as [(String?, String)] {
      let page = try PageFolder(path: "\(folder.path)/page", language: language)
      expectEqual(
        page.response(to: [""])?.body, ByteBuffer(string: #"<html data-language="\#(shown)">"#))
    }
  }

  @Test func `a recording is shown to those alone who ask for it`() throws {
    let visit = try Visit([#"record "status""#: "state: recording\npeak: -6\n"])
    let other = try visit.connect()
    _ = try Visit.read(other, sending: Self.stream) { $0.contains("event: chord") }
    let socket = try visit.connect()
    let request = "GET /events?record HTTP/1.1\r\nHost: jukebox.local\r\n\r\n"
    let first = try Visit.read(socket, sending: request) { $0.contains("event: record") }
    #expect(first.contains(#"data: {"state":"recording","peak":"-6"}"#) && !first.contains("event: chord"))
    visit.jukebox.answer(#"record "status""#, "state: take\n")
    visit.jukebox.change("record", "player")
    #expect(
      try Visit.read(socket, sending: "") { $0.contains("event: record") }.contains(#"{"state":"take"}"#))
    #expect(try !Visit.read(other, sending: "") { $0.contains("event: state") }.contains("event: record"))
  }

  @Test func `events begin with all that is, and follow what changes`() throws {
    let visit = try Visit(
      ["status": "state: pause\n", "currentsong": "file: <x>\n", "currentchord": "chord: Am\n"],
      page: Self.page)
    let socket = try visit.connect()
    let first = try Visit.read(socket, sending: Self.stream) {
      $0.contains("event: chord") && $0.contains("event: hello") && $0.contains("event: state")
    }
    #expect(first.contains("Content-Type: text/event-stream\r\n"))
    #expect(first.contains(#""role":"control","https":"no","languages":["de","en"]}"#))
    #expect(
      first.contains("event: state\ndata: {\"status\":{\"state\":\"pause\"},\"song\":{\"file\":\"<x>\"}}\n\n")
    )
    #expect(first.contains(#"data: {"database":1,"playlists":1,"queue":1,"pads":1,"stickers":1"#))
    #expect(first.contains("event: chord\ndata: {\"chord\":\"Am\"}\n\n"))
    visit.jukebox.answer("status", "state: play\n")
    visit.jukebox.change("player", "stored_playlist")
    let second = try Visit.read(socket, sending: "") { $0.contains("event: state") }
    #expect(second.contains(#""playlists":2,"queue":1"#))
    #expect(second.contains(#""status":{"state":"play"}"#))
    visit.jukebox.change("card")
    let cards = try Visit.read(socket, sending: "") { $0.contains("event: changed") }
    #expect(cards.contains(#""playlists":2"#) && cards.contains(#""cards":2,"alarms":1,"family":1}"#))
    visit.jukebox.answer("status", "state: stop\nsnoozed: 539\n")
    visit.jukebox.change("alarm")
    let alarm = try Visit.read(socket, sending: "") { $0.contains("event: state") }
    #expect(alarm.contains(#""status":{"state":"stop","snoozed":"539"}"#))
    visit.jukebox.answer("scan", "updating_db: 1\nvolume: a\nfound: 3\n")
    visit.jukebox.change("update")
    let scan = try Visit.read(socket, sending: "") { $0.contains("event: scan") }
    #expect(scan.contains(#"data: [{"updating_db":"1"},{"volume":"a","found":"3"}]"#))
    visit.jukebox.answer("scan", "")
    // A scan is looked at by itself until it ends.
    #expect(try Visit.read(socket, sending: "") { $0.contains("event: scan") }.contains("data: []\n"))
  }

  @Test func `visitors get events when the jukebox goes and when it returns`() throws {
    let visit = try Visit()
    let socket = try visit.connect()
    _ = try Visit.read(socket, sending: Self.stream) { $0.contains("event: state") }
    visit.jukebox.close()
    Socket.removeName(visit.jukebox.path)
    #expect(try Visit.read(socket, sending: "") { $0.contains("event: away") }.contains("no-jukebox"))
    let other = try FakeJukebox(at: visit.jukebox.path, ["status": "state: play\n"])
    let back = try Visit.read(socket, sending: "") { $0.contains("event: state") }
    #expect(
      back.contains("event: hello") && back.contains(#""database":2"#) && back.contains(#""state":"play""#))
    other.close()
  }

  /// A socket in an array.
  private final class Held {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  @Test func `one machine has no more than its streams`() throws {
    let visit = try Visit()
    var sockets: [Held] = []
    for _ in 0..<Admission.mostListenersOfOne {
      let socket = Held(try visit.connect())
      _ = try Visit.read(socket.descriptor, sending: Self.stream) { $0.contains("event: hello") }
      sockets.append(socket)
    }
    try expectEqual(visit.get("/events").status, 429)
    sockets.removeLast()
    while try visit.server.listenerCount == sockets.count + 1 {}
    let again = try visit.read(sending: Self.stream) { $0.contains("event: hello") }
    #expect(again.contains("event: hello"))
  }

  @Test func `a visitor who takes nothing is disconnected`() throws {
    let visit = try Visit(["status": "error: \(String(repeating: "x", count: 100_000))\n"])
    let slow = try visit.connect()
    _ = try Visit.read(slow, sending: Self.stream) { $0.contains("event: hello") }
    // As much as the system and the server hold for one visitor, and more.
    var count = 1
    while try visit.server.listenerCount == 1, count < 500 {
      visit.jukebox.change("player")
      count += 1
      visit.jukebox.waitFor("status", count: count)
    }
    try expectEqual(visit.server.listenerCount, 0)
    #expect(count > 3)
    withExtendedLifetime(Held(slow)) {}
  }

  @Test func `guests that may do nothing are asked for a password, which raises what they may`() throws {
    let visit = try Visit(
      [
        #"password "secret" "127.0.0.1""#: "", #"password "secret" "jukebox-web""#: "",
        #"password "wrong" "127.0.0.1""#: "ACK [3@0] {password} [bad-password] incorrect password",
        "play": "", "record": "",
      ], guests: nil, page: Self.page)
    for target in ["/api/status", "/events", "/index/albums", "/cover/x", "/wave/x"] {
      try expectEqual(visit.get(target).status, 401)
    }
    try expectEqual(visit.get("/").status, 200)
    try expectEqual(visit.get("/health").status, 200)
    #expect(try visit.post("/login", #"{"password":"wrong"}"#).status == 401)
    #expect(try visit.post("/login", #"{"password":"a\nb"}"#).status == 400)
    let login = try visit.post("/login", #"{"password":"secret"}"#)
    #expect(login.status == 200 && login.body == #"{"role":"all"}"#)
    let cookie = try #require(login.header("set-cookie"))
    #expect(cookie.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"))
    let token = "Cookie: a=b; \(cookie.prefix { $0 != ";" })"
    try expectEqual(visit.post("/api/record", nil, token).status, 200)
    try expectEqual(visit.get("/api/status", "Authorization: Bearer secret").status, 200)
    try expectEqual(visit.get("/api/status", "Cookie: jukebox=0").status, 401)
    #expect(try visit.ask("DELETE", "/login", [token]).header("set-cookie")?.contains("Max-Age=0") == true)
    try expectEqual(visit.get("/api/status", token).status, 401)
    for _ in 0..<4 { try expectEqual(visit.get("/api/status", "Authorization: Bearer wrong").status, 401) }
    let refused = try visit.get("/api/status", "Authorization: Bearer wrong")
    let seconds = try #require(refused.header("retry-after").flatMap { Int($0) })
    #expect(refused.status == 429 && (50...60).contains(seconds))
    #expect(
      refused.body.contains(#""about":"\#(seconds)","text":"Too many requests. Try again in \#(seconds) s.""#)
    )
    #expect(try visit.post("/login", #"{"password":"secret"}"#).status == 429)
  }

  @Test func `a wrong password delays no other visitor, and each machine has one try at a time`() throws {
    let line = #"password "wrong" "127.0.0.1""#
    let visit = try Visit([line: "ACK [3@0] {password} [bad-password] incorrect password"])
    visit.jukebox.hold(line)
    let first = try visit.connect()
    let login =
      "POST /login HTTP/1.1\r\nHost: jukebox.local\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"
    _ = try Socket.send(Array("\(login){\"password\":\"wrong\"}".utf8).span, to: first)
    visit.jukebox.waitFor(line)
    for number in 0..<24 {
      let answer = try visit.post("/login", #"{"password":"wrong\#(number)"}"#)
      #expect(answer.status == 429 && answer.header("retry-after") == "1")
    }
    try expectEqual(visit.get("/api/status").status, 200)
    try expectEqual(visit.post("/api/ping").status, 200)
    visit.jukebox.release()
    #expect(try Visit.read(first, sending: "") { $0.hasSuffix("}") }.hasPrefix("HTTP/1.1 401"))
    #expect(visit.jukebox.asked().filter { $0.hasPrefix("password") } == [line])
  }

  @Test func `a request of any method is answered once, also if its password is checked first`() throws {
    let visit = try Visit([#"password "secret" "127.0.0.1""#: "", #"password "secret" "jukebox-web""#: ""])
    for target in ["/api/status", "/index/albums", "/nothing", "/upload", "/%75pload/Stick/x", "/events"] {
      for method in ["PUT", "PATCH", "OPTIONS"] {
        let head = ["\(method) \(target) HTTP/1.1", "Host: jukebox.local", "Authorization: Bearer secret"]
        let request = head.joined(separator: "\r\n") + "\r\n"
        let text = try visit.read(
          sending: request + "Content-Length: 1\r\n\r\nx" + request + "Connection: close\r\n\r\n"
        ) { _ in false }
        #expect((1...2).contains(text.ranges(of: "HTTP/1.1 4").count), "\(method) \(target): \(text)")
      }
    }
    try expectEqual(visit.get("/api/status").status, 200)
  }

  @Test func `a pause that the jukebox demands reaches the visitor`() throws {
    let visit = try Visit([
      #"password "x" "127.0.0.1""#:
        #"ACK [51@0] {password} [limit-reached "4"] Wait 4 s before the next password"#
    ])
    for _ in 0..<10 {
      let answer = try visit.get("/api/status", "Authorization: Bearer x")
      #expect(answer.status == 429 && answer.header("retry-after") == "4")
    }
  }

  @Test func `a login outlives the server, and ends with its password`() throws {
    let folder = try TemporaryFolder()
    let right = #"password "secret" "127.0.0.1""#
    let answers = [right: "", #"password "secret" "jukebox-web""#: ""]
    let login = try Visit(answers, guests: nil, stateFolder: folder.path)
      .post("/login", #"{"password":"secret"}"#)
    let cookie = try #require(login.header("set-cookie"))
    let token = "Cookie: \(cookie.prefix { $0 != ";" })"
    try expectEqual(
      Visit(answers, guests: nil, stateFolder: folder.path).get("/api/status", token).status, 200)
    let changed = [right: "ACK [3@0] {password} [bad-password] incorrect password"]
    try expectEqual(
      Visit(changed, guests: nil, stateFolder: folder.path).get("/api/status", token).status, 401)
    #expect(try HostFile.text(of: "\(folder.path)/sessions").isEmpty)
  }

  @Test func `lists are kept until the library changes`() throws {
    let line = #"browse "albums""#
    let visit = try Visit([line: "total: 1\nAlbum: a\n"])
    let socket = try visit.connect()
    _ = try Visit.read(socket, sending: Self.stream) { $0.contains("event: scan") }
    let first = try visit.get("/index/albums", "Accept-Encoding: gzip")
    let tag = try #require(first.header("etag"))
    try expectEqual(visit.get("/index/albums", "Accept-Encoding: gzip").header("etag"), tag)
    try expectEqual(visit.get("/index/albums", "Accept-Encoding: gzip", "If-None-Match: \(tag)").status, 304)
    #expect(visit.jukebox.asked().filter { $0 == line }.count == 1)
    visit.jukebox.answer(line, "total: 1\nAlbum: b\n")
    visit.jukebox.change("database")
    _ = try Visit.read(socket, sending: "") { $0.contains("event: changed") }
    try expectEqual(visit.get("/index/albums", "Accept-Encoding: gzip", "If-None-Match: \(tag)").status, 200)
    #expect(try visit.get("/index/albums").body.contains(#"["b"]"#))
  }
}
