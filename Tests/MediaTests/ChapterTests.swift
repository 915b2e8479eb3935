import Model
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

@Suite struct ChapterTests {
  private func tags(_ bytes: [UInt8]) throws -> Tags {
    let descriptor = try Fixture.open(bytes)
    guard bytes.starts(with: Make.text("OggS")) else { return try probe(of: descriptor).tags }
    // These have no sound that would have a length.
    let source = try ByteSource(descriptor, capacity: 64 * 1024)
    var tags = Tags()
    if case .ogg(let stream) = try Content(source).sound {
      _ = try OggFront(source, stream, try OggHead(stream)) { (packets) throws(MediaError) in
        try VorbisComments.read(packets, into: &tags)
      }
    }
    return tags
  }

  private func chapters(_ bytes: [UInt8]) throws -> [Chapter] { try tags(bytes).chapters }

  // MARK: Comments

  private static let numbered = [
    "CHAPTER002=00:01:02.500", "chapter002name= Two ", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=Öne",
    "CHAPTER001URL=http://x", "CHAPTER003=01:00:00", "CHAPTER004=never", "CHAPTER005NAME=Nowhere",
    "CHAPTER002=00:00:09.000",
  ]
  private static let numberedChapters = [
    Chapter(start: .zero, title: "Öne"), Chapter(start: .milliseconds(62_500), title: "Two"),
    Chapter(start: .seconds(3600)),
  ]

  private func comments(_ texts: [String]) -> [UInt8] { Make.comments(texts.map { Make.text($0) }) }

  @Test func `numbered comments are chapters in every format that has comments`() throws {
    let comments = comments(Self.numbered)
    try expectEqual(chapters(Make.flac([Make.block(4, comments)])), Self.numberedChapters)
    try expectEqual(chapters(Make.opus(comments)), Self.numberedChapters)
    try expectEqual(chapters(Make.vorbis(comments)), Self.numberedChapters)
    try expectEqual(chapters(Make.oggFLAC([Make.block(4, comments)])), Self.numberedChapters)
    let items = Self.numbered.map { text in
      let parts = text.split(separator: "=", maxSplits: 1)
      return (key: String(parts[0]), flags: UInt8(0), value: Make.text(String(parts[1])))
    }
    try expectEqual(chapters(Fixture.sound + Make.ape(items)), Self.numberedChapters)
    let frames = Self.numbered.flatMap { text in
      Make.frame("TXXX", [3] + Make.text(text.replacing("=", with: "\0", maxReplacements: 1)))
    }
    try expectEqual(chapters(Make.id3(frames) + Fixture.sound), Self.numberedChapters)
  }

