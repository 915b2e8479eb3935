import Model
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

/// Texts in encodings that they don't claim: repaired where that is certain, else escaped, never dropped.
@Suite struct EncodingTests {
  /// A text of bytes that are written as letters of ISO 8859-1.
  private func bytes(_ text: String) -> ArraySlice<UInt8> { text.unicodeScalars.map { UInt8($0.value) }[...] }

  private func escaped(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(0xF700 + UInt32(byte)) ?? "?")
    }
    return String(text)
  }

  @Test func `text declared as Latin is UTF-8 if valid, else Windows-1252`() {
    expectEqual(TagText.latin1([0x93, 0x63, 0x61, 0x66, 0xE9, 0x94]), "“café”")
    expectEqual(TagText.latin1(Array("naïve".utf8)[...]), "naïve")
    expectEqual(TagText.latin1([0xCF, 0xF0, 0xE8]), "Ïðè")
  }

  @Test(arguments: [
    "caf\u{E9}", "Stra\u{DF}e", "Gr\u{F6}\u{DF}e", "\u{C5}lesund", "\u{C9}TUDE", "T\u{F6}\u{F6}l\u{F6}",
    "No\u{EB}l \u{E0} Paris",
    "M\u{FC}ller & S\u{F6}hne", "\u{DC}B", "na\u{EF}ve, d\u{E9}j\u{E0} vu", "\u{D8}re",
  ])
  func `letters of Windows-1252 in words are that`(text: String) {
    expectEqual(TagText.utf8(bytes(text)), text)
  }

  @Test(
    arguments: [
      ([0x49, 0x74, 0x92, 0x73], "It’s"), ([0x93, 0x63, 0x61, 0x66, 0xE9, 0x94], "“café”"),
      ([0x91, 0x41, 0x92, 0x20, 0x42], "‘A’ B"), ([0x41, 0x20, 0x96, 0x20, 0x42], "A – B"),
      ([0x31, 0x96, 0x32], "1–2"), ([0x8A, 0x74, 0x61], "Šta"), ([0x63, 0x9C, 0x75, 0x72], "cœur"),
    ] as [([UInt8], String)])
  func `marks and letters that only Windows has are that in their places`(bytes: [UInt8], text: String) {
    expectEqual(TagText.utf8(bytes[...]), text)
  }

  @Test(
    arguments: [
      // Russian in Windows-1251 and KOI8-R, Greek in Windows-1253.
      [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4],
      [0xC1, 0xE3, 0xDC, 0xF0, 0xE7],
      [0x44, 0x4A, 0x20, 0xC0],
      // Japanese in Shift-JIS, Chinese in GBK and Big5.
      [0x83, 0x41, 0x83, 0x62], [0xC4, 0xE3, 0xBA, 0xC3], [0xA4, 0x41, 0x42],
      // Polish in Windows-1250; "café", "Müller" and "España" as old Macintoshes and DOS wrote them.
      [0x53, 0xB3, 0x6F, 0x77, 0x6F], [0x63, 0x61, 0x66, 0x8E], [0x63, 0x61, 0x66, 0x82], [0x4D, 0x9F, 0x6C],
      [0x4D, 0x81, 0x6C], [0x45, 0x73, 0x70, 0x61, 0x96, 0x61], [0x45, 0x73, 0x70, 0x61, 0xA4, 0x61],
      // Signs, a letter alone, a mark in no place for it.
      [0x41, 0xA9], [0x41, 0xD7, 0x42], [0xE9], [0x41, 0x20, 0xF6, 0x20, 0x42], [0x41, 0x20, 0x94, 0x42],
      [0x93],
      [0xFF, 0xFE, 0xFD], [0x41, 0x80, 0x42],
    ] as [[UInt8]])
  func `text of any encoding is escaped byte by byte`(bytes: [UInt8]) {
    expectEqual(TagText.utf8(bytes[...]), escaped(bytes))
  }

  @Test func `UTF-8 beside bytes that are none stays`() {
    #expect(TagText.utf8(Array("naïve ".utf8)[...] + [0x63, 0x61, 0x66, 0xE9]) == "naïve caf\u{F7E9}")
    // Too long a form, half a pair, and beyond the last: none of them characters.
    #expect(TagText.utf8([0xC0, 0x80, 0x41]) == "\u{F7C0}\u{F780}A")
    #expect(TagText.utf8([0xED, 0xA0, 0x80, 0xE2, 0x82, 0xAC]) == "\u{F7ED}\u{F7A0}\u{F780}€")
    #expect(TagText.utf8([0xF4, 0x90, 0x80, 0x80]) == "\u{F7F4}\u{F790}\u{F780}\u{F780}")
    // The beginning of a character at a cut.
    expectEqual(TagText.utf8([0x41, 0xE2, 0x82], isCut: true), "A")
  }

  @Test func `half pairs and half units of UTF-16 are escaped`() {
    func wide(_ bytes: [UInt8], isCut: Bool = false) -> [String] {
      TagText.texts(bytes[...], .utf16, isCut: isCut)
    }
    #expect(wide([0xFF, 0xFE, 0x41, 0x00, 0x00, 0xD8, 0x42, 0x00]) == ["A\u{F700}\u{F7D8}B"])
    #expect(wide([0xFE, 0xFF, 0x00, 0x41, 0xDC, 0x05]) == ["A\u{F7DC}\u{F705}"])
    #expect(wide([0xFF, 0xFE, 0x00, 0xD8, 0x00, 0xD8, 0x00, 0xDC]) == ["\u{F700}\u{F7D8}\u{10000}"])
    #expect(wide([0xFF, 0xFE, 0x3D, 0xD8, 0xB5, 0xDC]) == ["\u{1F4B5}"])
    #expect(wide([0xFF, 0xFE, 0x41, 0x00, 0x42]) == ["A\u{F742}"])
    expectEqual(wide([0xFF, 0xFE, 0x41, 0x00, 0x00]), ["A"])
    // What was cut through isn't there.
    expectEqual(wide([0xFF, 0xFE, 0x41, 0x00, 0x3D, 0xD8], isCut: true), ["A"])
    expectEqual(wide([0xFF, 0xFE, 0x41, 0x00, 0x3D, 0xD8, 0xB5], isCut: true), ["A"])
  }

  @Test func `UTF-16 is read by its marks, and without one by its zeros`() {
    expectEqual(TagText.texts([0xFE, 0xFF, 0x00, 0x41, 0x00, 0x00, 0x00, 0x42], .utf16), ["A", "B"])
    expectEqual(TagText.texts([0x00, 0x41, 0x00, 0x42], .utf16), ["AB"])
    expectEqual(TagText.texts([0x41, 0x00, 0x42, 0x00], .utf16), ["AB"])
    expectEqual(TagText.texts([0x00, 0x41, 0x00, 0x42], .utf16BigEndian), ["AB"])
    expectEqual(TagText.texts([0xFF, 0xFE, 0x41, 0, 0, 0, 0xFF, 0xFE, 0x42, 0], .utf16), ["A", "B"])
  }

  @Test func `comments, items and frames of UTF-8 are repaired, those of Latin read as they claim`() throws {
    let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
    func frame(_ encoding: UInt8) -> [UInt8] {
      Make.id3(Make.text("TIT2") + Make.big(7) + [0, 0, encoding] + russian) + Fixture.sound
    }
    let flac = Make.flac([Make.block(4, Make.comments([Make.comment("TITLE", russian)]))])
    let ape = Fixture.sound + Make.ape([(key: "Title", flags: 0, value: russian)])
    for file in [flac, ape, frame(3)] { try expectEqual(Fixture.tags(of: file).title, escaped(russian)) }
    try expectEqual(Fixture.tags(of: frame(0)).title, "Ïðèâåò")
    for file in [flac, ape] {
      #expect(try readComments(of: try Fixture.open(file)).map(\.text) == [escaped(russian)])
    }
    expectEqual(ID3v1.read(Make.text("TAG") + russian + [UInt8](repeating: 0, count: 119)).title, "Ïðèâåò")
  }
}
