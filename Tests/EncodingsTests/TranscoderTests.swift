import Support
import Testing

@testable import Encodings

@Suite struct TranscoderTests {
  /// The text and the number of its faults.
  private func converted(_ bytes: [UInt8], _ encoding: String) -> String? {
    Transcoder.utf8(bytes[...], from: encoding, mostBytes: 100).map {
      "\(String(decoding: $0.text, as: UTF8.self)) \($0.faults)"
    }
  }

  @Test func `texts of other encodings become UTF-8, and what they can't have is counted`() {
    expectEqual(converted([0xCF, 0xF0, 0xE8], "CP1251"), "При 0")
    expectEqual(converted([0x1B, 0x24, 0x42, 0x24, 0x22], "ISO-2022-JP"), "あ 0")
    #expect(converted([0x41, 0x00, 0x00, 0xD8, 0x42, 0x00], "UTF-16LE") == "A\u{FFFD}B 1")
    // A character that is cut at the end.
    #expect(converted([0x82, 0xA0, 0x82], "CP932") == "あ\u{FFFD} 1")
    #expect(converted([0x41], "no such encoding") == nil)
  }

  @Test func `a long text is cut, and one of several steps is whole`() throws {
    let long = [UInt8](repeating: 0xE4, count: 50_000)
    let whole = try #require(Transcoder.utf8(long[...], from: "CP1252", mostBytes: .max))
    #expect(whole.text.count == 100_000 && whole.faults == 0)
    expectEqual(Transcoder.utf8(long[...], from: "CP1252", mostBytes: 10)?.text.count, 10)
  }
}
