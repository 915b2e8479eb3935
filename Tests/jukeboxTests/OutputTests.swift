import Foundation
import Linux
import Support
import Testing

@testable import jukebox

/// The program as it is built, with a jukebox that says what a test has it say.
@Suite struct OutputTests {
  private func run(_ words: [String], into output: String, _ answers: [[String]]? = nil) throws
    -> Program.Ended
  { try Program.run(words, into: output, answers) }

  private func run(_ words: [String], _ answers: [String]...) throws -> Program.Ended {
    try Program.run(words, answers)
  }

  private static let unwritten = "jukebox: Cannot write standard output: No space left on device.\n"

  @Test(arguments: [1, 300])
  func `a list that can't be written is a failure, long or short`(songs: Int) throws {
    let queue = (0..<songs).flatMap { ["file: some/folder/\($0).mp3", "Pos: \($0)", "Id: \($0)"] }
    let ended = try run(["queue", "--json"], into: "/dev/full", [["state: stop"], queue])
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
    try expectEqual(run(["queue"], into: "/dev/null", [["state: stop"], queue]).status, 0)
  }

  @Test(arguments: [["--version"], ["--help"], ["help", "play"]])
  func `a help text that cannot be written fails with the reason`(words: [String]) throws {
    let ended = try run(words, into: "/dev/full")
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
    try expectEqual(run(words, into: "/dev/null").status, 0)
  }

  @Test func `a continuous display that cannot be written fails with the reason`() throws {
    let answers = [["updating_db: 1"], ["scanned: S", "job: 1"], ["songs: 1"]]
    let ended = try run(["scan", "--json"], into: "/dev/full", answers)
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
  }

  @Test func `a picture is no crash`() throws {
    let picture = ["size: 3", "type: image/png", "binary: 3", "abc"]
    let ended = try run(["art", "a.mp3", "-o", "-"], into: "/dev/full", [[], [], picture])
    #expect(ended.status == 1 && ended.errors == Self.unwritten)
  }

  @Test func `a saved picture is printed with its kind, whatever the file's name`() throws {
    let folder = try TemporaryFolder()
    let picture = ["size: 3", "type: image/jpeg", "binary: 3", "abc"]
    let place = ["size: 3", "type: image/jpeg", "source: folder", "file: a/cover.jpg"]
    let ended = try run(["art", "a", "-o", "\(folder.path)/y.png"], [], [], picture, place)
    #expect(ended.status == 0 && ended.output == "\(folder.path)/y.png: JPEG, 3 bytes, a/cover.jpg\n")
    let own = ["size: 3", "type: image/webp", "source: own"]
    let cover = try run(
      ["playlist", "cover", "P", "-o", "\(folder.path)/z"], ["size: 3", "binary: 3", "abc"], own)
    #expect(cover.status == 0 && cover.output == "\(folder.path)/z: WebP, 3 bytes\n")
  }

  @Test func `lists of paths hold paths alone`() throws {
    let songs = ["file: a b.mp3", "Title: A", "file: c.mp3"]
    let status = ["state: stop"]
    try expectEqual(run(["queue", "--paths"], status, songs).output, "a b.mp3\nc.mp3\n")
    try expectEqual(run(["search", "x", "--paths"], songs).output, "a b.mp3\nc.mp3\n")
    try expectEqual(run(["playlist", "show", "P", "--paths"], songs).output, "a b.mp3\nc.mp3\n")
    let some = try run(["browse", "songs", "--paths"], ["total: 3"] + songs)
    #expect(some.output == "a b.mp3\nc.mp3\n" && some.errors == "2 of 3; continue with --offset 2\n")
    let listened = try run(["browse", "ranking", "--paths"], ["total: 2"] + songs)
    #expect(listened.output == "a b.mp3\nc.mp3\n" && listened.errors == "")
    for (words, answers) in [
      (["queue", "--paths"], [status, []]), (["search", "x", "--paths"], [[], []]),
      (["browse", "songs", "--paths"], [["total: 0"], []]),
      (["playlist", "show", "P", "--search", "x", "--paths"], [[]]),
    ] as [([String], [[String]])] {
      let folder = try TemporaryFolder()
      let none = try run(words, into: folder.write("output", ""), answers)
      #expect(none.status == 0 && none.errors.hasSuffix("\n"), "\(words)")
      #expect(try String(contentsOfFile: "\(folder.path)/output", encoding: .utf8) == "", "\(words)")
    }
  }

