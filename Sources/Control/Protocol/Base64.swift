/// Bytes on a line, by RFC 4648.
enum Base64 {
  /// nil for what is none: other letters, or a length that is no multiple of 4.
  static func bytes(of text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for letter in letters {
      if letter == UInt8(ascii: "=") {
        padding += 1
        bits <<= 6
      } else {
        guard padding == 0, let value = value(of: letter) else { return nil }
        bits = bits << 6 | value
      }
      count += 1
      guard count == 4 else { continue }
      guard padding <= 2 else { return nil }
      let three = [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      bytes += three.prefix(3 - padding)
      (bits, count) = (0, 0)
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
