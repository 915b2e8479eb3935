import CFuzzer
import Fuzzing
import Glibc
import JSON
import Linux
import Model

@testable import Client
@testable import Web

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzWeb_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    fuzz(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
}

/// Any bytes as the JSON of a request, as its address, as an answer of the jukebox, and as all that a visitor sends. The first
/// byte chooses.
func fuzz(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  switch choice % 4 {
  case 0: readJSON(rest)
  case 1: readTarget(rest)
  case 2: writeAnswer(rest)
  default: House.only.visit(rest)
  }
}

/// What is read is written as the same.
private func readJSON(_ bytes: [UInt8]) {
  guard let value = JSONValue(bytes) else { return }
  let written = JSONWriter.text { write(value, &$0) }
  demand(JSONValue(written) == value, "JSON that does not come back")
}

private func write(_ value: JSONValue, _ writer: inout JSONWriter) {
  switch value {
  case .text(let text): writer.string(text)
  case .array(let values): writer.array { writer in for value in values { write(value, &writer) } }
  case .object(let fields):
    writer.object { writer in
      for (key, value) in fields {
        writer.key(key)
        write(value, &writer)
      }
    }
  }
}

private func readTarget(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let host = RequestCheck.name(ofHost: text) { demand(!host.isEmpty, "a host without a name") }
  guard let target = RequestTarget(text) else { return }
  demand(!target.names.isEmpty, "an address without a path")
  demand(target.names.allSatisfy(RequestTarget.isWord), "a line break in a name")
  demand(
    target.query.allSatisfy { RequestTarget.isWord($0.key) && RequestTarget.isWord($0.value) },
    "a line break in the query")
}

/// Any lines of an answer are JSON, whatever the command.
private func writeAnswer(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  let answer = Answer(lines: lines)
  for command in ["find", "lsinfo", "volumes", "scan", "browse", "status"] {
    for isListing in [false, true] {
      let json = CommandAnswer.json(answer, of: command, isListing: isListing).json
      demand(JSONValue(json) != nil, "an answer that is no JSON")
    }
  }
  demand(IndexTable.json(answer).allSatisfy { $0 >= 0x20 }, "a control character in JSON")
  demand(WaveformPoint.all(answer).count <= answer.pairs.count, "more points than lines")
}

/// A server with a jukebox that refuses everything, and visitors over real sockets.
private final class House: Sendable {
  static let only = House()

  private let jukebox: FakeJukebox
  private let server: Server
  private let visits = Monitor(0)

  private init() {
    do {
      let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
      let path = "\(folder)/jukebox-fuzz-web.\(getpid())"
      jukebox = try FakeJukebox(at: path)
      server = try Server(
        ServerSettings(
          place: .address(host: "127.0.0.1", port: 0), jukebox: .unix(path),
          guests: [.read, .add, .player, .control]))
    } catch {
      fatalError("no server: \(error)")
    }
  }

  /// Sends all, and takes what comes. What the jukebox gets of it are whole lines with whole words.
  func visit(_ bytes: [UInt8]) {
    visits.change { $0 += 1 }
    let answer = ask(bytes)
    demand(answer.isEmpty || answer.starts(with: Array("HTTP/1.1 ".utf8)), "an answer that is no HTTP")
    for line in jukebox.asked() { demand(isWhole(line), "half a line to the jukebox: \(line)") }
    guard visits.withLock({ $0 }) % 64 == 0 else { return }
    let health = ask(
      Array("GET /health HTTP/1.1\r\nHost: jukebox.local\r\nConnection: close\r\n\r\n".utf8),
      patience: .seconds(10))
    demand(health.starts(with: Array("HTTP/1.1 200".utf8)), "the next visitor is not served")
  }

  private func ask(_ bytes: [UInt8], patience: Duration = .milliseconds(5)) -> [UInt8] {
    var answer: [UInt8] = []
    do {
      let socket = connect()
      var rest = bytes[...]
      while !rest.isEmpty, let count = try Socket.send(rest.span, to: socket) { rest = rest.dropFirst(count) }
      var buffer = [UInt8](repeating: 0, count: 65536)
      while try socket.isReadable(within: patience) {
        var span = buffer.mutableSpan
        guard let count = try socket.read(into: &span), count > 0 else { break }
        answer += buffer[..<count]
        // A stream of events has no end.
        if answer.count > 1 << 20 { break }
      }
    } catch {
      // It hung up before it had all.
    }
    return answer
  }

  /// Each visitor comes from an address of its own: the limits of one would leave the others out.
  private func connect() -> Descriptor {
    func address(_ number: UInt32, _ port: Int) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = number.bigEndian
      return address
    }
    let socket = Descriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var own = address(0x7F00_0002 + UInt32(visits.withLock { $0 } % 60_000), 0)
    var other = address(0x7F00_0001, server.port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected =
      unsafe withUnsafePointer(to: &own) { own in
        unsafe own.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(socket.rawValue, $0, size)
        } == 0
      }
      && withUnsafePointer(to: &other) { other in
        unsafe other.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe Glibc.connect(socket.rawValue, $0, size)
        } == 0
      }
    demand(isConnected, "no connection")
    return socket
  }

  /// `NAME "WORD"…`, as this program writes commands.
  private func isWhole(_ line: String) -> Bool {
    var isQuoted = false
    var isEscaped = false
    for byte in line.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      if byte < 0x20, byte != 0x09 { return false }
    }
    return !isQuoted && !isEscaped
  }
}
