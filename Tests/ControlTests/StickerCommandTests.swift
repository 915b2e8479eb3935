import Model
import Support
import Testing

@testable import Control

/// Stickers, with MPD 0.24's words.
@Suite struct StickerCommandTests {
  private let fake = FakeBackend()

  private func conversation(isLocal: Bool = true, password: String? = nil) -> Conversation {
    fake.people.stickers = [
      "song a/01.flac": ["mood": "calm", "n": "7"], "song a/02.flac": ["mood": "wild", "n": "12"],
      "song a/03.flac": ["mood": "Calmer", "n": "-3", "empty": ""], "song b/01.flac": ["n": "x"],
      "playlist mix": ["mood": "odd"], "Artist x y": ["n": "1"],
      "filter (Artist == \"x y\")": ["n": "2"],
    ]
    fake.playlists.lists = ["mix": [], "other": []]
    return Conversation(fake, password: password, isLocal: isLocal)
  }

  @Test(arguments: [
    ("sticker get song a/01.flac mood", ["sticker: mood=calm", "OK"]),
    ("sticker get song a/01.flac nosuch", ["ACK [50@0] {sticker} no such sticker: \"nosuch\""]),
    ("sticker get song a/03.flac empty", ["ACK [50@0] {sticker} no such sticker: \"empty\""]),
    ("sticker get song gone.flac mood", ["ACK [50@0] {sticker} No such song"]),
    ("sticker get song a//01.flac mood", ["ACK [50@0] {sticker} No such song"]),
    ("sticker list song a/01.flac", ["sticker: mood=calm", "sticker: n=7", "OK"]),
    ("sticker list song a/04.flac", ["OK"]),
    ("sticker get playlist mix mood", ["sticker: mood=odd", "OK"]),
    ("sticker list playlist nosuch", ["ACK [2@0] {sticker} no such playlist: \"nosuch\""]),
    ("sticker get artist \"x y\" n", ["sticker: n=1", "OK"]),
    ("sticker get Artist nosuch n", ["ACK [2@0] {sticker} no such Artist: \"nosuch\""]),
    ("sticker get Track 1 n", ["ACK [2@0] {sticker} unsupported tag: \"Track\""]),
    ("sticker get filter \"(artist == 'x y')\" n", ["sticker: n=2", "OK"]),
    (
      "sticker get filter \"(artist == 'z')\" n",
      ["ACK [2@0] {sticker} no matches found: \"(Artist == \"z\")\""]
    ),
    ("sticker get filter \"(artist ==\" n", ["ACK [2@0] {sticker} Quoted string expected"]),
    ("sticker get Song a/01.flac n", ["ACK [2@0] {sticker} unknown sticker domain \"Song\""]),
    ("sticker nonsense Song a/01.flac n", ["ACK [2@0] {sticker} unknown sticker domain \"Song\""]),
    ("sticker nonsense song a/01.flac n", ["ACK [2@0] {sticker} bad request"]),
    ("sticker get song a/01.flac", ["ACK [2@0] {sticker} bad request"]),
    ("sticker set song a/01.flac n", ["ACK [2@0] {sticker} bad request"]),
    ("sticker set song a/01.flac \"\" x", ["ACK [2@0] {sticker} empty sticker name"]),
    ("sticker inc song a/01.flac \"\" 1", ["ACK [2@0] {sticker} empty sticker name"]),
    ("sticker inc song a/01.flac n x", ["ACK [2@0] {sticker} Integer expected: x"]),
    ("sticker delete song a/01.flac nosuch", ["ACK [50@0] {sticker} no such sticker: \"nosuch\""]),
    ("sticker delete song a/04.flac", ["ACK [50@0] {sticker} no stickers found: \"a/04.flac\""]),
    ("sticker get song", ["ACK [2@0] {sticker} too few arguments for \"sticker\""]),
    ("stickernames", ["name: empty", "name: mood", "name: n", "OK"]),
    (
      "stickernamestypes playlist", ["name: mood", "type: playlist", "OK"]
    ),
    ("stickernamestypes Artist", ["name: n", "type: Artist", "OK"]), ("stickernamestypes Album", ["OK"]),
    ("stickernamestypes artist", ["ACK [2@0] {stickernamestypes} no such tag \"artist\""]),
    ("stickernamestypes Track", ["ACK [2@0] {stickernamestypes} unsupported tag \"Track\""]),
    (
      "stickertypes",
      [
        "stickertype: filter", "stickertype: playlist", "stickertype: song", "stickertype: Artist",
        "stickertype: Album", "stickertype: Title", "OK",
      ]
    ),
  ])
  func `sticker commands answer as MPD does`(line: String, answer: [String]) {
    expectEqual(conversation().ask(line), answer)
  }

