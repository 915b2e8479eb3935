/// Numbers whose first byte is the highest.
enum BigEndian {
  /// Reads at most 8 bytes.
  static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// Reads `count` bytes at an index; nil beyond the end.
  static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64? {
    at >= 0 && at + count <= bytes.count ? number(bytes[at..<(at + count)]) : nil
  }
}
