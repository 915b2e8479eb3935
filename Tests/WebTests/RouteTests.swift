import Model
import Support
import Testing

@testable import Client
@testable import Web

/// What each address answers to whom: with no password, a wrong one and the right one, whatever guests may do.
@Suite struct RouteTests {
  enum Word: CaseIterable {
    case none, wrong, right

    var headers: [String] {
      switch self {
      case .none: []
      case .wrong: ["Authorization: Bearer wrong"]
      case .right: ["Authorization: Bearer secret"]
      }
    }
  }

  struct Row: CustomTestStringConvertible {
    let route: Route
    let guests: Permissions?
    let word: Word

    var testDescription: String { "\(route), guests \(guests?.description ?? "off"), \(word)" }
  }

  static let rows = Route.allCases.flatMap { route in
    [nil, .read, [.read, .add], [.read, .add, .player, .control]].flatMap { guests in
      Word.allCases.map { Row(route: route, guests: guests, word: $0) }
    }
  }

  /// A request or more for each address that the server has.
  private static func requests(for route: Route) -> [(method: String, target: String)] {
    switch route {
    case .api:
      [("GET", "/api/status"), ("POST", "/api/status"), ("HEAD", "/api/status"), ("PUT", "/api/status")]
    case .events:
      [("GET", "/events"), ("GET", "/events?chord&record"), ("POST", "/events"), ("GET", "/events/x")]
    case .index: Question.Index.allCases.map { ("GET", "/index/\($0)") } + [("GET", "/index/x")]
    case .cover: [("GET", "/cover/x"), ("GET", "/cover/playlist/x"), ("GET", "/cover/x?v=1")]
    case .wave:
      [("GET", "/wave/x"), ("GET", "/wave/pad/x"), ("GET", "/wave/song/http://x"), ("GET", "/wave/x?n=0")]
    case .upload:
      [
        ("GET", "/upload/Stick/a?size=1"), ("DELETE", "/upload/Stick/a?size=1"), ("PUT", "/upload/Stick/a"),
        ("POST", "/upload/Stick/a"),
      ]
    case .render: [("GET", "/render/1/x.flac"), ("GET", "/render"), ("DELETE", "/render/1/x.flac")]
    case .login: [("DELETE", "/login"), ("GET", "/login")]
    case .health: [("GET", "/health")]
    case .page: [("GET", "/"), ("GET", "/a/-/x"), ("GET", "/nothing")]
    }
  }

  private static let answers: [String: String] = [
    #"password "secret" "127.0.0.1""#: "", #"password "secret" "jukebox-web""#: "",
    #"password "wrong" "127.0.0.1""#: "ACK [3@0] {password} [bad-password] incorrect password",
    #"restrict "read" "add" "player" "control""#: "",
  ]

  private func status(_ visit: Visit, _ request: (method: String, target: String), _ word: Word) throws -> Int
  {
    let length = request.method == "PUT" ? "Content-Length: 1\r\n" : ""
    let head = [
      "\(request.method) \(request.target) HTTP/1.1", "Host: jukebox.local", "Accept-Encoding: gzip",
    ]
    let text = (head + word.headers).joined(separator: "\r\n") + "\r\nConnection: close\r\n\(length)\r\n"
    // A stream does not end.
    return Visit.answer(
      try visit.read(sending: text + (length.isEmpty ? "" : "x")) {
        $0.contains("text/event-stream") && $0.contains("\r\n\r\n")
      }
    ).status
  }

  @Test(arguments: rows)
  func `a route that is not open answers those alone who may look`(row: Row) throws {
    var answers = Self.answers
    for index in Question.Index.allCases { answers["browse \"\(index)\""] = "total: 1\nAlbum: secret\n" }
    for request in Self.requests(for: row.route) {
      let visit = try Visit(answers, guests: row.guests, page: ["index.html": "<p>"])
      visit.jukebox.waitForFollower()
      // What somebody with the password asked for is kept.
      _ = try status(visit, request, .right)
      let isAllowed = row.route.isOpen || row.word == .right || row.word == .none && row.guests != nil
      let answer = try status(visit, request, row.word)
      #expect((answer == 401) == !isAllowed, "\(request): \(answer)")
      #expect(answer != 0, "\(request)")
    }
  }

  @Test func `every route has a name, and every other name is the page`() {
    for route in Route.allCases where route != .page { expectEqual(Route("\(route)"), route) }
    for name in ["", "a", "API", "event", "page"] { expectEqual(Route(name), .page) }
  }
}
