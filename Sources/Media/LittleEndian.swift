/// Numbers whose first byte is the lowest.
enum LittleEndian {
  /// Reads `count` bytes, at most 8, at an index; nil beyond the end.
  static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64? {
    guard at >= 0, at + count <= bytes.count else { return nil }
    return bytes[at..<(at + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func int(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    Int(truncatingIfNeeded: number(bytes, at, count) ?? 0)
  }
}
