import Testing

@testable import Fetch

@Suite struct SegmentStartTests {
  private static func tag(_ content: Int) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(content >> 7), UInt8(content & 0x7F)]
      + Array(repeating: 0xFF, count: content)
  }

  private static func sound(_ start: [UInt8]) -> [UInt8] { start + Array(0..<40) }

  @Test(
    arguments: [
      ([0xFF, 0xFB, 0x90, 0x64], "audio/mpeg"), ([0xFF, 0xF1, 0x50, 0x80], "audio/aac"),
      ([0x0B, 0x77, 0, 0, 0, 0x40], "audio/ac3"), ([0x0B, 0x77, 0, 0, 0, 0x80], "audio/eac3"),
      ([0x47, 0x40, 0x11], "video/mp2t"), ([0, 0, 0, 24] + Array("styp".utf8), "audio/mp4"),
    ], [1, 7, 1000])
  func theSoundBehindItsTagsIsKnown(_ kind: ([UInt8], String), chunk: Int) {
    for tags in [[], Self.tag(63), Self.tag(300) + Self.tag(5)] {
      let (bytes, sound) = (tags + Self.sound(kind.0), Self.sound(kind.0))
      var start = SegmentStart()
      var found: [UInt8] = []
      for place in stride(from: 0, to: bytes.count, by: chunk) {
        found += start.take(bytes[place..<min(place + chunk, bytes.count)])
      }
      found += start.finish()
      #expect(found == sound && start.type == kind.1)
    }
  }

  @Test func aSegmentThatEndsInItsTagHasNoSound() {
    var start = SegmentStart()
    #expect(start.take(Self.tag(300)[..<200]).isEmpty && start.finish().isEmpty && start.type == nil)
  }

  @Test func aShortSegmentIsCopied() {
    var start = SegmentStart()
    #expect(start.take([1, 2, 3]).isEmpty && Array(start.finish()) == [1, 2, 3])
  }
}
