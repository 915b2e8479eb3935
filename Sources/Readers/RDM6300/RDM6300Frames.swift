package import Model

/// The bytes of an RDM6300: 02, ten hexadecimal digits, two of their checksum, 03; repeated while a tag is there.
package struct RDM6300Frames {
  private var digits: [UInt8] = []
  private var isInside = false
  /// Frames that were dropped, since a digit or the checksum is wrong.
  package private(set) var faults = 0

  private static let start: UInt8 = 0x02
  private static let end: UInt8 = 0x03
  private static let digitCount = 12

  package init() {}

  /// - Returns: the tag's number if the byte ends a valid frame: the lower 32 bits as ten digits, which is what readers that
  ///   type also give, and what is printed on most tags.
  package mutating func take(_ byte: UInt8) -> CardNumber? {
    if byte == Self.start {
      // The frame before was cut.
      if isInside, !digits.isEmpty { faults += 1 }
      (isInside, digits) = (true, [])
      return nil
    }
    guard isInside else { return nil }
    if byte == Self.end {
      isInside = false
      if let number = Self.number(digits) { return number }
      faults += 1
    } else if digits.count == Self.digitCount || Self.value(byte) == nil {
      isInside = false
      faults += 1
    } else {
      digits.append(byte)
    }
    return nil
  }

  private static func number(_ digits: [UInt8]) -> CardNumber? {
    guard digits.count == digitCount else { return nil }
    let values = digits.compactMap(value)
    let bytes = stride(from: 0, to: digitCount, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    guard bytes.reduce(0, ^) == 0 else { return nil }
    let number = bytes[1...4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let text = String(number)
    return CardNumber(String(repeating: "0", count: 10 - text.utf8.count) + text)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
