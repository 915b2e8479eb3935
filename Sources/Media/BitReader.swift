/// Reads bits from the highest of each byte on; 0 after the end.
struct BitReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var left: Int { bytes.count * 8 - at }

  mutating func next(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      value = value << 1 | (at < bytes.count * 8 ? Int(bytes[at / 8] >> (7 - UInt8(at % 8)) & 1) : 0)
      at += 1
    }
    return value
  }

  mutating func skip(_ count: Int) { at += count }
}
