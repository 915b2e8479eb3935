/// Names of files as text, for protocols that carry text in lines. Names are any bytes on Linux; a byte that isn't
/// part of valid UTF-8 and each ASCII control byte become the code point U+F700 + byte (a private use area). Code
/// points U+F700…U+F7FF that a name holds are escaped alike, byte by byte, so that no two names have one text.
public enum EscapedName {
  private static let base: UInt32 = 0xF700

  /// The text for a name or path. This is the same as the generic one, compiled for arrays: lists of many songs are
  /// made of them.
  public static func text(for bytes: [UInt8]) -> String {
    if !needsEscape(bytes), let span = try? UTF8Span(validating: bytes.span) { return String(copying: span) }
    return escaped(bytes)
  }

  /// The text for a name or path.
  public static func text(for bytes: some Collection<UInt8>) -> String { escaped(bytes) }

  /// Whether its text is made of the very bytes of a name, decided quickly: false where a longer look is needed.
  public static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for place in 0..<bytes.count where bytes[place] >= 0x7F || bytes[place] < 0x20 { return false }
    return true
  }

  private static func escaped(_ bytes: some Collection<UInt8>) -> String {
    if !needsEscape(bytes), let plain = String(validating: bytes, as: UTF8.self) { return plain }
    let bytes = Array(bytes)
    var text = ""
    text.reserveCapacity(bytes.count * 3)
    var index = 0
    while index < bytes.count {
      let length = scalarLength(bytes, at: index)
      if length == 0 || isControl(bytes[index]) || isEscape(bytes[index...].prefix(length)) {
        // An escaped code point's later bytes are invalid alone, so the next turns escape them too.
        if let scalar = Unicode.Scalar(base + UInt32(bytes[index])) { text.unicodeScalars.append(scalar) }
        index += 1
      } else {
        text += String(decoding: bytes[index..<index + length], as: UTF8.self)
        index += length
      }
    }
    return text
  }

  /// The name or path that `text(for:)` makes this text of.
  /// - Returns: nil for a text that is made of no name: one that escapes what needs no escape.
  public static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let plain = Array(text.utf8)
    if !needsEscape(plain) { return plain }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(plain.count)
    for scalar in text.unicodeScalars {
      if (base...base + 0xFF).contains(scalar.value) {
        bytes.append(UInt8(scalar.value - base))
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return self.text(for: bytes).utf8.elementsEqual(plain) ? bytes : nil
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// Whether these bytes are one code point of U+F700…U+F7FF.
  private static func isEscape(_ scalar: ArraySlice<UInt8>) -> Bool {
    scalar.count == 3 && scalar[scalar.startIndex] == 0xEF
      && (0x9C...0x9F).contains(scalar[scalar.startIndex + 1])
  }

  /// A quick look that never misses a control byte or an escape; validity is the caller's to check.
  private static func needsEscape(_ bytes: some Collection<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if isControl(byte) || (last == 0xEF && (0x9C...0x9F).contains(byte)) { return true }
      last = byte
    }
    return false
  }

  /// How many bytes the well-formed code point at `index` has (The Unicode Standard, table 3-7); 0 where none is.
  private static func scalarLength(_ bytes: [UInt8], at index: Int) -> Int {
    let lead = bytes[index]
    let (count, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard index + count <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
    for next in bytes[index + 2..<index + count] where !(0x80...0xBF).contains(next) { return 0 }
    return count
  }
}
