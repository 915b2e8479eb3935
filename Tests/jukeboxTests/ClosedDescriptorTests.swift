import CLinux
import Foundation
import Linux
import Support
import Testing

@testable import jukebox

/// Programs that are started without standard input, output or error.
@Suite struct ClosedDescriptorTests {
  private static let unwritten = "jukebox: Cannot write standard output: Bad file descriptor.\n"

  @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-"])
  func `printed text is never sent as commands`(closing: String) throws {
    // More than is kept until the end, when nobody is connected any more.
    let playlists = (0..<500).flatMap { ["playlist: clear\($0)", "entries: 1"] }
    let ended = try Program.run(["playlist", "list"], into: "/dev/null", closing: closing, [playlists, []])
    expectEqual(ended.asked, ["playlists", "playlistfiles"])
    #expect(ended.status == 1 && ended.errors == (closing.contains("2>") ? "" : Self.unwritten))
  }

  @Test func `messages are never sent as commands`() throws {
    let favourites = [["file: a.mp3", "sticker: like=2"], ["absent: 1"]]
    let ended = try Program.run(
      ["favourite", "--list"], into: "/dev/null", closing: "2>&-", favourites)
    #expect(ended.asked.count == 2 && ended.asked.last == "absentfavourites" && ended.status == 0)
  }

  @Test func `commands that need an output fail without one, with a message`() throws {
    let picture = ["size: 3", "type: image/png", "binary: 3", "abc"]
    for (words, answers) in [
      (["export", "P", "-o", "-"], [["file: a.mp3", "Pos: 0"]]),
      (["export", "P", "-o", "/dev/stdout"], [["file: a.mp3", "Pos: 0"]]),
      (["art", "a.mp3", "-o", "-"], [[], [], picture]),
      (["watch"], [["state: stop"], []]),
    ] as [([String], [[String]])] {
      let ended = try Program.run(words, into: "/dev/null", closing: "<&- >&-", answers)
      #expect(ended.status == 1, "\(words)")
      #expect(
        ended.errors == Self.unwritten
          || ended.errors == "jukebox: Cannot write /dev/stdout: Is a directory.\n", "\(words)")
    }
  }

  @Test func `a command that prints nothing needs no output`() throws {
    try expectEqual(Program.run(["pause"], into: "/dev/null", closing: "<&- >&- 2>&-", [[]]).status, 0)
  }

  @Test func `a closed standard input cannot be imported`() throws {
    let ended = try Program.run(["import", "-"], into: "/dev/null", closing: "<&-", [])
    #expect(ended.status == 1 && ended.asked == [])
    expectEqual(ended.errors, "jukebox: Cannot read standard input: Bad file descriptor.\n")
  }

  @Test func `the daemon logs into nothing that it has opened`() throws {
    let folder = try TemporaryFolder()
    let number = try systemCall("socket") { clinux_datagram_socket() }
    let manager = Descriptor(owning: number)
    try systemCall("bind") { unsafe clinux_bind_unix(number, "\(folder.path)/notify") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$0\" \"$@\" <&- >&- 2>&-", Program.folder.appendingPathComponent("jukeboxd").path,
      "--mount-root", "off", "--output", "null", "--autoplay", "off",
      "--state", "\(folder.path)/state", "--socket", "\(folder.path)/socket",
    ]
    // The rest says where its libraries are, on a machine that lends them.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["NOTIFY_SOCKET": "\(folder.path)/notify"]) { $1 }
    try process.run()
    let isReady = try manager.isReadable(within: .seconds(60))
    let open = (0...2).map {
      try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process.processIdentifier)/fd/\($0)")
    }
    if isReady { process.terminate() } else { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(isReady && open == ["/dev/null", "/", "/"])
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
