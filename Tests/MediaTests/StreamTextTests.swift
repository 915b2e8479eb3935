import Support
import Testing

@testable import Media

/// Titles and names of stations, whose encoding nobody states.
@Suite struct StreamTextTests {
  @Test(
    arguments: [
      ([0xC3, 0xA4], "ä"), ([0xE4, 0x20, 0x96, 0x20, 0x62], "ä – b"), ([0x4A, 0xFC, 0x72, 0x67], "Jürg"),
      // Windows-1251 and KOI8-R.
      ([0xCA, 0xE8, 0xED, 0xEE, 0x20, 0x2D, 0x20, 0xC3, 0xF0, 0xF3, 0xEF, 0xEF, 0xE0], "Кино - Группа"),
      ([0x44, 0x4A, 0x20, 0xC3, 0xF0, 0xF3, 0xE2, 0x20, 0x28, 0x4D, 0x69, 0x78, 0x29], "DJ Грув (Mix)"),
      ([0xCA, 0xC8, 0xCD, 0xCE], "КИНО"), ([0xEB, 0xC9, 0xCE, 0xCF], "Кино"),
      // Windows-1250, of Polish.
      ([0x57, 0x79, 0xB3, 0xB9, 0x63, 0x7A], "Wyłącz"), ([0x42, 0xB3, 0xEA, 0x6B, 0x69, 0x74], "Błękit"),
      // Not of them.
      ([0x35, 0xB3, 0x20, 0xBF, 0x51, 0x75, 0xE9, 0x3F], "5³ ¿Qué?"), ([0xDC, 0x62, 0x65, 0x72], "Über"),
    ] as [([UInt8], String)])
  func `an encoding is guessed by its letters`(_ bytes: [UInt8], _ text: String) {
    expectEqual(TagText.ofStream(bytes, nil), text)
  }

  @Test func `a charset of the URL decides`() {
    let bytes: [UInt8] = [0xF8, 0x65, 0xE8]
    expectEqual(TagText.ofStream(bytes, nil), "øeè")
    expectEqual(TagText.ofStream(bytes, "windows-1250"), "řeč")
    expectEqual(TagText.ofStream(bytes, "iso-8859-2"), "řeč")
    expectEqual(TagText.ofStream([0xE1], "iso-8859-7"), "α")
    expectEqual(TagText.ofStream(bytes, "no-such-charset"), "øeè")
    expectEqual(TagText.ofStream([0xC3, 0xA4], "utf-8"), "ä")
    #expect(TagText.ofStream([], "windows-1250") == nil && TagText.ofStream([0x20], nil) == nil)
  }
}
