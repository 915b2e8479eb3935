import Model
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

/// Lyrics as text and in tags.
@Suite struct LyricsTests {
  private func lines(_ text: String) -> [String] { show(LyricsText.lines(of: text)) }

  /// Each line as `seconds text`, without seconds where it has no time.
  private func show(_ lines: [LyricsLine]) -> [String] {
    lines.map { line in
      guard let time = line.time else { return line.text }
      return "\(Double(time / .milliseconds(1)) / 1000) \(line.text)"
    }
  }

  @Test(arguments: [
    (
      "[00:12.00]One\n[01:15.5] Two \r\n[2:00]Three\r[0:02:50]First",
      ["2.5 First", "12.0 One", "75.5 Two", "120.0 Three"]
    ),
    // Several times of one line, in any order.
    ("[00:30.00][00:10.00]Chorus\n[00:20.123]Verse", ["10.0 Chorus", "20.123 Verse", "30.0 Chorus"]),
    ("[1:00:01.25]Late\n[00:01,5]Comma", ["1.5 Comma", "3601.25 Late"]),
    // A positive offset is sooner, and nothing is before the beginning.
    ("[ar:Ann]\n[offset: +500]\n[00:01.00]One\n[00:00.20]Zero", ["0.0 Zero", "0.5 One"]),
    ("[00:01.00]One\n[offset:-1500]", ["2.5 One"]),
    ("[00:01.00]<00:01.00>Mo<00:01.50>re <b> <3", ["1.0 More <b> <3"]),
    // A pause stays, a blank line goes; a line without a time belongs to the one before it.
    ("Ann's song\n\n[00:05.00]One\nEins\n\n[00:09.00]", ["0.0 Ann's song", "5.0 One", "5.0 Eins", "9.0 "]),
    ("[00:05.00]\n[00:09.00] ", []),
    ("\n\nOne\n\n[Chorus]\n[Two: x]\n\n", ["One", "", "[Chorus]", "[Two: x]"]),
    ("[ti:Title]\n[by:Ben]\nOne", ["One"]),
    ("\u{FEFF}[00:01.00]One", ["1.0 One"]),
    (
      "[00:xx]a\n[:]b\n[12]c\n[00:00:00:00]d\n[-1:00]e\n[9999999:00]f",
      [
        "[00:xx]a", "[:]b", "[12]c", "[00:00:00:00]d", "[-1:00]e", "[9999999:00]f",
      ]
    ),
    ("[", ["["]), ("", []), ("[00:01.00", ["[00:01.00"]),
    ("a\tb\u{0}\u{1B}c", ["a b  c"]),
  ])
  func `text is read as LRC where it has times`(text: String, expected: [String]) {
    expectEqual(lines(text), expected)
  }

