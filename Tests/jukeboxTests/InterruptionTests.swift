import CLinux
import Foundation
import Linux
import Support
import Testing

@testable import Client
@testable import jukebox

/// Ctrl-C in the middle of an import.
@Suite struct InterruptionTests {
  /// What comes from a program until it has sent a command so often.
  private func wait(for command: String, times: Int, from socket: borrowing Descriptor) throws {
    var text = ""
    while text.split(separator: "\n").count(where: { $0.hasPrefix(command) }) < times {
      try #require(try socket.isReadable(within: .seconds(60)))
      var buffer = [UInt8](repeating: 0, count: 4096)
      var span = buffer.mutableSpan
      let count = try #require(try socket.read(into: &span))
      try #require(count > 0)
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  @Test(arguments: [false, true])
  func `imports are printed one by one, and an interruption prints what was done`(json: Bool) throws {
    let folder = try TemporaryFolder()
    let files = try ["a", "b", "c"].map { try folder.write("\($0).m3u", "x.mp3\n") }
    let output = try folder.write("output", "")
    let listener = try Socket.listen(on: .unix(path: "\(folder.path)/socket"))
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Whoever runs the tests in the background has it ignored.
    process.arguments =
      ["--default-signal=INT", Program.url.path, "import"] + files
      + ["--socket", "\(folder.path)/socket"] + (json ? ["--json"] : [])
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = errors
    try process.run()
    try #require(try listener.isReadable(within: .seconds(60)))
    var peer: IPAddress?
    guard let jukebox = try Socket.accept(listener, peer: &peer) else { throw Failure.refused("it has gone") }
    let lines = [
      "OK MPD 0.24.0", "OK", "OK", "OK", "playlist: First", "entries: 1", "matched: 1", "OK", "OK", "OK",
    ]
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    try expectEqual(Socket.send(text.span, to: jukebox), text.count)
    try wait(for: "importsent ", times: 2, from: jukebox)
    try expectEqual(String(contentsOfFile: output, encoding: .utf8), (json ? "" : "First: 1 song\n"))
    process.interrupt()
    let notices = Descriptor(
      owning: try systemCall("fcntl") {
        clinux_fcntl(errors.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
      })
    let isTold = try notices.isReadable(within: .seconds(60))
    if !isTold { kill(process.processIdentifier, SIGKILL) }
    #expect(isTold)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    #expect(
      said == """
        jukebox: Interrupted.
        Imported before that:
          First
        The jukebox has received \(files[1]) and completes its import: `jukebox playlist` shows it then.
        `jukebox playlist delete NAME` deletes an imported playlist.

        """)
    let told = try String(contentsOfFile: output, encoding: .utf8)
    #expect(json ? told.hasPrefix("[{") && told.contains(#""playlist":"First""#) : told == "First: 1 song\n")
  }
}
