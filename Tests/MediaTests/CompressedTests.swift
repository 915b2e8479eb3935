import Compression
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

/// Frames of ID3v2 that are compressed. What zlib made is written out here.
@Suite struct CompressedTests {
  /// The encoding's byte, and a text, with codes that are agreed on.
  private static let short: [UInt8] = [
    0x78, 0x9C, 0x63, 0x76, 0x2F, 0x3A, 0xBC, 0xE7, 0xF0, 0xFC, 0x54, 0x00, 0x0F, 0x68,
    0x04, 0x03,
  ]
  /// The same, stored.
  private static let stored: [UInt8] = [
    0x78, 0x01, 0x01, 0x08, 0x00, 0xF7, 0xFF, 0x03, 0x47, 0x72, 0xC3, 0xBC, 0xC3, 0x9F,
    0x65, 0x0F, 0x68, 0x04, 0x03,
  ]
  /// 60 times "N bottles of beer on the wall", with codes of its own.
  private static let long: [UInt8] = [
    0x78, 0xDA, 0x85, 0xD5, 0xC9, 0x49, 0x05, 0x51, 0x10, 0x40, 0xD1, 0x85, 0x89, 0xBC,
    0x10, 0xAC, 0xC9, 0x21, 0x1C, 0x3F, 0xB4, 0xB8, 0x68, 0x6C, 0xD0, 0x06, 0xD3, 0x37,
    0x83, 0xF3, 0xD6, 0x77, 0x77, 0xA8, 0xE1, 0xE9, 0x79, 0x3D, 0xAE, 0xFB, 0x3E, 0x8F,
    0xDF, 0x75, 0x7D, 0xAE, 0xC7, 0x71, 0xFC, 0xAC, 0xEB, 0x7B, 0xDD, 0x5F, 0xC7, 0xFA,
    0xFB, 0x38, 0xCF, 0x15, 0xAC, 0xC9, 0x5A, 0xAC, 0xCD, 0x3A, 0xAC, 0x2F, 0xAC, 0xAF,
    0xAC, 0x6F, 0xAC, 0xEF, 0xD6, 0xD8, 0x60, 0x59, 0x2B, 0xCC, 0x15, 0xF6, 0x0A, 0x83,
    0x85, 0xC5, 0xC2, 0x64, 0x61, 0xB3, 0x30, 0x5A, 0x58, 0x2D, 0xAD, 0x96, 0x9B, 0x19,
    0xB3, 0x5A, 0x5A, 0x2D, 0xAD, 0x96, 0x56, 0x4B, 0xAB, 0xA5, 0xD5, 0xD2, 0x6A, 0x69,
    0xB5, 0xB2, 0x5A, 0x59, 0xAD, 0x36, 0xAB, 0x69, 0xB5, 0xB2, 0x5A, 0x59, 0xAD, 0xAC,
    0x56, 0x56, 0x2B, 0xAB, 0x95, 0xD5, 0xDA, 0x6A, 0x6D, 0xB5, 0xB6, 0x5A, 0x6F, 0x2E,
    0x9A, 0xD5, 0xDA, 0x6A, 0x6D, 0xB5, 0xB6, 0x5A, 0x5B, 0xAD, 0xAD, 0x36, 0x56, 0x1B,
    0xAB, 0x8D, 0xD5, 0xC6, 0x6A, 0xB3, 0x79, 0x04, 0x56, 0x1B, 0xAB, 0x8D, 0xD5, 0xC6,
    0x6A, 0x43, 0xB5, 0x7F, 0x64, 0xC7, 0x75, 0x4E,
  ]
  /// 100,000 times the letter a.
  private static let bomb: [UInt8] = [
    0x78, 0xDA, 0xED, 0xC1, 0x21, 0x01, 0x00, 0x00, 0x00, 0x02, 0xA0, 0xE0, 0x52, 0xFF,
    0x9F, 0xF0, 0x86, 0x01, 0x48, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x80, 0x5B, 0x03, 0x0D, 0x95, 0x0B, 0x50,
  ]

  /// 20 million times that, or some more: four times 258 of the one before in each byte. Its checksum is wrong.
  private static let hugeBomb = bomb[..<60] + [UInt8](repeating: 0, count: 20_000) + bomb[60...]