  @Test func `lines, their times and their length are bounded`() {
    let many = LyricsText.lines(of: String(repeating: "[0:01]x\n", count: LyricsLine.countLimit + 10))
    #expect(many.count == LyricsLine.countLimit)
    let stamps = LyricsText.lines(of: String(repeating: "[0:01]", count: LyricsLine.countLimit + 10) + "x")
    #expect(stamps.count == LyricsLine.countLimit)
    #expect(
      LyricsText.lines(of: String(repeating: "x", count: 5000)).map(\.text.utf8.count) == [
        LyricsLine.textLimit
      ])
    #expect(LyricsText.lines(of: "[offset:99999999999]\n[0:01]x").map(\.time) == [.zero])
  }

  @Test func `a file is UTF-8, UTF-16 or Windows-1252`() {
    func wide(_ text: String, _ unit: (UInt16) -> [UInt8]) -> [UInt8] { text.utf16.flatMap(unit) }
    let text = "[0:01]Gr\u{FC}n"
    for bytes in [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      Array("[0:01]Gr".utf8) + [0xFC] + Array("n".utf8),
      [0xFF, 0xFE] + wide(text) { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + wide(text) { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      wide(text) { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ] {
      expectEqual(show(lyrics(inText: bytes)), ["1.0 Gr\u{FC}n"])
    }
    #expect(lyrics(inText: [UInt8](repeating: 0xFF, count: 2 * lyricsFileLimit)).count <= 1)
    #expect(lyrics(inText: []).isEmpty)
  }

  // MARK: - ID3v2

  /// A tag of version 2.3 before sound, as a file.
  private func inTag(_ frames: [UInt8]) throws -> [String] { try inFile(Make.id3(frames) + Fixture.sound) }

  private func inFile(_ bytes: [UInt8]) throws -> [String] {
    show(try readLyrics(of: try Fixture.open(bytes)))
  }

  private func lyricsFrame(_ text: String, kind: String = "") -> [UInt8] {
    Make.frame("USLT", [3] + Array("eng".utf8) + Array(kind.utf8) + [0] + Array(text.utf8))
  }

  private func timed(
    _ parts: [(String, Int)], format: UInt8 = 2, kind: UInt8 = 1, encoding: UInt8 = 3
  ) -> [UInt8] {
    func text(_ text: String) -> [UInt8] {
      encoding == 1
        ? [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]
        : Array(text.utf8) + [0]
    }
    let words = parts.flatMap { part in
      text(part.0) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: part.1 >> $0) }
    }
    return Make.frame("SYLT", [encoding] + Array("eng".utf8) + [format, kind] + text("") + words)
  }

  @Test func `lyrics with times win, else the first ones`() throws {
    let plain = lyricsFrame("One\nTwo")
    try expectEqual(inTag(plain), ["One", "Two"])
    try expectEqual(inTag(lyricsFrame(" ") + plain + lyricsFrame("Three")), ["One", "Two"])
    try expectEqual(inTag(plain + timed([("A", 1500), ("B", 2000)])), ["1.5 A", "2.0 B"])
    try expectEqual(inTag(plain + lyricsFrame("[0:02]LRC", kind: "x")), ["2.0 LRC"])
    try expectEqual(inTag(Make.frame("TXXX", [3] + Array("LYRICS".utf8) + [0] + Array("Own".utf8))), ["Own"])
    try expectEqual(inTag([]), [])
  }

  @Test(arguments: [UInt8(1), 3])
  func `the texts of SYLT are lines, or parts of lines`(encoding: UInt8) throws {
    try expectEqual(
      inTag(timed([("Grün", 1000), ("", 2000), ("Rot", 3000)], encoding: encoding)),
      ["1.0 Grün", "2.0 ", "3.0 Rot"])
    try expectEqual(
      inTag(
        timed([("Star", 1000), ("light", 1200), ("\nstar", 2000), (" bright", 2100)], encoding: encoding)),
      ["1.0 Starlight", "2.0 star bright"])
    try expectEqual(
      inTag(timed([("One ", 1000), ("line\n", 1200), ("Two", 2000)], encoding: encoding)),
      ["1.0 One line", "2.0 Two"])
    // Times in frames of MPEG are not known; a chord is not sung.
    try expectEqual(inTag(timed([("A", 10)], format: 1, encoding: encoding)), ["A"])
    try expectEqual(inTag(timed([("Am", 10)], kind: 5, encoding: encoding)), [])
  }

  @Test func `encrypted, cut and long frames are no reason to fail`() throws {
    let plain = [3] + Array("eng".utf8) + [0] + Array("One".utf8)
    try expectEqual(inTag(Make.frame("USLT", plain, flags: 0x40)), [])
    for count in 0..<plain.count { _ = try inTag(Make.frame("USLT", Array(plain.prefix(count)))) }
    let sync = Array(timed([("One", 1), ("Two", 2)], encoding: 1).dropFirst(10))
    for count in 0..<sync.count { _ = try inTag(Make.frame("SYLT", Array(sync.prefix(count)))) }
    let long = try inTag(lyricsFrame(String(repeating: "0123456789\n", count: 60_000)))
    #expect(!long.isEmpty && long.count <= LyricsLine.countLimit)
  }

  // MARK: - Other tags

  @Test func `comments and items of every format have lyrics`() throws {
    let texts = ["TITLE=x", "unsyncedlyrics=Plain", "LYRICS=[0:01]Timed", "LYRICS=[0:02]Late"]
    let comments = Make.comments(texts.map { Make.text($0) })
    for bytes in [
      Make.flac([Make.block(4, comments)]), Make.opus(comments), Make.vorbis(comments),
      Make.oggFLAC([Make.block(4, comments)]),
    ] {
      try expectEqual(inFile(bytes), ["1.0 Timed"])
    }
    let items = [(key: "Lyrics", flags: UInt8(0), value: Make.text("Ape"))]
    try expectEqual(inFile(Fixture.sound + Make.ape(items)), ["Ape"])
  }
}
