import Model
import Support
import Testing

@testable import Control

/// Looking for songs, as MPD does.
@Suite struct SearchCommandTests {
  private func conversation() -> Conversation {
    let conversation = Conversation()
    let fake = conversation.fake
    fake.songs = [:]
    func add(_ uri: String, _ tags: [Song.TagValue], seconds: Double = 10.5) {
      fake.add(Song(uri: uri, tags: tags, duration: .seconds(seconds), modified: 1000))
    }
    add("a/1.mp3", [.init(.artist, "Ann"), .init(.album, "One"), .init(.title, "Z"), .init(.date, "1999")])
    add(
      "a/2.mp3", [.init(.artist, "Ann"), .init(.album, "One"), .init(.title, "Über"), .init(.date, "2001")])
    add("b/3.mp3", [.init(.artist, "Ben"), .init(.artist, "Ann"), .init(.album, "Two"), .init(.title, "a")])
    add("b/4.mp3", [.init(.artist, "ben"), .init(.albumArtist, "Cem"), .init(.title, "M")])
    add("c.mp3", [])
    return conversation
  }

  @Test(arguments: [
    ("find album Vinyl sort Track", ["1", "2", "A1", "A2", "A10", "B1"]),
    ("find album Vinyl sort -Track", ["B1", "A10", "A2", "A1", "2", "1"]),
    ("browse songs \"(Album == 'Vinyl')\"", ["1", "2", "A1", "A2", "A10", "B1"]),
    ("find album Vinyl track A2", ["A2"]),
  ])
  func `sides of vinyl records are in order`(_ line: String, _ tracks: [String]) {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for (place, track) in ["B1", "A10", "2", "A2", "1", "A1"].enumerated() {
      conversation.fake.add(
        Song(uri: "\(place).mp3", tags: [.init(.artist, "V"), .init(.album, "Vinyl"), .init(.track, track)]))
    }
    #expect(
      conversation.ask(line).filter { $0.hasPrefix("Track: ") }.map { String($0.dropFirst(7)) } == tracks)
  }

  private func files(_ line: String) -> [String] {
    conversation().ask(line).filter { $0.hasPrefix("file: ") || $0.hasPrefix("ACK") }
      .map { String($0.dropFirst($0.hasPrefix("ACK") ? 0 : 6)) }
  }

  @Test(arguments: [
    ("find \"(Artist == 'Ann')\"", ["a/1.mp3", "a/2.mp3", "b/3.mp3"]),
    ("find artist Ann album One", ["a/1.mp3", "a/2.mp3"]),
    ("find \"(Artist == 'ben')\"", ["b/4.mp3"]),
    ("search artist BEN", ["b/3.mp3", "b/4.mp3"]),
    ("search any üb", ["a/2.mp3"]),
    ("search file B/", ["b/3.mp3", "b/4.mp3"]),
    ("find \"((Artist == 'Ann') AND (!(Album == 'One')))\"", ["b/3.mp3"]),
    ("find \"(AlbumArtist == 'Ann')\"", ["a/1.mp3", "a/2.mp3", "b/3.mp3"]),
    ("find \"(Album == '')\"", ["b/4.mp3", "c.mp3"]),
    ("find base b", ["b/3.mp3", "b/4.mp3"]),
    ("find \"((base 'a') AND (Title contains 'Z'))\"", ["a/1.mp3"]),
    ("find base c.mp3", ["c.mp3"]),
    ("find artist Ann window 1:2", ["a/2.mp3"]),
    ("find artist Ann window 2:", ["b/3.mp3"]),
    ("find artist Ann window 7:9", []),
    ("find artist Ann sort Title", ["a/1.mp3", "b/3.mp3", "a/2.mp3"]),
    ("find artist Ann sort -Title window 0:1", ["a/2.mp3"]),
    ("find artist Ann sort Date", ["b/3.mp3", "a/1.mp3", "a/2.mp3"]),
    ("find artist Nobody", []),
    ("find base nosuch", ["ACK [50@0] {find} No such directory"]),
    ("find artist", ["ACK [2@0] {find} Incorrect number of filter arguments"]),
    ("find nosuch x", ["ACK [2@0] {find} Unknown filter type"]),
    ("find sort Date", ["ACK [2@0] {find} Incorrect number of filter arguments"]),
    ("find window 0:1", ["ACK [2@0] {find} Incorrect number of filter arguments"]),
    ("find base /", ["ACK [2@0] {find} Bad URI"]),
    ("find \"(base '..')\"", ["ACK [50@0] {find} No such directory"]),
    ("find \"(Artist = 'x')\"", ["ACK [2@0] {find} Unknown filter operator: = 'x')"]),
    ("find \"(base '')\" window 0:1", ["a/1.mp3"]),
    ("find \"(Artist =~ 'n$')\"", ["a/1.mp3", "a/2.mp3", "b/3.mp3", "b/4.mp3"]),
    ("search \"(Artist =~ '^B')\" sort -Title", ["b/3.mp3", "b/4.mp3"]),
    ("find \"(Artist !~ 'n')\"", ["c.mp3"]),
    (
      "find \"(Artist =~ '[')\"",
      ["ACK [2@0] {find} Error in regex at offset 1: missing terminating ] for character class"]
    ),
  ])
  func `songs are found by tag, name and folder`(line: String, found: [String]) {
    expectEqual(files(line), found)
  }

  @Test(arguments: [
    "find %", "search % sort Title", "findadd %", "list artist %", "count %", "browse songs %",
    "browse artists %",
  ])
  func `an endless regular expression ends in a refusal`(command: String) {
    let conversation = conversation()
    conversation.fake.add(Song(uri: "d.mp3", tags: [.init(.title, String(repeating: "a", count: 90) + "b")]))
    let line = command.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: #""(Title =~ '(a+)+$')""#)
    let name = command.prefix { $0 != " " }
    #expect(conversation.ask(line) == ["ACK [2@0] {\(name)} The regular expression takes too long"])
  }

  @Test func `songs found are written whole`() {
    expectEqual(
      conversation().ask("find title M"),
      [
        "file: b/4.mp3", "Last-Modified: 1970-01-01T00:16:40Z", "Artist: ben", "Title: M",
        "Time: 11", "duration: 10.500", "OK",
      ])
  }

  @Test(arguments: [
    ("count artist Ann", ["songs: 3", "playtime: 31", "OK"]),
    ("count artist ann", ["songs: 0", "playtime: 0", "OK"]),
    ("searchcount artist ann", ["songs: 3", "playtime: 31", "OK"]),
    (
      "count group album",
      [
        "Album: ", "songs: 2", "playtime: 21", "Album: One", "songs: 2", "playtime: 21", "Album: Two",
        "songs: 1",
        "playtime: 10", "OK",
      ]
    ),
    (
      "count base b group albumartist",
      [
        "AlbumArtist: Ann", "songs: 1", "playtime: 10", "AlbumArtist: Ben", "songs: 1", "playtime: 10",
        "AlbumArtist: Cem", "songs: 1", "playtime: 10", "OK",
      ]
    ),
    ("count", ["ACK [2@0] {count} too few arguments for \"count\""]),
    ("count group nosuch", ["ACK [2@0] {count} Unknown tag type: nosuch"]),
    ("list artist", ["Artist: ", "Artist: Ann", "Artist: Ben", "Artist: ben", "OK"]),
    ("list album Ann", ["Album: One", "Album: Two", "OK"]),
    ("list artist \"(base 'a')\"", ["Artist: Ann", "OK"]),
    ("list artist base b window 1:2", ["Artist: Ben", "OK"]),
    (
      "list title base a group artist group album",
      ["Album: One", "Artist: Ann", "Title: Z", "Title: Über", "OK"]
    ),
    ("list file base b", ["file: b/3.mp3", "file: b/4.mp3", "OK"]),
    ("count \"(Artist =~ '^[AB]')\"", ["songs: 3", "playtime: 31", "OK"]),
    ("list album \"(Title !~ '^Z')\"", ["Album: ", "Album: One", "Album: Two", "OK"]),
    ("list title Ann", ["ACK [2@0] {list} should be \"Album\" for 3 arguments"]),
    ("list title Ann group album", ["ACK [2@0] {list} Incorrect number of filter arguments"]),
    ("list nosuch", ["ACK [2@0] {list} Unknown tag type: nosuch"]),
    ("list album group album", ["ACK [2@0] {list} Conflicting group"]),
  ])
  func `songs are counted and tags listed, in groups`(line: String, answer: [String]) {
    expectEqual(conversation().ask(line), answer)
  }

  @Test func `songs found are added, in order, where they are wanted`() {
    let conversation = conversation()
    func queue() -> [String] { conversation.fake.snapshot.entries.map { FakeBackend.uri($0.track) } }
    expectEqual(conversation.ask("findadd artist Ann"), ["OK"])
    // As on a shelf: whose album artist is Ann, by year, then what is Ben's.
    expectEqual(queue(), ["a/1.mp3", "a/2.mp3", "b/3.mp3"])
    expectEqual(conversation.ask("searchadd artist ben sort -Title window 0:1 position 1"), ["OK"])
    expectEqual(queue(), ["a/1.mp3", "b/3.mp3", "a/2.mp3", "b/3.mp3"])
    expectEqual(conversation.ask("findadd artist Nobody"), ["OK"])
    #expect(conversation.ask("findadd artist Ann position 9") == ["ACK [2@0] {findadd} Number too large: 9"])
    #expect(conversation.ask("findadd artist Ann position +0") == ["ACK [55@0] {findadd} No current song"])
    expectEqual(queue().count, 4)
  }

  @Test func `songs added without an order come as on a shelf, whatever their folders`() {
    let conversation = Conversation()
    let fake = conversation.fake
    fake.songs = [:]
    func add(_ uri: String, _ album: String, _ date: String, _ track: Int) {
      fake.add(
        Song(
          uri: uri,
          tags: [
            .init(.artist, "Ann"), .init(.album, album), .init(.track, "\(track)"), .init(.date, date),
          ]))
    }
    add("a/1.mp3", "Late", "2010-05-01", 1)
    add("a/2.mp3", "Late", "2010-05-01", 2)
    add("b/1.mp3", "Early", "12.03.1999", 2)
    add("b/2.mp3", "Early", "12.03.1999", 1)
    add("c.mp3", "Between", "2005", 10)
    add("d.mp3", "Between", "2005", 9)
    func queue() -> [String] { fake.snapshot.entries.map { FakeBackend.uri($0.track) } }
    expectEqual(conversation.ask("findadd artist Ann"), ["OK"])
    let shelf = ["b/2.mp3", "b/1.mp3", "d.mp3", "c.mp3", "a/1.mp3", "a/2.mp3"]
    expectEqual(queue(), shelf)
    expectEqual(conversation.ask("searchadd artist ann window 1:3"), ["OK"])
    expectEqual(queue(), shelf + ["b/1.mp3", "d.mp3"])
  }

  @Test func `a long answer is asked for in windows`() {
    let conversation = Conversation(FakeBackend(songCount: 200))
    let found = conversation.ask("find album Al").filter { $0.hasPrefix("file: ") }
    expectEqual(found.count, 200)
    #expect(conversation.fake.widestWindow <= conversation.hub.limits.windowSongs)
  }

  @Test(arguments: [
    "find \"(Title != '')\" sort Title", "search artist a sort -Date", "browse songs",
    "browse songs group {Artist}", "browse recent \"(Title != 'x')\"", "find \"(Title != 'x')\"",
  ])
  func `a further window of an order looks at no song again, until songs change`(line: String) {
    let conversation = conversation()
    let fake = conversation.fake
    func window(_ window: Range<Int>) -> [String] {
      conversation.ask("\(line) window \(window.lowerBound):\(window.upperBound)").filter {
        $0.hasPrefix("file: ")
      }
    }
    let whole = conversation.ask(line).filter { $0.hasPrefix("file: ") }
    expectEqual(window(0..<1), Array(whole.prefix(1)))
    let count = fake.looks
    #expect(count > 0)
    for range in [0..<1, 1..<3, 2..<2, 0..<100, 3..<9, 50..<60] {
      expectEqual(window(range), Array(whole[range.clamped(to: 0..<whole.count)]))
    }
    // Headings may be of whole songs, which are not looked at in parts.
    expectEqual((fake.looks == count), !line.contains("group"))
    fake.add(
      Song(uri: "d.mp3", tags: [.init(.artist, "Anna"), .init(.title, "0"), .init(.date, "3000")], added: 5))
    let longer = conversation.ask(line).filter { $0.hasPrefix("file: ") }
    #expect(longer.count == whole.count + 1 && longer != whole)
    expectEqual(window(0..<2), Array(longer.prefix(2)))
  }

  @Test(arguments: [
    ("list artist", true), ("list album group albumartist", true), ("count group genre", true),
    ("count \"((Artist == 'Al') AND (!(Genre == 'x')))\"", true), ("browse artists", true),
    ("browse albums", true), ("list artist base a", false), ("list artist \"(any contains 'xy')\"", false),
    ("list artist \"(AudioFormat == '44100:16:2')\"", false), ("list album artist Ann", true),
    ("list album artist Al", true), ("browse folders", true), ("browse folders a", false),
    ("browse tempos", true), ("browse keys", true), ("browse tempos \"(Artist == 'Al')\"", false),
    ("list artist \"(Title contains 'xy')\"", true),
  ])
  func `commands that group by tags have the library count, where tags are all they look at`(
    line: String, counts: Bool
  ) {
    let conversation = conversation()
    expectEqual(conversation.ask(line).last, "OK")
    // Who looks at songs asks for a window of them.
    expectEqual((conversation.fake.widestWindow == 0), counts)
  }
}
