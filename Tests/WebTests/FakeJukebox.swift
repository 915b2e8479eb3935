import CLinux
import Linux

/// A jukebox at a Unix socket, which answers each line as a test has it, and notes what it was asked. Each connection has a
/// thread of its own.
final class FakeJukebox: Sendable {
  private struct State {
    var answers: [String: String] = [:]
    var lines: [String] = []
    /// Threads that serve a connection.
    var serving = 0
    var isOpen = true
    /// Lines that are held back until `release`.
    var held: Set<String> = []
    var changes: [String] = []
    /// Bytes of the parts of files that were sent; nil where these are as any other line.
    var partBytes: Int?
  }

  let path: String
  private let state: Monitor<State>

  /// - Parameter answers: what follows a line, without `OK` at its end; an answer that begins with `ACK` or `RAW ` stands alone.
  init(at path: String, _ answers: [String: String] = [:]) throws {
    self.path = path
    var usual = [
      #"protocol "enable" "error_keys""#: "", #"restrict "read""#: "",
      #"restrict "read" "add" "player" "control""#: "", #"restrict "read" "add""#: "",
      #"guest "127.0.0.1""#: "",
      "commands": ["find", "browse", "status", "currentsong", "lsinfo", "volumes", "cards", "ping"].map {
        "command: \($0)\n"
      }
      .joined(),
      "status": "state: stop\n", "currentsong": "", "currentchord": "", #"record "status""#: "state: none\n",
      "scan": "", "ping": "",
    ]
    usual.merge(answers) { $1 }
    state = Monitor(State(answers: usual))
    let listener = try Socket.listen(on: .unix(path: path))
    let state = state
    _ = try Thread.start(name: "fake jukebox", payload: listener) { listener in
      while state.withLock({ $0.isOpen }) {
        guard (try? listener.isReadable(within: .milliseconds(50))) == true else { continue }
        var peer: IPAddress?
        guard let accepted = try? Socket.accept(listener, peer: &peer) else { continue }
        state.change { $0.serving += 1 }
        _ = try? Thread.start(name: "fake client", payload: accepted) {
          Self.serve($0, state)
          state.change { $0.serving -= 1 }
        }
      }
    }
  }

  deinit { close() }

  /// Hangs up.
  func close() {
    state.change { $0.isOpen = false }
    state.wait { $0.serving == 0 ? .done(()) : .wait() }
  }

