import ArgumentParser
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct PlaylistTests {
  @Test func `playlists are listed with the day of their last change`() throws {
    let playlists = Playlist.all(
      Answer(
        "playlist: Party: the second", "Last-Modified: 2026-11-21T02:24:48Z", "playlist: Träume",
        "playlist: 音楽", "Last-Modified: 2025-01-02T00:00:00Z"))
    expectEqual(
      PlaylistText.lines(playlists),
      [
        "Party: the second  2026-11-21", "Träume", "音楽               2025-01-02",
      ])
    #expect(
      try JSON.line(playlists[..<2].map { $0 })
        == #"[{"changed":"2026-11-21T02:24:48Z","name":"Party: the second"},{"name":"Träume"}]"#)
  }

  @Test
  func `the songs of a playlist are numbered, with their total length, and missing ones are marked`()
    throws
  {
    let answer = Answer(
      "file: a/1.flac", "Title: One", "Artist: A", "duration: 65.500", "durationEstimated: 1", "Pos: 0",
      "file: STICK/gone.mp3", "Title: Gone", "duration: 30", "Pos: 1", "absent: 1", "file: b.mp3", "Pos: 2")
    let entries = PlaylistEntry.all(answer)
    expectEqual(
      PlaylistText.lines(entries),
      [
        "  1  A – One  ~1:05", "  2  Gone  (not available)", "  3  b.mp3  –:––",
        "3 songs, 1:05, 1 of them not available",
      ])
    #expect(
      try JSON.line(entries[1])
        == #"{"duration":30,"isAbsent":true,"number":2,"position":1,"title":"Gone","uri":"STICK/gone.mp3"}"#)
    let groups = [PlaylistGroup(heading: "G", songs: entries)]
    expectEqual(
      PlaylistText.lines(groups),
      [
        "G", "  1  A – One  ~1:05", "  2  Gone  (not available)", "  3  b.mp3  –:––",
        "3 songs, 1:05, 1 of them not available",
      ])
  }

  @Test func `entries found in a playlist have all their fields`() {
    let entries = PlaylistEntry.all(
      Answer(
        "file: a.flac", "duration: 90", "Pos: 0", "Range: 0-30", "Gain: 2", "file: a.flac", "duration: 90",
        "Pos: 1",
        "Range: 30-60"))
    // A search tells the length of the part, as MPD does.
    let found = PlaylistShowCommand.found(
      Answer("file: a.flac", "Range: 30-60", "duration: 30", "Pos: 1"), of: entries)
    #expect(found == [entries[1]] && found[0].song.duration == 30)
    expectEqual(PlaylistShowCommand.found(Answer(), of: []), [])
  }

  @Test(arguments: [("1", "0:1"), ("3-5", "2:5"), ("7-7", "6:7")])
  func `songs are meant by their numbers`(text: String, words: String) {
    expectEqual(SongRange(argument: text)?.words, words)
  }

  @Test(arguments: ["", "0", "-1", "3-", "1-2-3", "0-3", "3-0", "a", "1:2", "99999999999"])
  func `a text that is no number of a song is refused`(text: String) {
    #expect(SongRange(argument: text) == nil)
  }

  @Test(arguments: [
    ("--host kitchen playlist", "playlist --host kitchen"),
    ("--host kitchen playlist --json", "playlist --host kitchen --json"),
    ("--socket /s playlist show Party", "playlist show --socket /s Party"),
    ("playlist show --host kitchen Party", "playlist show --host kitchen Party"),
    ("--host kitchen playlist folder make A", "playlist folder make --host kitchen A"),
    ("--host kitchen playlist folder", "playlist folder --host kitchen"),
  ])
  func `options for the jukebox may precede the command`(given: String, ordered: String) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    expectEqual(CommandWords.ordered(words(given)), words(ordered))
  }

  @Test(arguments: [
    "playlist", "playlist list --json", "playlist add P a b --at 2", "playlist remove P 3-5",
    "playlist move P 1-3 4", "playlist load P --replace --play", "playlist save P --append",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "playlist add P", "playlist add P a --at 0", "playlist remove P 0", "playlist move P 1 0",
    "playlist remove P 5-3", "playlist move P 5-3 1", "playlist load P --songs 5-3",
    "playlist load P --replace --next", "playlist save P --append --replace", "playlist frobnicate",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }
}
