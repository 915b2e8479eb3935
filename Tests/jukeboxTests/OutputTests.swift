import Foundation
import Linux
import Support
import Testing

@testable import jukebox

/// The program as it is built, with a jukebox that says what a test has it say.
@Suite struct OutputTests {
  private struct Ended {
    let status: Int32
    let errors: String
  }

  /// Runs the program to its end.
  /// - Parameters:
  ///   - answers: the lines of each, without the `OK` behind them; nil where it asks nobody.
  private func run(_ words: [String], into output: String, _ answers: [[String]]? = nil) throws -> Ended {
    // The tests lie beside it.
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("jukebox")
    let folder = try TemporaryFolder()
    let listener = try Socket.listen(on: .unix(path: "\(folder.path)/socket"))
    let process = Process()
    let errors = Pipe()
    process.executableURL = program
    process.arguments = words + (answers == nil ? [] : ["--socket", "\(folder.path)/socket"])
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = errors
    try process.run()
    if let answers {
      try #require(try listener.isReadable(within: .seconds(60)))
      guard let socket = try Socket.accept(listener) else { throw Failure.refused("it has gone") }
      let lines = ["OK MPD 0.24.0"] + answers.flatMap { $0 + ["OK"] }
      let text = Array(lines.map { $0 + "\n" }.joined().utf8)
      #expect(try Socket.send(text.span, to: socket) == text.count)
      // What it asks is not read: it is little, and the socket keeps it until the program has ended.
      let ended = end(of: process, errors)
      _ = consume socket
      return ended
    }
    return end(of: process, errors)
  }

  private func end(of process: Process, _ errors: Pipe) -> Ended {
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(status: process.terminationStatus, errors: String(decoding: said, as: UTF8.self))
  }

  private static let unwritten = "jukebox: Standard output can't be written: No space left on device.\n"

  @Test(arguments: [1, 300])
  func `a list that can't be written is a failure, long or short`(songs: Int) throws {
    let queue = (0..<songs).flatMap { ["file: some/folder/\($0).mp3", "Pos: \($0)", "Id: \($0)"] }
    let ended = try run(["queue", "--json"], into: "/dev/full", [["state: stop"], queue])
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
    #expect(try run(["queue"], into: "/dev/null", [["state: stop"], queue]).status == 0)
  }

  @Test(arguments: [["--version"], ["--help"], ["help", "play"]])
  func `so is a help`(words: [String]) throws {
    let ended = try run(words, into: "/dev/full")
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
    #expect(try run(words, into: "/dev/null").status == 0)
  }

  @Test func `a picture is no crash`() throws {
    let picture = ["size: 3", "type: image/png", "binary: 3", "abc"]
    let ended = try run(["art", "a.mp3", "-o", "-"], into: "/dev/full", [[], [], picture])
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
  }

  @Test func `what prints nothing needs no room`() throws {
    #expect(try run(["pause"], into: "/dev/full", [[]]).status == 0)
  }

  @Test func `a command that there isn't ends with wrong usage`() throws {
    for words in [["help", "nope"], ["nope"], ["playlist", "help", "nope"]] {
      let ended = try run(words, into: "/dev/null")
      #expect(ended.status == 64 && ended.errors.contains("There is no command '"), "\(words)")
    }
  }
}
