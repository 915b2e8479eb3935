import CLinux
package import Client
import Linux

/// A jukebox at the other end of a socket, which says what a test has it say, and hangs up behind that.
package final class ScriptedJukebox {
  package let connection: Connection
  private let end: Descriptor

  /// - Parameters:
  ///   - first: its first line.
  ///   - greeting: what it says to the question for keys of errors.
  ///   - answers: the lines of each, but for the `OK` at the end of those that are no refusals.
  package init(
    first: String = "OK MPD 0.24.0", greeting: String = "OK", answers: [[String]],
    explain: @escaping (CommandRefusal, Connection) -> String? = { _, _ in nil }
  ) throws {
    var ends: [Int32] = [-1, -1]
    try systemCall("socketpair") {
      unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    let own = Descriptor(owning: ends[0])
    let socket = Descriptor(owning: ends[1])
    let lines = answers.flatMap { $0.last?.hasPrefix("ACK ") == true ? $0 : $0 + ["OK"] }
    let text = Array(([first, greeting] + lines).map { $0 + "\n" }.joined().utf8)
    guard try Socket.send(text.span, to: own) == text.count else { throw Failure.refused("too much is said") }
    try systemCall("shutdown") { shutdown(own.rawValue, Int32(SHUT_WR)) }
    end = own
    connection = try Connection(
      over: socket, to: Target(socket: "/script", host: nil, environment: [:]), explain: explain)
    guard try asked() == [#"protocol "enable" "error_keys""#] else { throw Failure.refused("no keys") }
  }

  /// The lines that it was asked since the last time.
  package func asked() throws -> [String] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while try end.isReadable(within: .zero) {
      var span = buffer.mutableSpan
      guard let count = try end.read(into: &span), count > 0 else { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