  @Test func `an empty list ends with 0, and a request without effect with 1`() throws {
    let chapters = try run(["chapters", "a.mp3"], [], [], [])
    #expect(chapters.status == 0 && chapters.output == "a.mp3 has no chapters.\n")
    try expectEqual(run(["chapters", "a.mp3", "--json"], [], [], []).output, "[]\n")
    let search = try run(["search", "xyz"], [], [])
    #expect(search.status == 0 && search.output.hasPrefix("Nothing found."))
    for way in ["--add", "--play"] {
      let added = try run(["search", "xyz", way], [], [])
      #expect(added.status == 1 && added.output.hasPrefix("Nothing found."), "\(way)")
    }
    for command in ["backup", "sync"] {
      #expect(try run([command], ["volume: S", "read_only: 1"]).status == 1, "\(command)")
      #expect(try run([command], ["volume: S", "read_only: 1", "volume: T"]).status == 0, "\(command)")
    }
    let shown = try run(["playlist", "show", "P", "--search", "zzz"], [])
    #expect(shown.status == 0 && shown.output == "No song of P has “zzz” in a tag.\n")
  }

  @Test func `an empty queue is neither played nor toggled without a word`() throws {
    let empty = ["state: stop", "playlistlength: 0"]
    let play = try run(["play"], empty)
    #expect(play.status == 1 && play.errors == "jukebox: \(QueueText.empty)\n")
    try expectEqual(run(["toggle"], empty, empty).status, 1)
  }

  @Test func `a command without effect prints the reason`() throws {
    try expectEqual(run(["cue", "previous"], []).output, "start of the song: no earlier cue\n")
    let seek = try run(["seek", "50%"], ["state: stop"], [])
    #expect(seek.status == 1 && seek.errors.hasPrefix("jukebox: Nothing is playing. `jukebox play` starts"))
    let unmount = try run(["volumes", "--unmount", "m"], ["volume: m", "path: /m", "kind: folder"])
    #expect(unmount.status == 1 && unmount.errors.hasPrefix("jukebox: m is a folder of the configuration"))
  }

  @Test func `a message that cannot be written is no crash`() throws {
    let process = Process()
    process.executableURL = Program.url
    process.arguments = ["status", "--socket", "/nowhere/socket"]
    process.standardError = FileHandle(forWritingAtPath: "/dev/full")
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 69)
  }

  @Test func `an import continues to its end if its messages cannot be written`() throws {
    let folder = try TemporaryFolder()
    let files = try ["a", "b", "c"].map { try folder.write("\($0).m3u", "x.mp3\n") }
    let answers = files.flatMap { _ in [[], [], ["playlist: P", "entries: 1", "matched: 1", "step: 1"]] }
    let ended = try Program.run(["import"] + files, into: "/dev/full", answers)
    #expect(ended.asked.count { $0.hasPrefix("importsent ") } == 3)
    #expect(ended.status == 1 && ended.errors.contains("No space left on device"), "\(ended.errors)")
  }

  @Test func `a command that prints nothing succeeds with a full disk`() throws {
    try expectEqual(run(["pause"], into: "/dev/full", [[]]).status, 0)
  }

  @Test func `a command that there isn't ends with wrong usage`() throws {
    for words in [["help", "nope"], ["nope"], ["playlist", "help", "nope"]] {
      let ended = try run(words, into: "/dev/null")
      #expect(ended.status == 64 && ended.errors.contains("There is no command '"), "\(words)")
    }
  }
}
