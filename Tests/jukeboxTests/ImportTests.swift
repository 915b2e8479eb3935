import ArgumentParser
import Foundation
import Interchange
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite("Imports and exports") struct ImportTests {
  @Test func `the result of an imported file is printed`() throws {
    let imported = try #require(
      Imported(
        Answer(
          "progress: 1000", "of: 2000", "playlist: Party", "entries: 12", "matched: 10", "incomplete: 1",
          "surplus: 3616", "nameless: 1", "damaged: 1", "toolong: 1",
          "unmatched: C:\\a.mp3")))
    expectEqual(
      ImportText.lines(imported),
      [
        "Party: 12 songs, 2 of them missing (they stay in the playlist):", "  C:\\a.mp3", "  … and 1 more",
        "  Left out: 3616 songs after the first 16,384, the maximum",
        "  Left out: 1 line without a song", "  Left out: everything after the first 4 MiB of the file",
        "  Left out: damaged or truncated parts of the file",
      ])
    let json = try JSON.line([imported])
    #expect(json.contains(#""unmatched":["C:\\a.mp3"]"#) && json.contains(#""surplus":3616"#))
    #expect(json.contains(#""isDamaged":true"#) && json.contains(#""nameless":1"#))
    let old = try #require(
      Imported(Answer("playlist: P", "entries: 1", "matched: 1", "incomplete: 1")))
    expectEqual(ImportText.lines(old).last, "  Left out: a part of the file")
    let whole = try #require(
      Imported(Answer("playlist: P", "entries: 1", "matched: 1", "incomplete: 0")))
    expectEqual(ImportText.lines(whole), ["P: 1 song"])
    #expect(Imported(Answer()) == nil)
  }

  @Test func `the result of an interruption is printed`() {
    let deletion = "`jukebox playlist delete NAME` deletes an imported playlist."
    expectEqual(
      ImportText.interrupted([], in: "a", isSent: false), ["jukebox: Interrupted.", "a was not imported."])
    expectEqual(
      ImportText.interrupted(["P", "Q"], in: "a", isSent: false),
      ["jukebox: Interrupted.", "Imported before that:", "  P", "  Q", "a was not imported.", deletion])
    expectEqual(
      ImportText.interrupted([], in: "a", isSent: true),
      [
        "jukebox: Interrupted.",
        "The jukebox has received a and completes its import: `jukebox playlist` shows it then.",
        deletion,
      ])
    expectEqual(
      ImportText.interrupted(["P"], in: nil, isSent: false),
      ["jukebox: Interrupted.", "Imported before that:", "  P", deletion])
  }

  @Test func `playlists that were made before a refusal are named, so that they can be deleted`() {
    #expect(ImportText.deletion(of: ["My mix"]) == #"`jukebox playlist delete 'My mix'` deletes it."#)
    expectEqual(
      ImportText.deletion(of: ["a", "b c"]), "`jukebox playlist delete NAME` deletes each of them: a, b c.")
    #expect(ImportText.deletion(of: (1...22).map(String.init)).hasSuffix("19, 20 and 2 more."))
  }

  @Test func `a readable number of missing songs is named`() {
    let names = (1...500).map { "\($0).mp3" }
    expectEqual(ImportText.first(names, of: 800).count, 21)
    expectEqual(ImportText.first(names, of: 800).last, "  … and 780 more")
    expectEqual(ImportText.first(Array(names[..<21]), of: 21).last, "  21.mp3")
    expectEqual(ImportText.first([], of: 0), [])
  }

  @Test func `a file that cannot be read is named with the reason`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "jukebox-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func told(_ name: String, _ content: String? = nil) throws -> String? {
      if let content { try Data(content.utf8).write(to: URL(filePath: folder + name)) }
      do throws(Failure) {
        _ = try LocalFile.read(folder + name, limit: 4096, as: "a playlist", remedy: " Or?")
        return nil
      } catch {
        return error.description
      }
    }
    #expect(try told("/none")?.hasSuffix("/none: No such file or directory. Or?") == true)
    #expect(try told("")?.hasSuffix(" is a folder, not a playlist.") == true)
    #expect(try told("/empty", "")?.hasSuffix("/empty is empty.") == true)
    #expect(
      try told("/large", String(repeating: "x", count: 4097))?.contains("too large for a playlist") == true)
    #expect(try told("/good", String(repeating: "x", count: 4096)) == nil)
    try LocalFile.write([1, 2], to: folder + "/out")
    try expectEqual(LocalFile.read(folder + "/out", limit: 9, as: "a playlist"), [1, 2])
    let failure = #expect(throws: Failure.self) { try LocalFile.write([1], to: folder) }
    #expect(failure?.description.contains("Cannot write ") == true)
    let full = #expect(throws: Failure.self) { try LocalFile.write([1], to: "/dev/full") }
    expectEqual(full?.description, "Cannot write /dev/full: No space left on device.")
  }

  @Test(arguments: [
    ("-", true), ("/dev/stdin", true), ("/dev/fd/63", true), ("a/-", false), ("dev/fd/3", false),
    ("/home/63", false),
  ])
  func `input from a pipe has no name`(file: String, isNameless: Bool) {
    expectEqual(ImportCommand.isNameless(file), isNameless)
  }

  @Test(
    arguments: [
      ("a.m3u8", "m3u"), ("/b.c/d.M3U", "m3u"), ("./a.b.pls", "pls"), ("x.xspf", "xspf"), ("x.cue", "cue"),
      ("cue", nil), ("a.m3u/b", nil), ("a.txt", nil), ("a.", nil), ("", nil),
    ] as [(String, String?)])
  func `the format of a playlist is recognised by the end of its name`(file: String, format: String?) {
    expectEqual(ImportCommand.format(of: file), format)
  }

  @Test func `songs are named as asked for`() {
    let volumes = Volume.all(
      Answer(
        "volume: music", "uri: ", "path: /srv/music", "volume: STICK", "uri: STICK", "path: /media/STICK"))
    expectEqual(ExportCommand.absolute("a/b.mp3", volumes), "/srv/music/a/b.mp3")
    expectEqual(ExportCommand.absolute("STICK/b.mp3", volumes), "/media/STICK/b.mp3")
    expectEqual(ExportCommand.absolute("STICK", volumes), "/srv/music/STICK")
    expectEqual(ExportCommand.absolute("a.mp3", []), "a.mp3")
    expectEqual(ExportCommand.absolute("http://r/x", volumes), "http://r/x")
    expectEqual(Song(Answer("file: http://r/x"))?.name, "http://r/x")
    expectEqual(Song(Answer("file: http://r/x", "Title: Live"))?.name, "Live")
  }

  @Test func `an absent song is exported with its imported name`() {
    let item = Answer("file: nowhere/a.mp3", "Pos: 0", "absent: 1", "named: /nowhere/a.mp3")
    expectEqual(ExportCommand.givenName(item), "/nowhere/a.mp3")
    #expect(ExportCommand.givenName(Answer("file: a.mp3", "Pos: 0", "absent: 1")) == nil)
    #expect(ExportCommand.givenName(Answer("file: a.mp3", "Pos: 0")) == nil)
  }

  @Test func `songs on other volumes have no relative path, and are counted and named`() throws {
    let volumes = Volume.all(
      Answer(
        "volume: music", "uri: ", "path: /srv/music", "volume: STICK", "uri: STICK", "path: /media/STICK",
        "volume: STICK~1", "uri: STICK~1", "path: /media/other"))
    let (top, stick) = (volumes[0], volumes[1])
    func relative(_ uri: String, _ volume: Volume) -> String? {
      ExportCommand.relative(uri, to: volume, among: volumes)
    }
    #expect(relative("STICK/a/b.mp3", stick) == "a/b.mp3" && relative("STICK/a/b.mp3", top) == nil)
    #expect(relative("Album/Lamp Oil.ogg", stick) == nil)
    expectEqual(relative("Album/Lamp Oil.ogg", top), "Album/Lamp Oil.ogg")
    #expect(relative("STICK~1/b.mp3", stick) == nil && relative("http://r/x", stick) == "http://r/x")
    expectEqual(
      ExportCommand.leftOut(["Album/Lamp Oil.ogg"], of: 3, from: "STICK"),
      [
        "jukebox: 1 of 3 songs is left out because not on STICK:", "  Album/Lamp Oil.ogg",
      ])
    #expect(
      ExportCommand.leftOut(["a", "b"], of: 9, from: "S")[0].hasPrefix(
        "jukebox: 2 of 9 songs are left out because"))
  }

  @Test func `a file without any present song is reported first`() throws {
    func lines(_ entries: Int) throws -> [String] {
      let answer = Answer("playlist: g", "entries: \(entries)", "matched: 0", "unmatched: hello")
      return ImportText.lines(try #require(Imported(answer)))
    }
    try expectEqual(
      lines(1),
      [
        "g: its only song is missing. If it is not a playlist: `jukebox playlist delete g` deletes it.",
        "Missing songs (they stay in the playlist):", "  hello",
      ])
    #expect(
      try lines(3)[0].hasPrefix("g: all of its 3 songs are missing. ") && lines(3).last == "  … and 2 more")
  }

  @Test func `an exported part has its own length`() throws {
    let item = Answer(
      "file: CD/all.flac", "Title: Second", "duration: 90.000", "Pos: 1", "Range: 30.000-60.000")
    let part = try #require(ExportCommand.written(item, as: "CD/all.flac"))
    #expect((part.duration, part.start, part.end) == (.seconds(30), .seconds(30), .seconds(60)))
    let last = try #require(
      ExportCommand.written(Answer("file: a", "duration: 90", "Pos: 2", "Range: 60.000-"), as: "a"))
    #expect((last.duration, last.start, last.end) == (.seconds(30), .seconds(60), nil))
    let whole = try #require(ExportCommand.written(Answer("file: a", "duration: inf"), as: "b"))
    expectEqual(whole, WrittenEntry(path: "b"))
    #expect(ExportCommand.written(Answer(), as: "b") == nil)
  }

  @Test func `parts of songs are read`() {
    #expect(ExportCommand.range("1.5-9") == (.milliseconds(1500), .seconds(9)))
    #expect(ExportCommand.range("2-") == (.seconds(2), nil))
    #expect(ExportCommand.range(nil) == (nil, nil))
    #expect(ExportCommand.range("x") == (nil, nil))
  }

  @Test(arguments: [
    "import -", "export P -o party", "export P -o a.b/party.M3U",
    "export P -o x.txt --format m3u8",
    "import a.m3u b.pls --name X --json", "import --on-volume STICK/a.m3u",
    "export Party", "export Party --format xspf -o -", "export Party --relative STICK", "export P --absolute",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "import", "import --undo", "export", "export P --format pls",
    "export P --absolute --relative S", "import a.m3u --name a/b", "export P -o party.pls",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }
}
