import ArgumentParser
import Testing

@testable import jukebox

@Suite struct PlaylistFieldTests {
  private func answer(_ lines: [String]) -> Answer {
    var answer = Answer()
    for line in lines { answer.append(line: line) }
    return answer
  }

  @Test func `all that is said of a playlist is shown`() throws {
    let playlist = Playlist(
      answer([
        "playlist: Party", "identity: 01ab", "volume: STICK", "made: 2026-01-31T12:34:56Z",
        "folder: Evenings",
        "colour: FF8800", "tempo: 124", "slot: 2", "template: {Album}", "notes: one", "notes: two",
        "songs: 2",
        "playtime: 65.500",
      ]))
    #expect(
      PlaylistText.facts(playlist) == [
        "name        Party", "on          STICK", "folder      Evenings", "holds       2 songs, 1:05",
        "made        2026-01-31T12:34:56Z", "colour      #FF8800", "tempo       124 BPM",
        "grouped by  {Album}", "mix slot    2", "identity    01ab", "notes       one", "            two",
      ])
    #expect(try JSON.line(playlist).contains(#""notes":"one\ntwo""#))
    #expect(PlaylistText.lines([playlist]) == ["Party  in Evenings  mix 2"])
  }

  @Test func `entries are shown with what is said of them`() throws {
    let entries = PlaylistEntry.all(
      answer([
        "file: a/1.flac", "Title: One", "duration: 65.500", "Pos: 0", "Range: 1.500-61.500", "Gain: 2.5",
        "Crossfade: 4.000", "Notes: quiet", "file: b.mp3", "duration: 10", "Pos: 1", "Range: 4.000-",
        "file: c.mp3", "duration: 10", "Pos: 2",
      ]))
    #expect(
      PlaylistText.lines(entries) == [
        "  1  One  1:05", "     from 0:01.5, to 1:01.5, +2.5 dB, crossfade 4 s", "     quiet",
        "  2  b.mp3  0:10", "     from 0:04", "  3  c.mp3  0:10", "3 songs, 1:16",
      ])
    #expect(
      try JSON.line(entries[1]) == #"{"duration":10,"position":1,"start":4,"uri":"b.mp3"}"#)
  }

  @Test(arguments: [
    (["presetset", "1", "Nope"], "No such playlist", "There is no playlist Nope."),
    (["playlistentryset", "P", "98", "gain", "1"], "Bad song index", "P has no such song:"),
    (["playlistfolder", "remove", "A"], "No such folder of playlists", "There is no such folder."),
  ])
  func `a refusal names what it is about`(words: [String], message: String, beginning: String) {
    #expect(Failure.told(message, of: words)?.hasPrefix(beginning) == true)
  }

  @Test func `songs are shown under their headings with their numbers`() {
    let answer = answer([
      "group: A", "file: 1.mp3", "Pos: 1", "file: 2.mp3", "Pos: 0", "group: ", "file: 3.mp3", "duration: 5",
      "Pos: 2",
    ])
    #expect(
      PlaylistText.grouped(answer) == [
        "A", "  2  1.mp3  –:––", "  1  2.mp3  –:––", "", "–", "  3  3.mp3  0:05",
      ])
  }

  @Test(arguments: [
    ("90", "90"), ("1:30", "90"), ("1:02:03.5", "3723.5"), ("0.25", "0.25"), ("0:00", "0"), ("none", ""),
  ])
  func `times are read as people write them`(text: String, word: String) {
    #expect(TimeArgument(argument: text)?.word == word)
  }

  @Test(arguments: ["", ":", "1:", "-1", "1:60", "1e3", "inf", "1:2:3:4", "x", "1.2.3", "1:-2"])
  func `what is no time is refused`(text: String) { #expect(TimeArgument(argument: text) == nil) }

  private func command<Command: ParsableCommand>(_ type: Command.Type, _ words: String...) throws -> Command {
    try #require(try JukeboxCommand.parseAsRoot(["playlist"] + words) as? Command)
  }

  @Test func `fields go in the protocol's words, lines of notes as words of their own`() throws {
    let set = try command(
      PlaylistSetCommand.self, "set", "P", "--notes", "a\nb c", "--colour", "none", "--slot", "2")
    #expect(set.fields == [["notes", "a", "b c"], ["colour"], ["slot", "2"]])
    let entry = try command(
      PlaylistEntryCommand.self, "entry", "P", "3", "--start", "1:00", "--end", "2:00", "--gain=-3")
    #expect(entry.fields == [["end", ""], ["start", "60"], ["end", "120"], ["gain", "-3"]])
    let add = try command(PlaylistAddCommand.self, "add", "P", "--album", "Kind of Blue", "Blue")
    #expect(
      add.requests(musicDirectory: nil) == [["find", "Album", "Kind of Blue"], ["find", "Album", "Blue"]])
    let many = try command(PlaylistAddCommand.self, "add", "P", "a", "b", "--no-duplicates")
    #expect(many.requests(musicDirectory: nil) == [["uri", "a", "b"]] && many.noDuplicates)
  }

  @Test(arguments: [
    "playlist info P --json", "playlist folder", "playlist folder make A", "playlist folder rename A B",
    "playlist folder delete A", "playlist duplicates P --remove", "playlist cover P --set x.jpg",
    "playlist cover P --off", "playlist cover P -o x", "playlist show P --grouped",
    "mix", "mix 1", "mix 3 show --json", "preset", "preset 3 Party", "preset 3 off", "preset 3 --play",
    "playlist show P --by {Artist}", "playlist entry P 1", "playlist set P --tempo none",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "mix 0", "mix 4", "mix 1 frob", "mix 1 --json", "preset 0", "preset 1000 P", "preset --play",
    "playlist set P", "playlist set P --slot 4", "playlist entry P 0", "playlist entry P 1 --start -1",
    "playlist cover P --off --set x",
    "playlist show P --grouped --json", "playlist add P --album --search x",
    "playlist duplicates P --json --remove",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }
}
