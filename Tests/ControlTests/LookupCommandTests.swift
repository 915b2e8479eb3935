import Model
import Support
import Testing

@testable import Control

/// Finding songs as one types.
@Suite struct LookupCommandTests {
  private func conversation(_ count: Int) -> Conversation {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for number in 0..<count {
      let name = String(number)
      let uri = "\(String(repeating: "0", count: 4 - name.count))\(name).mp3"
      conversation.fake.add(Song(uri: uri, tags: [.init(.title, "Moon \(number)")], duration: .seconds(1)))
    }
    return conversation
  }

  private func files(_ line: String, of count: Int = 200) -> [String] {
    conversation(count).ask(line).filter { $0.hasPrefix("file: ") || $0.hasPrefix("ACK") }
  }

  @Test func `a screen full of songs is found, or the requested window`() {
    expectEqual(files("lookup moon").count, 50)
    expectEqual(files("lookup moon window 3:5"), ["file: 0003.mp3", "file: 0004.mp3"])
    expectEqual(files("lookup moon window 3:3"), [])
    #expect(
      files("lookup moon 17") == ["file: 0017.mp3", "file: 0117.mp3", "file: 0170.mp3"]
        + (171...179).map { "file: 0\($0).mp3" })
    expectEqual(files("lookup moon window 0:", of: 1500).count, 1000)
    expectEqual(files("lookup moon window 990:2000", of: 1500).count, 10)
    expectEqual(files("lookup moon window 1200:1300", of: 1500), [])
    #expect(files("lookup") == ["ACK [2@0] {lookup} too few arguments for \"lookup\""])
    #expect(files("lookup moon window x") == ["ACK [2@0] {lookup} Integer or range expected: x"])
  }

  @Test func `songs are sent whole, and a lookup without hits sends a suggestion`() {
    expectEqual(
      conversation(1).ask("lookup moon"),
      [
        "file: 0000.mp3", "Title: Moon 0", "Time: 1", "duration: 1.000", "OK",
      ])
    expectEqual(conversation(1).ask("lookup son ne"), ["suggestion: son ne?", "OK"])
  }

  @Test(arguments: [
    ("(any contains 'night')", "night"), ("(Artist == 'Ann Lee')", "Ann Lee"), ("(Artist != 'Ann Lee')", nil),
    ("(!(Artist == 'Ann'))", nil), ("((Artist == 'Ann') AND (Title contains 'moonlight'))", "moonlight"),
    ("((Artist == 'Ann') AND (!(Title contains 'moonlight')))", "Ann"), ("(file contains 'night')", nil),
    ("(any contains 'c0ffee00')", nil), ("(any contains 'dead')", "dead"),
    ("(MUSICBRAINZ_TRACKID == 'x-y-z')", nil), ("(Album == '')", nil),
  ])
  func `a filter names the longest text that songs must hold`(filter: String, needle: String?) throws {
    try expectEqual(FilterParser.parse([filter][...], foldsCase: false).needle, needle)
  }

  @Test(arguments: [
    ("(Album == 'Moon')", ["Album=Moon"]), ("(Album contains 'Moon')", []), ("(Album != 'Moon')", []),
    ("(!(Album == 'Moon'))", []), ("(Album == '')", []), ("(any == 'Moon')", []), ("(Album =~ 'Moon')", []),
    ("(AlbumArtist == 'Ann')", ["Artist,AlbumArtist=Ann"]),
    ("((Artist == 'Ann') AND ((Title == 'Blue Moon') AND (base 'x')))", ["Artist=Ann", "Title=Blue Moon"]),
  ])
  func `a filter names the values that songs must have`(filter: String, values: [String]) throws {
    let found = try FilterParser.parse([filter][...], foldsCase: false).values
    #expect(
      found.map { value in
        let tags = Tag.allCases.filter { value.tags.contains($0) }
        return tags.map(\.word).joined(separator: ",") + "=" + value.text
      } == values)
    #expect(found.allSatisfy { !$0.foldsCase })
    // Folded as values are compared.
    let folded = try FilterParser.parse(["(Album == 'STRAẞE Işık')"][...], foldsCase: true).values
    expectEqual(folded, [WholeValue(tags: TagSet([.album]), text: "straße işık", foldsCase: true)])
  }
}
