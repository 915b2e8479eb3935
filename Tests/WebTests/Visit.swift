import Linux
import Model
import Support

@testable import Client
@testable import Web

/// A server with a fake jukebox, and requests to it as text.
final class Visit {
  let jukebox: FakeJukebox
  let server: Server
  private let folder: TemporaryFolder

  init(
    _ answers: [String: String] = [:], guests: Permissions? = [.read, .add, .player, .control],
    page: [String: String] = [:], hosts: [String] = [], stateFolder: String? = nil,
    files: WatchedFiles = WatchedFiles()
  ) throws {
    folder = try TemporaryFolder()
    jukebox = try FakeJukebox(at: "\(folder.path)/socket", answers)
    var pages: PageFolder?
    if !page.isEmpty {
      try HostFolder.make("\(folder.path)/page/texts")
      for (name, text) in page { try folder.write("page/\(name)", text) }
      pages = try PageFolder(path: "\(folder.path)/page")
    }
    server = try Server(
      ServerSettings(
        place: .address(host: "127.0.0.1", port: 0), jukebox: .unix(jukebox.path), page: pages,
        guests: guests,
        hosts: hosts, stateFolder: stateFolder, files: files))
  }

  deinit {
    jukebox.close()
    try? server.stop()
  }

  struct Answer {
    let status: Int
    let head: String
    let body: String

    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
  }

  /// One of several connections.
  final class Held {
    let socket: Descriptor

    init(_ socket: consuming Descriptor) { self.socket = socket }
  }

  func connect() throws -> Descriptor {
    try Socket.connect(to: .tcp(host: "127.0.0.1", port: UInt16(server.port)))
  }

  /// Sends a request as it stands, and reads until the server hangs up.
  func raw(_ text: String) throws -> Answer { Self.answer(try read(sending: text, until: { _ in false })) }

  func get(_ target: String, _ headers: String...) throws -> Answer {
    try ask("GET", target, headers)
  }

  func post(_ target: String, _ body: String? = nil, _ headers: String...) throws -> Answer {
    try ask("POST", target, headers, body: body)
  }

  func ask(_ method: String, _ target: String, _ headers: [String], body: String? = nil) throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1"]
    if !headers.contains(where: { $0.lowercased().hasPrefix("host:") }) {
      lines.append("Host: jukebox.local")
    }
    lines += headers + ["Connection: close"]
    if let body {
      if !headers.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
        lines.append("Content-Type: application/json")
      }
      lines.append("Content-Length: \(body.utf8.count)")
    }
    return try raw(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
  }

  /// Reads a stream until a text is there.
  func read(sending text: String, until: (String) -> Bool) throws -> String {
    let socket = try connect()
    return try Self.read(socket, sending: text, until: until)
  }

  static func read(
    _ socket: borrowing Descriptor, sending text: String, until: (String) -> Bool
  ) throws -> String {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, let count = (try? Socket.send(rest.span, to: socket)) ?? nil {
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while !until(String(decoding: answer, as: UTF8.self)) {
      guard try socket.isReadable(within: .seconds(20)) else { break }
      var span = buffer.mutableSpan
      guard let count = (try? socket.read(into: &span)) ?? nil, count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  static func answer(_ text: String) -> Answer {
    let bytes = Array(text.utf8)
    guard let end = bytes.firstOccurrence(of: Array("\r\n\r\n".utf8)) else {
      return Answer(status: 0, head: text, body: "")
    }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(status: status, head: head, body: body)
  }
}
