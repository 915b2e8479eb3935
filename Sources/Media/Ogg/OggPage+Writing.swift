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

  /// What a byte makes of a checksum.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
    }
  }
}
