/// A name for content, for `ETag` (RFC 9110, 8.8.3): equal content has equal names. It protects against no one.
enum ContentHash {
  /// 128 bits: FNV-1a of 64 bits over the bytes, and over them and their count from another start.
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    var first: UInt64 = 0xcbf2_9ce4_8422_2325
    var second: UInt64 = 0x9ae1_6a3b_2f90_404f
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15
      second ^= second >> 29
    }
    return [first, second].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
