/// Reads the bytes of a record. After a fault everything reads as zero, and the record is invalid.
struct BitReader {
  /// No number of a record is larger: sums of a few cannot overflow.
  private static let largest = 1 << 42
  private let bytes: [UInt8]
  private var place = 0
  private var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all was read, and all of it was sense.
  var isWhole: Bool { !isBroken && place == bytes.count }

  mutating func fail<Value>(_ value: Value) -> Value {
    isBroken = true
    return value
  }

  mutating func byte() -> UInt8 {
    guard !isBroken, place < bytes.count else { return fail(0) }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let byte = byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value <= Self.largest ? Int(value) : fail(0) }
    }
    return fail(0)
  }

  mutating func signed() -> Int {
    let value = number()
    return value & 1 == 0 ? value >> 1 : ~(value >> 1)
  }

  /// Reads a count of items; each of them needs at least this many bytes.
  mutating func count(bytesEach: Int) -> Int {
    let count = number()
    guard count <= (bytes.count - place) / bytesEach else { return fail(0) }
    return count
  }

  mutating func real() -> Double {
    var bits: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) { bits |= UInt32(byte()) << shift }
    let value = Double(Float(bitPattern: bits))
    return value.isFinite ? value : fail(0)
  }

  mutating func part() -> Double { Double(byte()) / 255 }

  mutating func optional<Value>(_ read: (inout BitReader) -> Value) -> Value? {
    switch byte() {
    case 0: nil
    case 1: read(&self)
    default: fail(nil)
    }
  }
}