  @Test func `names and types are listed pair by pair`() {
    expectEqual(
      conversation().ask("stickernamestypes"),
      [
        "name: empty", "type: song", "name: mood", "type: playlist", "name: mood", "type: song", "name: n",
        "type: Artist", "name: n", "type: filter", "name: n", "type: song", "OK",
      ])
    let client = conversation()
    expectEqual(client.ask("tagtypes clear"), ["OK"])
    expectEqual(client.ask("stickertypes").count, 4)
  }

  @Test func `values are set, counted up and down, and taken off`() {
    let client = conversation()
    for (line, subject, values) in [
      ("sticker set song a/04.flac mood \"so so\"", "song a/04.flac", ["mood": "so so"]),
      ("sticker inc song a/04.flac n 3", "song a/04.flac", ["mood": "so so", "n": "3"]),
      ("sticker inc song a/04.flac n 4", "song a/04.flac", ["mood": "so so", "n": "7"]),
      ("sticker dec song a/04.flac n 9", "song a/04.flac", ["mood": "so so", "n": "-2"]),
      ("sticker inc song a/04.flac mood 1", "song a/04.flac", ["mood": "1", "n": "-2"]),
      ("sticker delete song a/04.flac mood", "song a/04.flac", ["n": "-2"]),
      ("sticker dec playlist other n 5", "playlist other", ["n": "5"]),
      ("sticker set ARTIST \"x y\" n 9", "Artist x y", ["n": "9"]),
      (
        "sticker set filter \"((title contains 'T') AND (!(artist == \\\"q\\\")))\" n 5",
        "filter ((Title contains_cs \"T\") AND (!(Artist == \"q\")))", ["n": "5"]
      ),
    ] {
      #expect(client.ask(line) == ["OK"], "\(line)")
      #expect(fake.people.stickers[subject] == values, "\(line)")
    }
    expectEqual(fake.people.homes, [FakeBackend.volume, FakeBackend.volume])
    expectEqual(client.ask("sticker delete song a/04.flac"), ["OK"])
    #expect(fake.people.stickers["song a/04.flac"] == nil)
    fake.people.refusal = .unsupported("\"rating\" is a number from 0 to 10")
    #expect(
      client.ask("sticker set song a/01.flac rating 11") == [
        "ACK [2@0] {sticker} \"rating\" is a number from 0 to 10"
      ])
  }

  @Test(arguments: [
    ("song \"\" mood", ["a/01.flac calm", "a/02.flac wild", "a/03.flac Calmer"]),
    ("song / mood", ["a/01.flac calm", "a/02.flac wild", "a/03.flac Calmer"]),
    ("song a n", ["a/01.flac 7", "a/02.flac 12", "a/03.flac -3"]),
    ("song b n", ["b/01.flac x"]), ("song a/ n", []), ("song nosuch n", []), ("song \"\" nosuch", []),
    ("song \"\" mood = calm", ["a/01.flac calm"]),
    ("song \"\" mood < calm", ["a/03.flac Calmer"]), ("song \"\" mood > calm", ["a/02.flac wild"]),
    ("song \"\" mood contains ALM", ["a/01.flac calm", "a/03.flac Calmer"]),
    ("song \"\" mood starts_with calme", ["a/03.flac Calmer"]),
    ("song \"\" n eq 7", ["a/01.flac 7"]), ("song \"\" n eq 0", ["b/01.flac x"]),
    ("song \"\" n lt 7", ["a/03.flac -3", "b/01.flac x"]), ("song \"\" n gt 7", ["a/02.flac 12"]),
    ("song \"\" n > 1", ["a/01.flac 7", "a/02.flac 12", "b/01.flac x"]),
    ("song \"\" n sort uri", ["a/01.flac 7", "a/02.flac 12", "a/03.flac -3", "b/01.flac x"]),
    ("song \"\" n sort -uri", ["b/01.flac x", "a/03.flac -3", "a/02.flac 12", "a/01.flac 7"]),
    ("song \"\" n sort value", ["a/03.flac -3", "a/02.flac 12", "a/01.flac 7", "b/01.flac x"]),
    ("song \"\" n sort value_int", ["a/03.flac -3", "b/01.flac x", "a/01.flac 7", "a/02.flac 12"]),
    ("song \"\" n sort -value_int window 0:2", ["a/02.flac 12", "a/01.flac 7"]),
    ("song \"\" n gt 0 sort -value_int", ["a/02.flac 12", "a/01.flac 7"]),
    ("song \"\" n window 1:3", ["a/02.flac 12", "a/03.flac -3"]), ("song \"\" n window 9:", []),
    ("playlist \"\" mood", ["mix odd"]), ("playlist MI mood", ["mix odd"]), ("playlist x mood", []),
    ("artist \"\" n", ["x y 1"]), ("filter \"\" n", ["(Artist == \"x y\") 2"]), ("Track \"\" n", []),
    ("song \"\" n like 7", ["ACK [2@0] {sticker} bad operator \"like\""]),
    ("song \"\" n =", ["ACK [2@0] {sticker} bad request"]),
    ("song \"\" n sort nonsense", ["ACK [2@0] {sticker} Unknown sort tag \"nonsense\""]),
    ("song \"\" n window x", ["ACK [2@0] {sticker} Integer or range expected: x"]),
  ])
  func `stickers are found, compared and sorted`(words: String, found: [String]) {
    let lines = conversation().ask("sticker find \(words)")
    if lines.first?.hasPrefix("ACK") == true {
      expectEqual(lines, found)
      return
    }
    expectEqual(lines.last, "OK")
    var told: [String] = []
    for line in lines.dropLast() {
      let value = line.split(separator: ":", maxSplits: 1)[1].dropFirst()
      if line.hasPrefix("sticker: ") {
        told[told.count - 1] += " \(value.split(separator: "=", maxSplits: 1)[1])"
      } else {
        told.append(String(value))
      }
    }
    expectEqual(told, found)
  }

  @Test func `a found sticker stands after the name of its type`() {
    expectEqual(conversation().ask("sticker find ARTIST \"\" n"), ["Artist: x y", "sticker: n=1", "OK"])
    expectEqual(
      conversation().ask("sticker find playlist \"\" mood"), ["playlist: mix", "sticker: mood=odd", "OK"])
  }

  @Test(arguments: [
    "(Artist == \"x\")", "(Title != \"a \\\"b\\\" \\'c\\' \\\\d\")", "(any eq_ci \"x\")",
    "(file contains_ci \"x\")",
    "(Album !starts_with_cs \"x\")", "((Artist == \"x\") AND (Album == \"y\"))", "(!(Artist =~ \"x.*\"))",
    "(base \"a/b\")", "(modified-since \"2026-11-21T02:24:48Z\")", "(AudioFormat =~ \"44100:*:2\")",
    "(prio >= 5)",
  ])
  func `a filter's one text is read as the same filter`(text: String) throws {
    let filter = try FilterParser.parse([text], foldsCase: false)
    expectEqual(filter.expression, text)
    try expectEqual(FilterParser.parse([filter.expression], foldsCase: false), filter)
  }

  @Test func `stickers need all permissions`() {
    let client = conversation(isLocal: false, password: "secret")
    for command in ["sticker list song a/01.flac", "stickernames", "stickertypes", "stickernamestypes"] {
      let name = command.prefix { $0 != " " }
      #expect(
        client.ask(command) == ["ACK [4@0] {\(name)} you don't have permission for \"\(name)\""])
    }
  }
}
