import ArgumentParser
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct PersonalTests {
  private func personal(_ lines: String...) throws -> Personal {
    try #require(Personal(Answer(lines: lines)))
  }

  @Test func `personal data of a song are printed in words and as JSON`() throws {
    let song = try personal(
      "file: a/b.flac", "favourite: 1", "rating: 8", "colour: FF8000", "note: So good", "note: ",
      "note: end: here", "plays: 12", "skips: 1", "last_played: 2026-11-21T02:24:48Z",
      "added: 2025-01-01T00:00:00Z")
    expectEqual(
      PersonalText.lines(song),
      [
        "a/b.flac: favourite, rated 8 of 10, colour #FF8000, played 12 times, skipped 1 time, last on 2026-11-21",
        "  So good", "  ", "  end: here",
      ])
    let json =
      #"{"added":"2025-01-01T00:00:00Z","colour":"FF8000","favourite":true,"lastPlayed":"2026-11-21T02:24:48Z","#
    let rest = #""note":"So good\n\nend: here","plays":12,"rating":8,"skips":1,"uri":"a/b.flac"}"#
    try expectEqual(JSON.line(song), json + rest)
    let silent = try personal("file: a/b.flac", "favourite: 0")
    expectEqual(PersonalText.lines(silent), ["a/b.flac: no rating, note or other data"])
    expectEqual(
      PersonalText.lines(silent, taken: PersonalOptions.taken("rate")), ["a/b.flac: rating removed"])
    #expect(
      PersonalText.lines(song, taken: PersonalOptions.taken("note"))[0].hasPrefix(
        "a/b.flac: note removed, favourite, "))
    expectEqual(PersonalOptions.taken("favourite"), "favourite removed")
    #expect(try JSON.line(silent) == #"{"favourite":false,"uri":"a/b.flac"}"#)
    #expect(PersonalText.lines(try personal("file: x", "favourite: 0", "note: n")) == ["x", "  n"])
  }

  @Test(arguments: [
    "favourite", "favourite --off", "favourite a/b.flac --json", "favourite --list --json", "rate 0",
    "rate 10 a/b.flac", "rate", "rate --off", "rate --off a/b.flac", "colour green", "colour #FF8000 a/b",
    "colour ff8000", "colour --off", "note x", "note x a/b", "note", "note --off a/b", "rate --song a/b",
    "rate 8 --song a/b", "rate --off --song a/b", "colour --song a/b", "note --song a/b", "note x --song a/b",
    "favourite --song a/b", "favorite a/b", "color green",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "favourite --list a", "favourite a b", "rate 11", "rate -1", "rate a/b.flac", "rate 3 a b",
    "rate --off a b", "rate 3 --off", "rate 3 a --song b", "favourite a --song b",
    "favourite --list --song a",
    "colour red-ish", "colour #ff80", "note x a b",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }

  @Test func `personal data of another song can be requested`() throws {
    func request(_ words: String...) throws -> PersonalRequest {
      let note = try NoteCommand.parsed(words)
      return try PersonalRequest(note.words, note.options, value: "a text")
    }
    let asked = try request("note", "--song", "a/b")
    #expect(asked.asks && asked.path == "a/b" && asked.value == nil)
    let written = try request("note", "so", "--song", "a/b")
    #expect(!written.asks && written.path == "a/b" && written.value == "so")
    let taken = try request("note", "--off", "--song", "a/b")
    #expect(!taken.asks && taken.path == "a/b" && taken.value == nil)
    for line in ["rate a/b.flac", "colour a/b.flac"] {
      let error = #expect(throws: (any Error).self) {
        try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
      }
      #expect(error.map { JukeboxCommand.message(for: $0) }?.contains("--song PATH") == true)
    }
  }

  @Test func `absent favourites are counted`() {
    #expect(FavouriteCommand.line(here: 0, absent: 0)?.hasPrefix("There are no favourites. ") == true)
    expectEqual(
      FavouriteCommand.line(here: 0, absent: 1),
      "1 favourite not available: kept until a scan finds its file again.")
    #expect(
      FavouriteCommand.line(here: 3, absent: 2)?.hasPrefix("… and 2 favourites not available: ") == true)
    #expect(FavouriteCommand.line(here: 3, absent: 0) == nil)
  }

  @Test func `colours have names and digits`() {
    #expect(ColourName.digits("gray") == "757575" && ColourName.text("757575") == "grey")
    #expect(ColourName.text("43a047") == "green" && ColourName.text("010203") == "#010203")
    #expect(ColourName.refusal("mauve").contains("turquoise"))
    #expect(ColourName.digits("Green") == "43A047" && ColourName.digits("#ff8000") == "FF8000")
    #expect(ColourName.digits("0a0b0c") == "0A0B0C" && ColourName.digits("0a0b0g") == nil)
    for (_, digits) in ColourName.all { expectEqual(ColourName.digits(digits), digits) }
  }
}
