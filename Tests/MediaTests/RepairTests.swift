import Model
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

/// Tags that aren't what they claim to be, or that few programs write.
@Suite struct RepairTests {
  private func tags(_ frames: [UInt8]...) throws -> Tags {
    try Fixture.tags(of: Make.id3(frames.flatMap { $0 }) + Fixture.sound)
  }

  @Test func `a text with UTF-16's mark is that, whatever it claims to be`() throws {
    let text: [UInt8] = [0xFF, 0xFE, 0x41, 0x01, 0x64, 0, 0, 0, 0x42, 0]
    for encoding in [0, 1, 3] as [UInt8] {
      try expectEqual(tags(Make.frame("TPE1", [encoding] + text)).all(.artist), ["Łd", "B"])
    }
    // Two letters that begin a name in Windows-1252.
    try expectEqual(tags(Make.frame("TPE1", [0, 0xFF, 0xFE])).artist, "ÿþ")
    try expectEqual(tags(Make.frame("TPE1", [0, 0xFF, 0xFE, 0x41, 0x42])).artist, "ÿþAB")
  }

  @Test func `a text whose encoding was forgotten is read, and one of no known encoding isn't`() throws {
    try expectEqual(tags(Make.frame("TIT2", Make.text("No Mark"))).title, "No Mark")
    #expect(try tags(Make.frame("TIT2", [4] + Make.text("Later"))).title == nil)
    #expect(try tags(Make.frame("TIT2", [])).title == nil)
  }

  @Test func `bytes without a letter in any encoding are escaped as in URIs`() throws {
    let bytes: [UInt8] = [0, 0x41, 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0x42]
    #expect(try tags(Make.frame("TIT2", bytes)).title == "A\u{F781}\u{F78D}\u{F78F}\u{F790}\u{F79D}B")
  }

  @Test func `a text that is cut in the midst of a letter stays in its encoding`() throws {
    for length in (Tags.textLimit - 3)...(Tags.textLimit + 3) {
      let text = String(repeating: "a", count: length - 3) + "€€"
      let comment = Make.comments([Make.comment("TITLE", Make.text(text))])
      let file = Make.flac([Make.block(4, comment)])
      let title = try #require(try Fixture.tags(of: file).title)
      #expect(text.hasPrefix(title) && title.utf8.count > Tags.textLimit - 3)
      #expect(try readComments(of: try Fixture.open(file)).map(\.text) == [title])
      let item = [(key: "Title", flags: UInt8(0), value: Make.text(String(repeating: "€", count: 4000)))]
      let ape = try #require(try Fixture.tags(of: Fixture.sound + Make.ape(item)).title)
      #expect(ape.allSatisfy { $0 == "€" })
    }
    let frame = Make.frame("TIT2", [3] + Make.text(String(repeating: "€", count: 9000)))
    try expectEqual(tags(frame).title, String(repeating: "€", count: Tags.textLimit / 3))
    // What ends in a letter of Windows-1252 is no cut text.
    try expectEqual(tags(Make.frame("TIT2", [0, 0x63, 0x61, 0x66, 0xE9])).title, "café")
  }

  @Test func `a long custom text is cut in comments`() throws {
    let text = Make.frame("TXXX", [3] + Make.text("WORDS\0" + String(repeating: "€", count: 5000)))
    let comments = try readComments(of: try Fixture.open(Make.id3(text) + Fixture.sound))
    expectEqual(comments.map(\.text), [String(repeating: "€", count: Tags.textLimit / 3)])
  }

  @Test(arguments: [3, 2] as [UInt8])
  func `texts after a large picture are read in an unsynchronised tag`(version: UInt8) throws {
    let picture = Make.attached(Make.picture(.png, 3_000_000), version: version)
    func text(_ three: String, _ two: String, _ text: String) -> [UInt8] {
      let content = [0] + Make.text(text)
      return version == 2 ? Make.text(two) + Make.big(content.count, 3) + content : Make.frame(three, content)
    }
    let body = text("TPE1", "TP1", "Ann") + Make.frame(picture, version: version)
    let tag = Make.unsynchronised(body + text("TIT2", "TT2", "Title") + text("TALB", "TAL", "Album"))
    let file = Make.id3(tag, version: version, flags: 0x80) + Fixture.sound
    let tags = try Fixture.tags(of: file)
    #expect(tags.artist == "Ann" && tags.title == "Title" && tags.album == "Album")
    #expect(try Picture.embedded(in: try Fixture.open(file)) != nil)
  }

  @Test func `skipped bytes cost an unsynchronised feed nothing, taken bytes do`() throws {
    let source = try ByteSource(try Fixture.open([UInt8](repeating: 7, count: 300_000)), capacity: 64 * 1024)
    var feed = UnsynchronisedFeed(RangeFeed(source, 0..<300_000), budget: 100)
    try feed.skip(299_000)
    try expectEqual(feed.take(90).count, 90)
    try feed.skip(10)
    #expect(try feed.take(90).count == 10 && feed.take(1).isEmpty)
  }

  @Test func `relative volumes are gains where ReplayGain's own texts are missing`() throws {
    func volume(_ kind: String, _ channel: UInt8, _ steps: Int) -> [UInt8] {
      var content = Make.text(kind)
      content += [0, channel]
      content += Make.big(steps, 2)
      return Make.frame("RVA2", content + [0])
    }
    let both = try tags(volume("Album", 1, 640), volume("track", 1, -3328)).loudness
    #expect(both.trackGain == -6.5 && both.albumGain == 1.25 && both.trackPeak == nil)
    let text = Make.frame("TXXX", [0] + Make.text("replaygain_track_gain\0-3 dB"))
    try expectEqual(tags(volume("track", 1, 512), text).loudness.trackGain, -3)
    // Of one channel only; louder than any; cut off.
    #expect(try tags(volume("track", 2, 512), volume("track", 1, 32_000)).loudness.isEmpty)
    for content in [[], [0], [0, 1], [0, 1, 2], Make.text("track")] as [[UInt8]] {
      #expect(try tags(Make.frame("RVA2", content)).loudness.isEmpty)
    }
  }
}