  /// What was asked, without what each connection begins with and what the follower asks.
  func asked() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines.filter {
        !$0.hasPrefix("protocol ") && !$0.hasPrefix("restrict ") && !$0.hasPrefix("idle") && $0 != "commands"
          && !$0.hasPrefix("guest ")
          && $0 != "scan" && $0 != "noidle"
      }
    }
  }

  var restrictions: [String] { state.withLock { $0.lines.filter { $0.hasPrefix("restrict") } } }

  /// The names that connections were given.
  var guests: [String] { state.withLock { $0.lines.filter { $0.hasPrefix("guest ") } } }

  func answer(_ line: String, _ text: String) { state.change { $0.answers[line] = text } }

  /// Takes any part of a file from now on.
  func answerParts() { state.change { $0.partBytes = 0 } }

  var partBytes: Int? { state.withLock { $0.partBytes } }

  /// Holds the answers to a line back.
  func hold(_ line: String) { state.change { $0.held = [line] } }
  func release() { state.change { $0.held = [] } }

  /// Waits until the follower has asked all that it begins with.
  func waitForFollower() {
    state.wait { state in state.lines.contains { $0.hasPrefix("idle ") } ? .done(()) : .wait() }
  }

  /// Waits until a line was asked so often.
  func waitFor(_ line: String, count: Int = 1) {
    state.wait { state in state.lines.count { $0 == line } >= count ? .done(()) : .wait() }
  }

  /// Ends the idling of the clients.
  func change(_ names: String...) { state.change { $0.changes = names } }

  private static func serve(_ socket: consuming Descriptor, _ state: Monitor<State>) {
    guard send("OK MPD 0.24.0\n", socket) else { return }
    var text: [UInt8] = []
    var list: [String]?
    while true {
      guard var line = line(&text, socket, state) else { return }
      if line.hasPrefix("uploadbytes ") {
        let count = line.split(separator: "\"").last.flatMap { Int($0) } ?? 0
        guard let bytes = bytes(count, &text, socket, state) else { return }
        if let known = state.withLock({ $0.partBytes }) {
          state.change { $0.partBytes = known + count }
          guard send("OK\n", socket) else { return }
          continue
        }
        line += " " + String(decoding: bytes, as: UTF8.self)
      }
      state.change { $0.lines.append(line) }
      // It came after the end of what it should end.
      if line == "noidle" { continue }
      if line.hasPrefix("idle") {
        guard idle(&text, socket, state) else { return }
        continue
      }
      if line == "command_list_ok_begin" {
        list = []
      } else if line == "command_list_end" {
        guard send(answer(to: list ?? [], state), socket) else { return }
        list = nil
      } else if list != nil {
        list?.append(line)
      } else {
        let answer = state.wait { state in
          state.held.contains(line) && state.isOpen
            ? .wait()
            : .done(state.answers[line] ?? "ACK [5@0] {} [unknown-command] unknown command \"\(line)\"\n")
        }
        guard send(complete(answer), socket) else { return }
      }
    }
  }

  private static func answer(to list: [String], _ state: Monitor<State>) -> String {
    var text = ""
    for (place, line) in list.enumerated() {
      let answer = state.withLock { $0.answers[line] } ?? "ACK [5@\(place)] {} [unknown-command] unknown\n"
      if answer.hasPrefix("ACK") { return text + complete(answer.replacing("@0", with: "@\(place)")) }
      text += answer + "list_OK\n"
    }
    return text + "OK\n"
  }

  private static func complete(_ answer: String) -> String {
    if answer.hasPrefix("ACK") { return answer.hasSuffix("\n") ? answer : answer + "\n" }
    if answer.hasPrefix("RAW ") { return String(answer.dropFirst(4)) }
    return answer + "OK\n"
  }

  private static func idle(
    _ text: inout [UInt8], _ socket: borrowing Descriptor, _ state: Monitor<State>
  ) -> Bool {
    while true {
      let changes = state.withLock { state -> [String] in
        defer { state.changes = [] }
        return state.changes
      }
      if !changes.isEmpty { return send(changes.map { "changed: \($0)\n" }.joined() + "OK\n", socket) }
      guard state.withLock({ $0.isOpen }), let isReadable = try? socket.isReadable(within: .milliseconds(5))
      else {
        return false
      }
      if isReadable {
        guard line(&text, socket, state) == "noidle" else { return false }
        return send("OK\n", socket)
      }
    }
  }

  /// What follows a line; nil once either end is gone.
  private static func bytes(
    _ count: Int, _ text: inout [UInt8], _ socket: borrowing Descriptor, _ state: Monitor<State>
  ) -> [UInt8]? {
    while text.count < count { guard receive(&text, socket, state) else { return nil } }
    defer { text.removeFirst(count) }
    return Array(text[..<count])
  }

  /// nil once either end is gone.
  private static func line(
    _ text: inout [UInt8], _ socket: borrowing Descriptor, _ state: Monitor<State>
  ) -> String? {
    while true {
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        defer { text.removeFirst(end + 1) }
        return String(decoding: text[..<end], as: UTF8.self)
      }
      guard receive(&text, socket, state) else { return nil }
    }
  }

  private static func receive(
    _ text: inout [UInt8], _ socket: borrowing Descriptor, _ state: Monitor<State>
  ) -> Bool {
    guard let isReadable = try? socket.isReadable(within: .milliseconds(50)),
      state.withLock({ $0.isOpen })
    else { return false }
    guard isReadable else { return true }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var span = buffer.mutableSpan
    guard let count = (try? socket.read(into: &span)) ?? nil, count > 0 else { return false }
    text += buffer[..<count]
    return true
  }

  private static func send(_ text: String, _ socket: borrowing Descriptor) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      do {
        // Nothing is taken while the other end reads.
        rest = rest.dropFirst(try Socket.send(rest.span, to: socket) ?? 0)
      } catch {
        return false
      }
    }
    return true
  }
}
