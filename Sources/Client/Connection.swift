package import Linux

/// A connection to a jukebox, blocking: one command, one answer.
package final class Connection {
  package let address: Address
  package let socket: Descriptor
  /// Bytes received but not yet taken as lines.
  private var arrived: [UInt8] = []
  /// The command that was sent last.
  private var asked: [String] = []
  /// Whether errors have keys here: another MPD has none.
  private var hasKeys = false
  /// Limit of an answer's lines in bytes. A longer answer is not read to its end, which makes the connection useless.
  package var longestAnswer = Int.max
  /// An answer with more bytes of lines is long.
  package static let longAnswer = 256 * 1024
  /// Called when an answer turns out to be long, before more of it is read.
  package var onLongAnswer: (() -> Void)?
  /// Returns a refusal's message for people; nil for the jukebox's own words.
  private let explain: (CommandRefusal, Connection) -> String?

  /// Connects, waits for the greeting, and gives the password where there is one.
  package convenience init(
    to target: Target, explain: @escaping (CommandRefusal, Connection) -> String? = { _, _ in nil }
  ) throws(Failure) {
    let socket: Descriptor
    do throws(SystemError) {
      socket = try Socket.connect(to: target.address.socketAddress)
    } catch {
      throw Self.failure(error, at: target.address)
    }
    try self.init(over: socket, to: target, explain: explain)
  }

  /// The same over a socket that is connected.
  package init(
    over socket: consuming Descriptor, to target: Target,
    explain: @escaping (CommandRefusal, Connection) -> String? = { _, _ in nil }
  ) throws(Failure) {
    address = target.address
    self.socket = socket
    self.explain = explain
    let greeting = try line()
    // Such as from an address that may not connect.
    if greeting.hasPrefix("ACK ") { throw .refused(CommandRefusal(greeting, to: [], hasKeys: false), nil) }
    guard greeting.hasPrefix("OK MPD ") else { throw .foreign(address) }
    do throws(Failure) {
      try ask("protocol", "enable", "error_keys")
      hasKeys = true
    } catch {
      guard error.kind == .refused else { throw error }
    }
    if let password = target.password { try ask("password", password) }
  }

  /// Sends a command and waits for its answer.
  @discardableResult
  package func ask(_ words: String...) throws(Failure) -> Answer {
    try send(words)
    return try answer()
  }

  /// Sends a command and the bytes that follow its line, and waits for its answer.
  @discardableResult
  package func ask(_ words: [String], followedBy bytes: [UInt8]) throws(Failure) -> Answer {
    try send(words)
    try send(bytes)
    return try answer()
  }

  /// The same with words that were put together before.
  package func asked(_ words: [String]) throws(Failure) -> Answer {
    try send(words)
    return try answer()
  }

  /// Carries out commands as one list, which ends at the first that is refused.
  /// - Returns: an answer for each command.
  package func asked(list: [[String]]) throws(Failure) -> [Answer] {
    for words in list { if let refusal = ProtocolText.refusal(of: words) { throw refusal } }
    try send(["command_list_ok_begin"])
    for words in list { try send(words) }
    try send(["command_list_end"])
    let whole = try answer()
    var answers: [Answer] = []
    var current = Answer()
    for pair in whole.pairs {
      if pair.key == "list_OK", pair.value.isEmpty {
        answers.append(current)
        current = Answer()
      } else {
        current.pairs.append(pair)
      }
    }
    guard answers.count == list.count else { throw .broken(address) }
    return answers
  }

  /// Whether nothing has arrived that was not asked for, and the other end is there. If false, the next answer could belong
  /// to another command.
  package var isInStep: Bool {
    guard arrived.isEmpty, let isReadable = try? socket.isReadable(within: .zero) else { return false }
    return !isReadable
  }

  package func send(_ words: [String]) throws(Failure) {
    if let refusal = ProtocolText.refusal(of: words) { throw refusal }
    asked = words
    try send(Array(ProtocolText.line(words).utf8))
  }

  private func send(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        rest = rest.dropFirst(try Socket.send(rest.span, to: socket) ?? 0)
      } catch {
        throw .broken(address)
      }
    }
  }

  package func answer() throws(Failure) -> Answer { try answer(progress: { _, _ in }) }

  /// - Parameters:
  ///   - progress: called with the work done and the total.
  ///   - waiting: called each second without an answer, with the seconds so far; nil if the caller does not need it.
  package func answer(
    progress: (Int, Int) -> Void, waiting: ((Int) -> Void)? = nil
  ) throws(Failure) -> Answer {
    var answer = Answer()
    var done = 0
    var length = 0
    while true {
      let line = try line(waiting: waiting)
      let isShort = length <= Self.longAnswer
      length += line.utf8.count + 1
      if isShort, length > Self.longAnswer { onLongAnswer?() }
      guard length <= longestAnswer else { throw .tooLarge }
      if line == "OK" { return answer }
      if line.hasPrefix("ACK ") {
        let refusal = CommandRefusal(line, to: asked, hasKeys: hasKeys)
        throw .refused(refusal, explain(refusal, self))
      }
      if line.hasPrefix("progress: ") { done = Int(line.dropFirst(10)) ?? 0 }
      if line.hasPrefix("of: ") { progress(done, Int(line.dropFirst(4)) ?? 0) }
      answer.append(line: line)
      guard line.hasPrefix(Self.binaryMark) else { continue }
      guard let count = Int(line.dropFirst(Self.binaryMark.count)), (0...Self.binaryLimit).contains(count)
      else { throw .broken(address) }
      answer.binary = try bytes(count)
    }
  }

  /// The beginning of the line with the number of bytes that follow.
  private static let binaryMark = "binary: "
  /// Far more than any request asks for.
  private static let binaryLimit = 1 << 20

  /// Reads `count` bytes and the line end after them.
  private func bytes(_ count: Int) throws(Failure) -> [UInt8] {
    while arrived.count < count + 1 { try receive() }
    guard arrived[count] == UInt8(ascii: "\n") else { throw .broken(address) }
    defer { arrived.removeFirst(count + 1) }
    return Array(arrived[..<count])
  }

  /// The next line, without its end.
  private func line(waiting: ((Int) -> Void)? = nil) throws(Failure) -> String {
    var searched = 0
    var seconds = 0
    while true {
      if let end = arrived[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { arrived.removeFirst(end + 1) }
        return String(decoding: arrived[..<end], as: UTF8.self)
      }
      searched = arrived.count
      if let waiting {
        while try !hasArrived(within: .seconds(1)) {
          seconds += 1
          waiting(seconds)
        }
      }
      try receive()
    }
  }

  /// Whether something arrives within a time.
  package func hasArrived(within time: Duration) throws(Failure) -> Bool {
    do throws(SystemError) {
      return try socket.isReadable(within: time)
    } catch {
      throw .broken(address)
    }
  }

  /// Takes what has arrived; blocks until something has.
  private func receive() throws(Failure) {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    var count: Int?
    do throws(SystemError) {
      var span = bytes.mutableSpan
      count = try socket.read(into: &span)
    } catch {
      throw .broken(address)
    }
    guard let count, count > 0 else { throw .broken(address) }
    arrived += bytes[..<count]
  }

  /// Why the connection to an address failed.
  package static func failure(_ error: SystemError, at address: Address) -> Failure {
    // The jukebox runs: only the group is missing.
    if error.code == .accessDenied, case .unix(let path) = address { return .forbidden(path) }
    return .unreachable(address, reason(error))
  }

  private static func reason(_ error: SystemError) -> String {
    switch error.code {
    case .noSuchFile: "the socket does not exist"
    case .addressNotAvailable: "unknown host"
    case .inProgress: "no answer"
    case .connectionRefused: "connection refused"
    case .accessDenied: "permission denied"
    default: error.code.description
    }
  }
}
