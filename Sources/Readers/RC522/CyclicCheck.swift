/// The checksum of frames of ISO/IEC 14443 A: the polynomial x¹⁶ + x¹² + x⁵ + 1, beginning with 6363, the lower byte first.
enum CyclicCheck {
  static func bytes(of frame: some Sequence<UInt8>) -> [UInt8] {
    var value: UInt16 = 0x6363
    for byte in frame {
      value ^= UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x8408 : value >> 1 }
    }
    return [UInt8(value & 0xFF), UInt8(value >> 8)]
  }

  static func isValid(_ frame: [UInt8]) -> Bool {
    frame.count > 2 && bytes(of: frame.dropLast(2)) == Array(frame.suffix(2))
  }
}
