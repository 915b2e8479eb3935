import Linux
import Model
import Support
import Testing

@testable import Client
@testable import Web

/// A request, what the jukebox is asked for it, and the answer.
@Suite struct GatewayTests {
  struct Row: CustomTestStringConvertible {
    let method: String
    let target: String
    var body: String?
    var jukebox: [String: String] = [:]
    let lines: [String]
    let status: Int
    let answer: String

    var testDescription: String { "\(method) \(target) \(body ?? "")" }

    init(
      _ method: String, _ target: String, _ body: String? = nil, _ jukebox: [String: String] = [:],
      asks lines: [String], _ answer: String
    ) {
      self.init(method, target, body, jukebox, asks: lines, 200, answer)
    }

    init(
      _ method: String, _ target: String, _ body: String? = nil, _ jukebox: [String: String] = [:],
      asks lines: [String], _ status: Int, _ answer: String
    ) {
      (self.method, self.target, self.body, self.jukebox) = (method, target, body, jukebox)
      (self.lines, self.status, self.answer) = (lines, status, answer)
    }
  }

  static let rows: [Row] = [
    Row(
      "GET", "/api/status", nil, ["status": "volume: 50\nstate: play\n"], asks: ["status"],
      #"{"volume":"50","state":"play"}"#),
    Row("GET", "/api/currentsong", nil, [:], asks: ["currentsong"], "{}"),
    Row(
      "GET", "/api/find/(Artist%20==%20%22A%2FB%22)", nil,
      [#"find "(Artist == \"A/B\")""#: "file: a\nArtist: x\nArtist: y\nfile: b\n"],
      asks: [#"find "(Artist == \"A/B\")""#], #"[{"file":"a","Artist":["x","y"]},{"file":"b"}]"#),
    Row("GET", "/api/find/x", nil, [#"find "x""#: ""], asks: [#"find "x""#], "[]"),
    Row(
      "GET", "/api/browse/albums", nil,
      [#"browse "albums""#: "total: 7\nAlbum: <b>\"\\\u{1}\nDate: 1\nAlbum: b\n"],
      asks: [#"browse "albums""#], #"[{"Album":"<b>\"\\\u0001","Date":"1"},{"Album":"b"}]"#),
    Row(
      "GET", "/api/lsinfo/", nil, [#"lsinfo """#: "directory: d\nfile: f\nplaylist: p\n"],
      asks: [#"lsinfo """#],
      #"[{"directory":"d"},{"file":"f"},{"playlist":"p"}]"#),
    Row(
      "GET", "/api/volumes", nil, ["volumes": "volume: a\nuri: \nunused: /x\nreason: y\n"], asks: ["volumes"],
      #"[{"volume":"a","uri":""},{"unused":"/x","reason":"y"}]"#),
    Row(
      "GET", "/api/cards", nil,
      [
        "cards":
          "unknown: 1\nreader: door\nago: 5\nunknown: 2\nreader: door\nago: 9\ncard: 3\nsong: a\ncard: 4\nsong: b\n"
      ],
      asks: ["cards"],
      #"[{"unknown":"1","reader":"door","ago":"5"},{"unknown":"2","reader":"door","ago":"9"},"#
        + #"{"card":"3","song":"a"},{"card":"4","song":"b"}]"#),
    Row("POST", "/api/play", nil, ["play": ""], asks: ["play"], "{}"),
    Row(
      "POST", "/api/trash/list", nil, [#"trash "list""#: "trash: 1\nfile: a\ntrash: 2\ndirectory: b\n"],
      asks: [#"trash "list""#], #"[{"trash":"1","file":"a"},{"trash":"2","directory":"b"}]"#),
    Row(
      "POST", "/api/settings", nil,
      ["settings": "setting: a b\nvalue: 1\nplace: \nsetting: c d\nvalue: \nplace: /f:3\n"],
      asks: ["settings"],
      #"[{"setting":"a b","value":"1","place":""},{"setting":"c d","value":"","place":"/f:3"}]"#),
    Row("POST", "/api/addid", #"["ü/\u00fc\n"]"#, asks: [], 400, "bad-request"),
    Row(
      "POST", "/api/addid/x", #"["1"]"#, [#"addid "x" "1""#: "Id: 5\n"], asks: [#"addid "x" "1""#],
      #"{"Id":"5"}"#),
    Row(
      "POST", "/api/batch", #"[["clear"],["find","x"],["play", 0]]"#,
      ["clear": "", #"find "x""#: "file: x\n", #"play "0""#: ""],
      asks: ["command_list_ok_begin", "clear", #"find "x""#, #"play "0""#, "command_list_end"],
      #"[{},[{"file":"x"}],{}]"#),
    Row(
      "POST", "/api/batch", #"[["clear"],["play","9"]]"#,
      ["clear": "", #"play "9""#: "ACK [2@0] {play} [no-such-position] Bad song index"],
      asks: ["command_list_ok_begin", "clear", #"play "9""#, "command_list_end"], 409,
      #"{"key":"no-such-position","text":"Bad song index","command":1}"#),
    Row(
      "GET", "/api/listening/x", nil,
      [#"listening "x""#: #"ACK [50@0] {listening} [no-such-song "x"] No such song: x"#],
      asks: [#"listening "x""#], 404, #"{"key":"no-such-song","about":"x","text":"No such song: x"}"#),
    Row(
      "GET", "/api/clear", nil,
      ["clear": #"ACK [4@0] {clear} [no-permission] you don't have permission for "clear""#], asks: ["clear"],
      403,
      "no-permission"),
    Row("GET", "/api/nonsense", nil, [:], asks: ["nonsense"], 404, "unknown-command"),
    Row(
      "GET", "/index/albums", nil,
      [#"browse "albums""#: "total: 2\nAlbum: a\nDate: 1\nAlbum: b\nGenre: x\nGenre: y\n"],
      asks: [#"browse "albums""#],
      #"{"total":"2","columns":{"Album":["a","b"],"Date":["1",""],"Genre":["",["x","y"]]}}"#),
    Row("GET", "/index/songs", nil, [:], asks: [], 404, "not-found"),
    Row(
      "GET", "/wave/a%20b/c?n=1", nil, [#"waveform "a b/c" "1""#: "peak: 1.0 0.25 2\nrms: 0 0 0\n"],
      asks: [#"waveform "a b/c" "1""#], "\u{FFFD}\u{FFFD}\u{FFFD}\0\0\0"),
    Row(
      "GET", "/wave/pad/7?n=2", nil, [#"padwaveform "7" "2""#: "peak: 0.0\npeak: nan\n"],
      asks: [#"padwaveform "7" "2""#], "\0\0"),
    Row(
      "GET", "/wave/a?n=1", nil,
      [#"waveform "a" "1""#: #"ACK [50@0] {waveform} [no-analysis "a"] No analysis of a: not analysed yet"#],
      asks: [#"waveform "a" "1""#], 204, ""),
    Row(
      "GET", "/api/lyrics/a", nil,
      [#"lyrics "a""#: #"ACK [50@0] {lyrics} [no-lyrics "a"] No lyrics: a"#], asks: [#"lyrics "a""#], 204, ""),
    Row("GET", "/wave/x?n=0", nil, [:], asks: [], 400, "bad-request"),
    Row(
      "GET", "/cover/a/b.mp3", nil, [#"binarylimit "32768""#: "", #"readpicture "a/b.mp3" "0""#: ""],
      asks: [#"binarylimit "32768""#, #"readpicture "a/b.mp3" "0""#], 204, ""),
    Row(
      "GET", "/cover/song/a/b.mp3?size=320&v=1", nil,
      [
        #"binarylimit "32768""#: "",
        #"thumbnail "a/b.mp3" "320" "0""#: "size: 4\ntype: image/jpeg\nbinary: 4\nBM12\n",
      ],
      asks: [#"binarylimit "32768""#, #"thumbnail "a/b.mp3" "320" "0""#], "BM12"),
    Row("GET", "/cover/song/a/b.mp3?size=300", nil, [:], asks: [], 400, "bad-request"),
    Row("GET", "/wave/song/http://radio.example/x?n=9", nil, [:], asks: [], 204, ""),
    Row("GET", "/wave/song/https:/%2Fradio.example?n=9", nil, [:], asks: [], 204, ""),
    Row(
      "GET", "/cover/song/playlist/b.mp3", nil,
      [
        #"binarylimit "32768""#: "",
        #"readpicture "playlist/b.mp3" "0""#: "size: 10\ntype: image/svg+xml\nbinary: 10\n<svg>1234\n\n",
      ],
      asks: [#"binarylimit "32768""#, #"readpicture "playlist/b.mp3" "0""#], 204, ""),
    Row(
      "GET", "/cover/playlist/Mix", nil,
      [
        #"binarylimit "32768""#: "",
        #"playlistcover "Mix" "0""#: "size: 6\ntype: image/gif\nbinary: 6\nGIF89a\n",
      ],
      asks: [#"binarylimit "32768""#, #"playlistcover "Mix" "0""#], "GIF89a"),
    Row("GET", "/health", nil, [:], asks: ["ping"], #"{"jukebox":"yes""#),
    Row("PUT", "/api/status", nil, [:], asks: [], 405, "not-allowed"),
    Row("DELETE", "/index/albums", nil, [:], asks: [], 405, "not-allowed"),
  ]

  @Test(arguments: rows)
  func `each request is one question`(row: Row) throws {
    let visit = try Visit(row.jukebox)
    visit.jukebox.waitForFollower()
    _ = visit.jukebox.asked()
    let answer = try visit.ask(row.method, row.target, [], body: row.body)
    #expect(answer.status == row.status, "\(answer)")
    let isPart = row.status != 200 && !row.answer.hasPrefix("{") || row.target == "/health"
    #expect(isPart ? answer.body.contains(row.answer) : answer.body == row.answer)
    expectEqual(visit.jukebox.asked(), row.lines)
  }

  @Test(arguments: [
    "/api/add/x%0Aclear", "/api/add/x%0Dclear", "/api/add/x%00", "/api/play%0Aclear", "/api/add/x%ff",
    "/api/add/%zz",
    "/api/add/%4", "/api/Play", "/api/pl%61y%20x", "/api/", "/cover/x%0A", "/wave/x%0Astatus", "/api/%22",
  ])
  func `no line break, NUL or broken text gets through`(target: String) throws {
    let visit = try Visit()
    visit.jukebox.waitForFollower()
    _ = visit.jukebox.asked()
    try expectEqual(
      visit.post(target).status, (target.hasPrefix("/api") ? 400 : target.contains("%0A") ? 400 : 404))
    try expectEqual(visit.get(target).status, 400)
    for body in [
      #"["x\nclear"]"#, #"["x\u000dclear"]"#, #"["\u0000"]"#, "[\"x\nclear\"]", "[", "{}", #"[["a"]]"#,
    ] {
      try expectEqual(visit.post("/api/add", body).status, 400)
      try expectEqual(visit.post("/api/batch", "[[\"add\",\(body.dropFirst().dropLast())]]").status, 400)
    }
    expectEqual(visit.jukebox.asked(), [])
  }

  @Test(arguments: [
    "idle", "noidle", "close", "password/x", "protocol/clear", "tagtypes/clear", "restrict/read",
    "binarylimit/64",
    "subscribe/x", "command_list_begin", "uploadbytes/1/0/5", "importpart/x", "albumart/x/0",
  ])
  func `a command that changes the connection is refused`(command: String) throws {
    let visit = try Visit()
    let answer = try visit.post("/api/\(command)")
    #expect(answer.status == 403 && answer.body.contains("not-here"))
  }

  @Test func `an answer out of step closes the connection, and the next question gets its own`() throws {
    let visit = try Visit(["play": "", "stop": "RAW OK\nOK\n", "next": "Id: 7\n"])
    #expect(try visit.post("/api/play").body == "{}")
    for _ in 0..<9 {
      #expect(try visit.post("/api/stop").body == "{}")
      #expect(try visit.post("/api/next").body == #"{"Id":"7"}"#)
    }
  }

  @Test func `an answer that is too large is refused, and the next question gets its own`() throws {
    let line = "file: \(String(repeating: "x", count: 99_993))\n"
    let visit = try Visit(["find": String(repeating: line, count: 43), "next": "Id: 7\n"])
    let answer = try visit.get("/api/find")
    #expect(answer.status == 409 && answer.body.contains("too-large"))
    #expect(try visit.post("/api/next").body == #"{"Id":"7"}"#)
    visit.jukebox.answer("find", String(repeating: line, count: 41))
    try expectEqual(visit.get("/api/find").status, 200)
  }

  @Test func `a look restricts the connection to read, a command to what guests may`() throws {
    let visit = try Visit(["play": ""], guests: [.read, .add])
    visit.jukebox.waitForFollower()
    try expectEqual(visit.get("/api/status").status, 200)
    #expect(Set(visit.jukebox.restrictions) == [#"restrict "read""#])
    try expectEqual(visit.post("/api/play").status, 200)
    #expect(visit.jukebox.restrictions.contains(#"restrict "read" "add""#))
  }

  @Test func `a guest who may add songs does so under a name`() throws {
    let names = ["Ana B", "Zoë/2"].map { ("guest \"\($0)\"", "") }
    let answers = Dictionary(names) { first, _ in first }.merging(["add \"a\"": "", "find \"a\"": ""]) { $1 }
    let visit = try Visit(answers, guests: [.read, .add])
    for header in ["Ana%20B", "Zo%C3%AB%2F2", "%", "%0A", "%20", String(repeating: "x", count: 65)] {
      try expectEqual(
        visit.post("/api/add/a", nil, "Jukebox-Guest: \(header)", "Content-Length: 0").status, 200)
    }
    try expectEqual(visit.get("/api/find/a", "Jukebox-Guest: Carl").status, 200)
    expectEqual(
      Set(visit.jukebox.guests), [#"guest "Ana B""#, #"guest "Zoë/2""#, #"guest "127.0.0.1""#])
    let answer = try visit.post("/api/guest/Carl", nil, "Content-Length: 0")
    #expect(answer.status == 403 && answer.body.contains("not-here"))
    // Whoever may do more has no turn.
    let control = try Visit(answers)
    try expectEqual(control.post("/api/add/a", nil, "Jukebox-Guest: Ana", "Content-Length: 0").status, 200)
    expectEqual(control.jukebox.guests, [])
  }

  @Test func `a jukebox that cannot restrict a connection is not asked`() throws {
    let visit = try Visit([#"restrict "read""#: "ACK [5@0] {} [unknown-command] unknown command \"restrict\""]
    )
    let answer = try visit.get("/api/status")
    #expect(answer.status == 503 && answer.body.contains("restart it"))
    expectEqual(visit.jukebox.asked(), [])
  }

  @Test func `a brief question does not wait for long ones`() throws {
    let line = #"find "a""#
    let visit = try Visit([line: "file: a\n", "outputs": "outputid: 0\n"])
    visit.jukebox.hold(line)
    // Each is asked for itself, since it may change something.
    let request = """
      POST /api/find/a HTTP/1.1\r
      Host: jukebox.local\r
      Content-Length: 0\r
      Connection: close\r
      \r

      """
    let count = 4
    var others: [Visit.Held] = []
    for _ in 0..<count { others.append(Visit.Held(try visit.connect())) }
    for other in others { _ = try Socket.send(Array(request.utf8).span, to: other.socket) }
    visit.jukebox.waitFor(line, count: count - 1)
    #expect(try visit.get("/api/status").body == #"{"state":"stop"}"#)
    try expectEqual(visit.get("/api/outputs").status, 200)
    try expectEqual(visit.get("/health").status, 200)
    visit.jukebox.release()
    for other in others {
      #expect(Visit.answer(try Visit.read(other.socket, sending: "", until: { _ in false })).status == 200)
    }
  }

  @Test func `the same question of several at one time is asked once`() throws {
    let line = #"browse "albums""#
    let visit = try Visit([line: "total: 0\n"])
    visit.jukebox.hold(line)
    let request = "GET /api/browse/albums HTTP/1.1\r\nHost: jukebox.local\r\nConnection: close\r\n\r\n"
    let first = try visit.connect()
    _ = try Socket.send(Array(request.utf8).span, to: first)
    visit.jukebox.waitFor(line)
    let second = try visit.connect()
    // It is taken before the answer to the second, as the loop takes one after the other.
    _ = try Socket.send(Array(request.utf8).span, to: second)
    try expectEqual(visit.get("/api/volumes%0A").status, 400)
    visit.jukebox.release()
    #expect(Visit.answer(try Visit.read(first, sending: "", until: { _ in false })).body == "[]")
    #expect(Visit.answer(try Visit.read(second, sending: "", until: { _ in false })).body == "[]")
    #expect(visit.jukebox.asked().filter { $0 == line }.count == 1)
  }

  @Test func `a missing jukebox is answered as such, and the answers return with it`() throws {
    let visit = try Visit(["play": ""])
    try expectEqual(visit.get("/health").status, 200)
    visit.jukebox.close()
    Socket.removeName(visit.jukebox.path)
    try expectEqual(visit.get("/health").status, 503)
    let answer = try visit.post("/api/play")
    #expect(answer.status == 503 && answer.body.contains("no-jukebox"))
    let other = try FakeJukebox(at: visit.jukebox.path, ["play": ""])
    try expectEqual(visit.post("/api/play").status, 200)
    other.close()
  }
}
