import Support
import Testing

@testable import Interchange

/// Encodings of feeds.
@Suite struct FeedEncodingTests {
  private func title(_ bytes: [UInt8], declared: String?, charset: String? = nil) -> String? {
    let head = declared.map { #"<?xml version="1.0" encoding="\#($0)"?>"# } ?? ""
    let text = Array("\(head)<rss><channel><title>".utf8) + bytes + Array("</title></channel></rss>".utf8)
    return PodcastFeed.read(text, charset: charset)?.title
  }

  @Test(
    arguments: [
      ("windows-1251", [0xC2, 0xFB, 0xEF, 0xF3, 0xF1, 0xEA], "Выпуск"),
      ("KOI8-R", [0xF7, 0xD9, 0xD0], "Вып"),
      ("ISO-8859-2", [0x4B, 0x6F, 0x74, 0xEC], "Kotě"), ("iso-8859-15", [0x35, 0x20, 0xA4], "5 €"),
      ("ISO-8859-1", [0x4D, 0xFC], "Mü"), ("iso-8859-1", [0x80], "€"), ("latin1", [0xFC], "ü"),
      ("windows-1252", [0x93, 0x94], "“”"), ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
      ("x-sjis", [0x87, 0x40], "①"), ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
      ("GB2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
      ("gbk", [0xE9, 0x46], "镕"), ("Big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("EUC-KR", [0xC7, 0xD1], "한"),
      ("ks_c_5601-1987", [0xC7, 0xD1], "한"), ("TIS-620", [0xA1], "ก"), ("windows-1255", [0xF9], "ש"),
      ("ISO-8859-7", [0xE1], "α"), ("MacRoman", [0x8A], "ä"), ("x-mac-cyrillic", [0x80], "А"),
      ("cp866", [0x80], "А"),
      ("win-1251", [0xC0], "А"), ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
    ] as [(String, [UInt8], String)]) func `declared, or stated by the server`(
      _ name: String, _ bytes: [UInt8], _ text: String
    )
  {
    expectEqual(title(bytes, declared: name), text)
    expectEqual(title(bytes, declared: nil, charset: name), text)
    // As servers and programs state where nobody has set it.
    expectEqual(title(bytes, declared: name, charset: "ISO-8859-1"), text)
    expectEqual(title(bytes, declared: name, charset: "utf-8"), text)
    expectEqual(title(bytes, declared: "UTF-8", charset: name), text)
  }

  @Test(arguments: [
    "ISO-8859-1", "windows-1252", "us-ascii", "windows-1251", "Shift_JIS", "utf-16", "none of these",
  ])
  func `UTF-8 is that, whatever is declared`(_ name: String) {
    expectEqual(title(Array("Käse — 日".utf8), declared: name), "Käse — 日")
    expectEqual(title(Array("Käse — 日".utf8), declared: nil, charset: name), "Käse — 日")
  }

  @Test func `invalid bytes of declared UTF-8 are Windows-1252, the valid ones UTF-8`() {
    expectEqual(title([0x4B, 0xE4, 0x73, 0x65], declared: "UTF-8"), "Käse")
    expectEqual(title([0x4B, 0xE4, 0x73, 0x65], declared: nil), "Käse")
    expectEqual(title([0x4B, 0xE4, 0x73, 0x65], declared: "utf-16"), "Käse")
    expectEqual(title(Array("Käse größer ".utf8) + [0xE4], declared: "UTF-8"), "Käse größer ä")
  }

  @Test func `bytes that an encoding has not cost one character`() {
    #expect(title([0x93, 0xFA, 0x80, 0x96, 0x7B], declared: "Shift_JIS")?.hasPrefix("日") == true)
    #expect(title([0x93, 0xFA, 0xFF, 0x20, 0x96, 0x7B], declared: "EUC-JP") != nil)
  }

  @Test(arguments: [false, true], [false, true]) func `UTF-16 and UTF-32`(_ isLittle: Bool, _ hasMark: Bool) {
    let text =
      (hasMark ? "\u{FEFF}" : "")
      + "<?xml version='1.0' encoding='utf-16'?><rss><channel><title>Käse日😀</title></channel></rss>"
    func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(number >> ($0 * 8) & 0xFF) }
      return isLittle ? little : little.reversed()
    }
    let narrow = text.utf16.flatMap { bytes(UInt32($0), 2) }
    let wide = text.unicodeScalars.flatMap { bytes($0.value, 4) }
    expectEqual(PodcastFeed.read(narrow)?.title, "Käse日😀")
    expectEqual(PodcastFeed.read(wide)?.title, "Käse日😀")
  }

  @Test func `EBCDIC`() {
    // <?xml encoding="cp500"?><rss><channel><title>A
    let text: [UInt8] = [
      0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0x85, 0x95, 0x83, 0x96, 0x84, 0x89, 0x95, 0x87, 0x7E, 0x7F, 0x83,
      0x97,
      0xF5, 0xF0, 0xF0, 0x7F, 0x6F, 0x6E, 0x4C, 0x99, 0xA2, 0xA2, 0x6E, 0x4C, 0x83, 0x88, 0x81, 0x95, 0x95,
      0x85,
      0x93, 0x6E, 0x4C, 0xA3, 0x89, 0xA3, 0x93, 0x85, 0x6E, 0xC1,
    ]
    expectEqual(PodcastFeed.read(text)?.title, "A")
  }

  @Test func `a byte order mark counts before all, blank lines may follow`() {
    let text =
      [0xEF, 0xBB, 0xBF]
      + Array("\n\n<?xml version='1.0' encoding='windows-1251'?><rss><channel><title>ä".utf8)
    expectEqual(PodcastFeed.read(text, charset: "koi8-r")?.title, "ä")
  }
}
