/// Writes the bytes of a record.
struct BitWriter {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Little-endian groups of seven bits.
  mutating func number(_ value: Int) {
    var rest = UInt64(clamping: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small numbers of either sign are short.
  mutating func signed(_ value: Int) { number(value >= 0 ? value << 1 : ~value << 1 | 1) }

  mutating func real(_ value: Double) {
    let bits = Float(value).bitPattern
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// 0 to 1.
  mutating func part(_ value: Double) { bytes.append(UInt8((min(max(value, 0), 1) * 255).rounded())) }

  mutating func optional<Value>(_ value: Value?, _ write: (inout BitWriter, Value) -> Void) {
    byte(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }
}