  @Test(arguments: [
    ("00:00:00.000", 0), ("1:02", 62_000), ("00:01:02.5", 62_500), ("00:00:01,25", 1250),
    ("100:00:00.001", 360_000_001), ("00:00:00.0004", 0), ("00: 00:07", 7000), ("00:00:01.123456789", 1123),
  ])
  func `times are read as they are written`(text: String, milliseconds: Int) throws {
    let time = try #require(ChapterMarks.time(text))
    #expect(
      time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000 == milliseconds)
  }

  @Test(arguments: [
    "", ":", "::", "12", "1:2:3:4", "a:b:c", "-1:00", "00:00:0x", "1234567:00:00", "00:00:00.", "00:00:00.x",
    "00:00:00.1234567890123", "99999999999999999999:0:0",
  ])
  func `a text that is no time is nil`(text: String) { #expect(ChapterMarks.time(text) == nil) }

  // MARK: Cue sheets

  private static let sheet = """
    PERFORMER "Somebody"\r
    TITLE "A Mix"\r
    FILE "mix.wav" WAVE\r
      TRACK 01 AUDIO\r
        TITLE "Opener"\r
        PERFORMER "Ann & Ben"\r
        INDEX 01 00:00:00\r
      TRACK 02 AUDIO\r
        title Plain words\r
        INDEX 00 03:58:00\r
        INDEX 01 04:00:37\r
        INDEX 02 05:00:00\r
      TRACK 03 MODE1/2352\r
        TITLE "Data"\r
        INDEX 01 06:00:00\r
      TRACK 04 AUDIO\r
        INDEX 00 120:10:00\r
      TRACK 05 AUDIO\r
        TITLE "Without a place"\r
    """

  private static let sheetChapters = [
    Chapter(start: .zero, title: "Opener", performer: "Ann & Ben"),
    Chapter(start: .seconds(240) + .nanoseconds(493_333_333), title: "Plain words"),
    Chapter(start: .seconds(7210)),
  ]

  @Test func `a cue sheet in a comment gives chapters with who plays them`() throws {
    expectEqual(CueSheet.chapters(Self.sheet), Self.sheetChapters)
    let comment = Make.comments([Make.comment("cuesheet", Make.text(Self.sheet))])
    try expectEqual(chapters(Make.flac([Make.block(4, comment)])), Self.sheetChapters)
    try expectEqual(chapters(Make.opus(comment)), Self.sheetChapters)
    try expectEqual(
      chapters(Fixture.sound + Make.ape([("Cuesheet", 0, Make.text(Self.sheet))])), Self.sheetChapters)
    var wide: [UInt8] = [1, 0xFF, 0xFE]
    for unit in "CUESHEET\0\(Self.sheet)".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try expectEqual(chapters(Make.id3(Make.frame("TXXX", wide)) + Fixture.sound), Self.sheetChapters)
  }

  @Test func `a sheet longer than any other text is read whole`() throws {
    var sheet = "FILE \"x\" WAVE\n"
    for number in 1...99 {
      sheet += "TRACK \(number) AUDIO\n TITLE \"\(String(repeating: "t", count: 120)) \(number)\"\n"
      sheet += " INDEX 01 \(number):00:00\n"
    }
    #expect(sheet.utf8.count > 4 * Tags.textLimit)
    let comment = Make.comments([Make.comment("CUESHEET", Make.text(sheet)), Make.text("TITLE=Behind")])
    let tags = try tags(Make.flac([Make.block(4, comment)]))
    #expect(tags.chapters.count == 99 && tags.chapters.last?.start == .seconds(99 * 60))
    expectEqual(tags.title, "Behind")
    var wide: [UInt8] = [1, 0xFF, 0xFE]
    for unit in "CUESHEET\0\(sheet)".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let frames = Make.frame("TXXX", wide) + Make.frame("TIT2", [3] + Make.text("Behind"))
    try expectEqual(self.tags(Make.id3(frames) + Fixture.sound).chapters.count, 99)
  }

  @Test(arguments: [
    "", "TRACK", "INDEX 01 00:00:00", "TRACK 01 AUDIO\nINDEX 01", "TRACK 01 AUDIO\nINDEX 01 00:00",
    "TRACK 01 AUDIO\nINDEX 01 9999999:00:00", "TRACK 01 AUDIO\nINDEX x 00:00:00",
    "FILE a\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nFILE b\nTRACK 02 AUDIO\nINDEX 01 00:00:00",
  ])
  func `a sheet without a place in this file gives no chapters`(sheet: String) {
    expectEqual(CueSheet.chapters(sheet), [])
  }

  /// A CUESHEET block's content, of tracks with their indices.
  private func cueSheet(
    _ tracks: [(number: UInt8, start: Int, isAudio: Bool, indices: [(number: UInt8, start: Int)])],
    counted: UInt8? = nil
  ) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 395)
    body.append(counted ?? UInt8(tracks.count))
    for track in tracks {
      body += Make.big(track.start, 8)
      body.append(track.number)
      body += [UInt8](repeating: 0, count: 12)
      body.append(track.isAudio ? 0 : 0x80)
      body += [UInt8](repeating: 0, count: 13)
      body.append(UInt8(track.indices.count))
      for index in track.indices {
        body += Make.big(index.start, 8)
        body += [index.number, 0, 0, 0]
      }
    }
    return body
  }

  @Test func `a FLAC file's own cue sheet gives chapters, and one in a comment comes before it`() throws {
    let body = cueSheet([
      (1, 0, true, [(1, 0)]), (2, 441_000, true, [(0, 0), (1, 44_100)]), (3, 882_000, false, [(1, 0)]),
      (4, 1_000_000, true, []), (170, 2_000_000, true, []),
    ])
    let block = Make.block(5, body)
    let expected = [
      Chapter(start: .zero), Chapter(start: .seconds(11)), Chapter(start: .nanoseconds(22_675_736_961)),
    ]
    try expectEqual(chapters(Make.flac([block])), expected)
    let comment = Make.block(4, comments(Self.numbered))
    try expectEqual(chapters(Make.flac([block, comment])), Self.numberedChapters)
    let other = Make.block(4, comments(["TITLE=x"]))
    try expectEqual(chapters(Make.flac([other, block])), expected)
  }

  @Test func `a cue sheet that lies is read as far as it goes`() throws {
    let whole = cueSheet([(1, 0, true, [(1, 0)]), (2, 441_000, true, [(1, 0)])], counted: 255)
    for count in stride(from: 0, to: whole.count, by: 7) {
      #expect(try chapters(Make.flac([Make.block(5, Array(whole[..<count]))])).count <= 2)
    }
    let absurd = cueSheet([(1, -1, true, [(1, 5)]), (2, .max, true, [(1, .max)]), (3, 44_100, true, [])])
    try expectEqual(chapters(Make.flac([Make.block(5, absurd)])), [Chapter(start: .seconds(1))])
  }

  // MARK: ID3v2

  private func chapter(
    _ element: String, _ start: Int, _ end: Int, _ frames: [UInt8] = [], version: UInt8 = 3
  ) -> [UInt8] {
    var content = Make.text(element)
    content.append(0)
    content += Make.big(start)
    content += Make.big(end)
    content += [UInt8](repeating: 0xFF, count: 8)
    return Make.frame("CHAP", content + frames, version: version)
  }

  private func contents(_ elements: [String], counted: UInt8? = nil) -> [UInt8] {
    let count: UInt8 = counted ?? UInt8(elements.count)
    var content: [UInt8] = Make.text("toc")
    content += [0, 3, count]
    for element in elements {
      content += Make.text(element)
      content.append(0)
    }
    return Make.frame("CTOC", content)
  }

  @Test(arguments: [3, 4] as [UInt8]) func `chapter frames are read with their titles`(version: UInt8) throws
  {
    let long = [UInt8](repeating: 0x20, count: 200)
    let title = Make.frame("TIT2", [3] + Make.text("Prologue") + long, version: version)
    let link = Make.frame("WXXX", [0] + Make.text("url\0http://x") + long, version: version)
    var body = chapter("b", 61_500, 90_000, link + title, version: version)
    body += chapter("a", 0, 61_500, version: version)
    body += chapter("c", 90_000, 5, version: version)
    body += chapter("d", 0xFFFF_FFFF, 9, version: version)
    try expectEqual(
      chapters(Make.id3(body, version: version) + Fixture.sound),
      [
        Chapter(start: .zero, end: .milliseconds(61_500)),
        Chapter(start: .milliseconds(61_500), end: .seconds(90), title: "Prologue"),
        Chapter(start: .seconds(90)),
      ])
  }

  @Test func `chapters that no table of contents names are hidden`() throws {
    let chapters = chapter("a", 0, 10) + chapter("picture", 5, 6) + chapter("b", 10, 20)
    try expectEqual(self.chapters(Make.id3(chapters + contents(["a", "b"])) + Fixture.sound).count, 2)
    try expectEqual(self.chapters(Make.id3(contents(["a"]) + chapters) + Fixture.sound).count, 1)
    try expectEqual(self.chapters(Make.id3(chapters) + Fixture.sound).count, 3)
    try expectEqual(
      self.chapters(Make.id3(contents(["x"], counted: 255) + chapters) + Fixture.sound).count, 3)
  }

  @Test func `chapter frames cut anywhere do no harm`() throws {
    let title = Make.frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0])
    let whole = chapter("a", 1000, 2000, title).dropFirst(10)
    for count in 0...whole.count {
      let cut = Make.frame("CHAP", Array(whole.prefix(count)))
      let found = try chapters(Make.id3(cut) + Fixture.sound)
      #expect(found.allSatisfy { $0.start == .seconds(1) } && found.count <= 1)
    }
  }

  // MARK: Bounds

  @Test func `chapters are bounded in number and in text`() throws {
    var texts: [String] = []
    for number in 0...999 {
      let digits = String("00\(number)".suffix(3))
      texts.append("CHAPTER\(digits)=00:\(number / 60):\(number % 60).000")
      texts.append("CHAPTER\(digits)NAME=" + String(repeating: "ü", count: 1500))
    }
    let found = try chapters(Make.opus(comments(texts)))
    expectEqual(found.count, Chapter.countLimit)
    let titles = found.compactMap(\.title)
    #expect(titles.allSatisfy { $0.utf8.count == Chapter.titleLimit })
    expectEqual(titles.count, Chapter.textLimit / Chapter.titleLimit)
    var frames: [UInt8] = []
    for number in 0..<2000 { frames += chapter("\(number)", number, number + 1) }
    try expectEqual(chapters(Make.id3(frames) + Fixture.sound).count, Chapter.countLimit)
  }
}
