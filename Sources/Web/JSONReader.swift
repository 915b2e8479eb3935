/// Reads the JSON (RFC 8259) of request bodies: texts, and arrays and objects of them. Numbers, `true` and `false` count as the
/// text that they are written as.
struct JSONReader {
  enum Value: Equatable {
    case text(String)
    case array([Value])
    case object([String: Value])

    var text: String? {
      if case .text(let text) = self { return text }
      return nil
    }

    /// An array of texts.
    var texts: [String]? {
      guard case .array(let values) = self else { return nil }
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? texts : nil
    }

    /// An array of arrays of texts.
    var rows: [[String]]? {
      guard case .array(let values) = self else { return nil }
      let rows = values.compactMap(\.texts)
      return rows.count == values.count ? rows : nil
    }
  }

  private static let deepest = 4

  private var rest: ArraySlice<UInt8>

  private init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// - Returns: nil if that is no JSON, or of another form.
  static func value(of bytes: [UInt8]) -> Value? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONReader(bytes)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    return reader.rest.isEmpty ? value : nil
  }

  private mutating func value(depth: Int) -> Value? {
    skipSpace()
    guard depth < Self.deepest else { return nil }
    switch rest.first {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "["):
      var values: [Value] = []
      let isRead = list(until: "]") { reader in
        guard let value = reader.value(depth: depth + 1) else { return false }
        values.append(value)
        return true
      }
      return isRead ? .array(values) : nil
    case UInt8(ascii: "{"):
      var values: [String: Value] = [:]
      let isRead = list(until: "}") { reader in
        reader.skipSpace()
        guard let key = reader.text() else { return false }
        reader.skipSpace()
        guard reader.rest.popFirst() == UInt8(ascii: ":"), let value = reader.value(depth: depth + 1) else {
          return false
        }
        // A key that stands twice may mean either.
        return values.updateValue(value, forKey: key) == nil
      }
      return isRead ? .object(values) : nil
    default: return literal().map { .text($0) }
    }
  }

  private mutating func list(
    until end: Unicode.Scalar, _ read: (inout JSONReader) -> Bool
  ) -> Bool {
    rest.removeFirst()
    skipSpace()
    if rest.first == UInt8(ascii: end) {
      rest.removeFirst()
      return true
    }
    while true {
      guard read(&self) else { return false }
      skipSpace()
      switch rest.popFirst() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: end): return true
      default: return false
      }
    }
  }

  private mutating func text() -> String? {
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case 0..<0x20: return nil
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        bytes += String(Character(scalar)).utf8
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return nil }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
      guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
        let trail = hexadecimal(), UTF16.isTrailSurrogate(trail)
      else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt16? {
    guard rest.count >= 4 else { return nil }
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// A number, `true` or `false`.
  private mutating func literal() -> String? {
    let word = rest.prefix { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    rest = rest.dropFirst(word.count)
    let text = String(decoding: word, as: UTF8.self)
    return text == "true" || text == "false" || Double(text)?.isFinite == true ? text : nil
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }
}