  private static let bottles = (0..<60).map { "\($0) bottles of beer on the wall" }.joined(separator: " ")

  private func frame(_ name: String, _ packed: [UInt8], _ length: Int, version: UInt8) -> [UInt8] {
    let isFour = version == 4
    let content = (isFour ? Make.synchsafe(length) : Make.big(length)) + packed
    return Make.frame(name, content, version: version, flags: isFour ? 0x09 : 0x80)
  }

  private func tags(_ frames: [UInt8], version: UInt8) throws -> Tags {
    try Fixture.tags(of: Make.id3(frames, version: version) + Fixture.sound)
  }

  @Test(arguments: [3, 4] as [UInt8])
  func `compressed texts are read, and the frames after them`(version: UInt8) throws {
    var frames = frame("TPE1", Self.short, 8, version: version)
    frames += frame("TALB", Self.stored, 8, version: version)
    frames += frame("TIT2", Self.long, Self.bottles.utf8.count + 1, version: version)
    frames += frame("TCOM", Self.short, 8, version: version)
    let tags = try tags(frames, version: version)
    #expect(tags.artist == "Grüße" && tags.album == "Grüße" && tags.composer == "Grüße")
    expectEqual(tags.title, Self.bottles)
  }

  @Test func `a group's byte and unsynchronisation go with it`() throws {
    let three =
      Make.text("TIT2") + Make.big(Self.short.count + 5) + [0, 0xA0] + Make.big(8) + [7] + Self.short
    try expectEqual(tags(three, version: 3).title, "Grüße")
    let packed = Make.unsynchronised(Self.short)
    let content: [UInt8] = [7] + Make.synchsafe(8) + packed
    let four = Make.text("TIT2") + Make.synchsafe(content.count) + [0, 0x4B] + content
    try expectEqual(tags(four, version: 4).title, "Grüße")
  }

  @Test func `encrypted texts are skipped`() throws {
    let three = Make.text("TIT2") + Make.big(3) + [0, 0x40, 3, 0x41, 0x42]
    #expect(try tags(three, version: 3).title == nil)
    let four = Make.text("TIT2") + Make.synchsafe(3) + [0, 0x04, 3, 0x41, 0x42]
    #expect(try tags(four, version: 4).title == nil)
  }

  @Test(arguments: [3, 4] as [UInt8])
  func `no more comes out of a text than one may have`(version: UInt8) throws {
    let title = try tags(frame("TIT2", Self.bomb, 100_001, version: version), version: version).title
    expectEqual(title, String(repeating: "a", count: Tags.textLimit))
    expectEqual(Inflate.zlib(Self.bomb[...], limit: 1000)?.count, 1000)
    expectEqual(Inflate.zlib(Self.bomb[...], limit: 200_000)?.count, 100_001)
    // No more than the frame says there is.
    try expectEqual(tags(frame("TIT2", Self.bomb, 4, version: version), version: version).title, "aaa")
    // Of a thousand of them together, a few dozen are enough.
    var many: [UInt8] = []
    for _ in 0..<1000 { many += frame("TXXX", Self.bomb, 100_001, version: version) }
    many += frame("TIT2", Self.short, 8, version: version)
    #expect(try tags(many, version: version).title == nil)
  }

