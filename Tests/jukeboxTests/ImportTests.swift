import ArgumentParser
import Testing

@testable import jukebox

@Suite("Imports and exports") struct ImportTests {
  private func answer(_ lines: String...) -> Answer {
    var answer = Answer()
    for line in lines { answer.append(line: line) }
    return answer
  }

  @Test func `what came of a file is told`() throws {
    let imported = try #require(
      Imported(
        answer(
          "progress: 1000", "of: 2000", "playlist: Party", "entries: 12", "matched: 10", "incomplete: 1",
          "step: 3",
          "unmatched: C:\\a.mp3")))
    #expect(
      ImportText.lines(imported) == [
        "Party: 12 songs, 2 of them not here (they stay in the playlist):", "  C:\\a.mp3", "  … and 1 more",
        "  The file is damaged or has lines that name no song: those were left out.",
      ])
    #expect(try JSON.line([imported]).contains(#""unmatched":["C:\\a.mp3"]"#))
    let whole = try #require(
      Imported(answer("playlist: P", "entries: 1", "matched: 1", "incomplete: 0", "step: 1")))
    #expect(ImportText.lines(whole) == ["P: 1 song"])
    #expect(Imported(answer()) == nil)
  }

  @Test func `songs are named as asked for`() {
    let volumes = Volume.all(
      answer(
        "volume: music", "uri: ", "path: /srv/music", "volume: STICK", "uri: STICK", "path: /media/STICK"))
    #expect(ExportCommand.absolute("a/b.mp3", volumes) == "/srv/music/a/b.mp3")
    #expect(ExportCommand.absolute("STICK/b.mp3", volumes) == "/media/STICK/b.mp3")
    #expect(ExportCommand.absolute("STICK", volumes) == "/srv/music/STICK")
    #expect(ExportCommand.absolute("a.mp3", []) == "a.mp3")
  }

  @Test func `parts of songs are read`() {
    #expect(ExportCommand.range("1.5-9") == (.milliseconds(1500), .seconds(9)))
    #expect(ExportCommand.range("2-") == (.seconds(2), nil))
    #expect(ExportCommand.range(nil) == (nil, nil))
    #expect(ExportCommand.range("x") == (nil, nil))
  }

  @Test(arguments: [
    "import a.m3u b.pls --name X --json", "import --on-volume STICK/a.m3u", "import --undo",
    "export Party", "export Party --format xspf -o -", "export Party --relative STICK", "export P --absolute",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "import", "import --undo a.m3u", "import --undo --name x", "export", "export P --format pls",
    "export P --absolute --relative S",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }
}
