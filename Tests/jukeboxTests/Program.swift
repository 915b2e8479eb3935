import Foundation
import Linux
import Support
import Testing

@testable import Client
@testable import jukebox

/// The program as it is built, run to its end with a jukebox that says what a test has it say.
enum Program {
  struct Ended {
    let status: Int32
    var output = ""
    let errors: String
    /// The lines that it asked its jukebox.
    var asked: [String] = []
  }

  /// The tests lie beside what is built.
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
  static let url = folder.appendingPathComponent("jukebox")

  /// - Parameters:
  ///   - output: where what it prints goes.
  ///   - closing: what it is started without, as a shell has it: `>&-`.
  ///   - answers: the lines of each, without the `OK` behind them; nil where it asks nobody.
  static func run(
    _ words: [String], into output: String, closing: String = "", _ answers: [[String]]? = nil
  ) throws -> Ended {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let listener = try Socket.listen(on: .unix(path: "\(folder.path)/socket"))
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let socket = answers == nil ? [] : ["--socket", "\(folder.path)/socket"]
    process.arguments = ["-c", "exec \"$0\" \"$@\" \(closing)", url.path] + words + socket
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = errors
    try process.run()
    // What would wait for ever ends with another status. Other signals than that may be blocked in this thread, and so in
    // what it starts.
    let number = process.processIdentifier
    let limit = DispatchWorkItem { kill(number, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60), execute: limit)
    defer { limit.cancel() }
    guard let answers else { return end(of: process, errors) }
    try #require(try listener.isReadable(within: .seconds(60)))
    var peer: IPAddress?
    guard let socket = try Socket.accept(listener, peer: &peer) else { throw Failure.refused("it has gone") }
    let lines =
      ["OK MPD 0.24.0", "OK"] + answers.flatMap { $0.last?.hasPrefix("ACK ") == true ? $0 : $0 + ["OK"] }
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    try expectEqual(Socket.send(text.span, to: socket), text.count)
    // What it asks is little, and the socket keeps it until the program has ended.
    var ended = end(of: process, errors)
    ended.asked = Array(received(socket).dropFirst())
    return ended
  }

  /// The same, with what it prints.
  static func run(_ words: [String], _ answers: [[String]]) throws -> Ended {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.write("output", "")
    var ended = try run(words, into: file, answers)
    ended.output = try String(contentsOfFile: file, encoding: .utf8)
    return ended
  }

  private static func end(of process: Process, _ errors: Pipe) -> Ended {
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
      Issue.record("the program waited for ever")
    }
    return Ended(status: process.terminationStatus, errors: String(decoding: said, as: UTF8.self))
  }

  /// All that has come from a program that has ended.
  private static func received(_ socket: borrowing Descriptor) -> [String] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var span = buffer.mutableSpan
      // It ends with an error where an answer was not read.
      guard let count = try? socket.read(into: &span), count > 0 else { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