  @Test func `damaged streams are skipped`() throws {
    for bytes in [Self.short, Self.stored, Self.long] {
      let whole = try #require(Inflate.zlib(bytes[...], limit: 4096))
      for count in bytes.indices { #expect(Inflate.zlib(bytes[..<count], limit: 4096) == nil, "\(count)") }
      for place in bytes.indices {
        for bit in 0..<8 {
          var broken = bytes
          broken[place] ^= 1 << UInt8(bit)
          // The sum tells of what the codes don't; some bits say nothing.
          let found = Inflate.zlib(broken[...], limit: 4096)
          #expect(found == nil || found == whole, "\(place).\(bit)")
        }
      }
    }
    #expect(Inflate.zlib(Self.long.prefix(100), limit: 4096, isCut: true)?.isEmpty == false)
  }

  @Test func `output is cut at the limit, and a text that ends there is whole`() {
    let whole: [UInt8] = [3] + Make.text("Grüße")
    for bytes in [Self.short, Self.stored] {
      expectEqual(Inflate.zlib(bytes[...], limit: whole.count), whole)
      #expect(Inflate.zlib(bytes.dropLast(), limit: whole.count) == nil)
      for limit in whole.indices {
        expectEqual(Inflate.zlib(bytes[...], limit: limit), Array(whole[..<limit]))
      }
    }
  }

  @Test(.enabled(if: AllocationProbe.works))
  func `a bomb costs no more than a small one, and nothing is kept`() {
    let (bomb, hugeBomb, short, long) = (Self.bomb[...], Self.hugeBomb, Self.short, Self.long)
    let limit = 16 * 1024
    expectEqual(Inflate.zlib(hugeBomb, limit: limit), [3] + [UInt8](repeating: 0x61, count: limit - 1))
    func cost(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> AllocationProbe.Count {
      AllocationProbe.count { _ = Inflate.zlib(bytes, limit: limit, isCut: isCut) }
    }
    expectEqual(cost(hugeBomb), cost(bomb))
    var broken = short
    broken[4] ^= 0x20
    let dictionary: [UInt8] = [0x78, 0x20, 0, 0, 0, 1, 0]
    let streams: [ArraySlice<UInt8>] = [
      hugeBomb, short[...], long[...], long.prefix(100), broken[...], dictionary[...], [0], [],
    ]
    for bytes in streams {
      for isCut in [false, true] {
        let cost = cost(bytes, isCut: isCut)
        #expect(cost.allocations == cost.frees && cost.allocations < 8, "\(bytes.count)")
      }
    }
  }

  @Test func `a stream that the reader cut gives its first part`() throws {
    let whole = [3] + Make.text(Self.bottles)
    var last = 0
    for count in Self.long.indices {
      let found = try #require(Inflate.zlib(Self.long[..<count], limit: 4096, isCut: true))
      #expect(whole.starts(with: found) && found.count >= last && found.count <= whole.count)
      last = found.count
    }
    expectEqual(last, whole.count)
    // More than is read of a frame: a text that is stored.
    let text = [3] + [UInt8](repeating: 0x62, count: 20_000)
    var packed: [UInt8] = [0x78, 0x01, 0x01]
    packed += [0x21, 0x4E, 0xDE, 0xB1]
    packed += text + [0, 0, 0, 0]
    for version in [3, 4] as [UInt8] {
      let title = frame("TIT2", packed, text.count, version: version)
      let artist = frame("TPE1", Self.short, 8, version: version)
      let tags = try tags(title + artist, version: version)
      #expect(tags.title == String(repeating: "b", count: Tags.textLimit) && tags.artist == "Grüße")
    }
  }

  @Test(arguments: [3, 4] as [UInt8])
  func `a text that ends too soon, or has a wrong checksum, is skipped, but not the frames after it`(
    version: UInt8
  ) throws {
    let artist = frame("TPE1", Self.short, 8, version: version)
    for count in [0, 1, 2, 8, Self.short.count - 1] {
      let title = frame("TIT2", Array(Self.short.prefix(count)), 8, version: version)
      let tags = try tags(title + artist, version: version)
      #expect(tags.title == nil && tags.artist == "Grüße")
    }
    for place in Self.short.indices.suffix(4) {
      var wrong = Self.short
      wrong[place] ^= 1
      let tags = try tags(frame("TIT2", wrong, 8, version: version) + artist, version: version)
      #expect(tags.title == nil && tags.artist == "Grüße")
      #expect(Inflate.zlib(wrong[...], limit: 4096, isCut: true) == nil)
      // It is looked at only behind the last byte.
      expectEqual(Inflate.zlib(wrong[...], limit: 7)?.count, 7)
    }
  }

  @Test func `a stream that needs a dictionary is skipped`() {
    #expect(Inflate.zlib([0x78, 0x20, 0, 0, 0, 1, 0], limit: 4096) == nil)
    #expect(Inflate.zlib([0x78, 0x20, 0, 0, 0, 1, 0], limit: 4096, isCut: true) == nil)
  }
}
