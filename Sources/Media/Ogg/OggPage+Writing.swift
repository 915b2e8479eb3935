extension OggPage {
  /// A page with the right checksum (RFC 3533 6).
  static func bytes(
    flags: UInt8, granule: Int64 = 0, serial: UInt32, sequence: UInt32, lacing: ArraySlice<UInt8>,
    body: ArraySlice<UInt8>
  ) -> [UInt8] {
    func little(_ number: some FixedWidthInteger) -> [UInt8] {
      (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var page = Array("OggS".utf8) + [0, flags]
    page += little(granule)
    page += little(serial) + little(sequence) + [0, 0, 0, 0, UInt8(lacing.count)]
    page += lacing
    page += body
    page.replaceSubrange(22..<26, with: little(checksum(page)))
    return page
  }

  /// Adds to the time stamp of each page whose header is in a piece of a file. The checksum is linear: it changes by
  /// the checksum of the change alone, so the page's body isn't needed.
  /// - Parameters:
  /// - bytes: with all of each header to change.
  /// - count: number of places to look for page headers at.
  static func shift(_ bytes: inout [UInt8], first count: Int, by frames: Int64) {
    for i in 0..<max(0, min(count, bytes.count - headSize)) where bytes[i] == 0x4F && bytes[i + 1] == 0x67 {
      guard let page = OggPage(Array(bytes[i..<min(bytes.count, i + headSize + 255)]), offset: Int64(i)),
        page.granule != -1
      else { continue }
      let old = bytes[i + 6..<i + 14]
      let new = page.granule &+ frames
      let changed = zip(old, 0..<8).map { $0 ^ UInt8(truncatingIfNeeded: new >> Int64(8 * $1)) }
      let behind = Int(page.end) - i - 14
      let sum = checksum([changed, [UInt8](repeating: 0, count: behind)].joined())
      for byte in 0..<8 { bytes[i + 6 + byte] ^= changed[byte] }
      for byte in 0..<4 { bytes[i + 22 + byte] ^= UInt8(truncatingIfNeeded: sum >> UInt32(8 * byte)) }
    }
  }

  /// Whether a whole page says its own checksum.
  static func hasRightChecksum(_ page: [UInt8]) -> Bool {
    guard page.count >= headSize else { return false }
    var blank = page
    for i in 22..<26 { blank[i] = 0 }
    return (0..<4).reduce(UInt32(0)) { $0 | UInt32(page[22 + $1]) << UInt32(8 * $1) } == checksum(blank)
  }

  /// CRC-32 of polynomial 0x04C11DB7, most significant bit first, from 0.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
  }

  /// Effect of each byte on a checksum.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
    }
  }
}
