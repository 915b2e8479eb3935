/// Reads JSON (RFC 8259) a value at a time, so that a file takes no more memory than its bytes. SQLite's functions would
/// have to take a file as one text, and a tree of all of it: more than the limits with which untrusted databases are
/// opened leave room for.
///
/// An object is read by `beginObject` and `nextKey` until that is nil, an array by `beginArray` and `nextElement`; each
/// value in them has to be read or skipped. The text may come from anywhere: reading it ends, and never traps.
public struct JSONReader {
  public enum Kind: Hashable, Sendable {
    case object
    case array
    case string
    case number
    case boolean
    case null
  }

  public let bytes: [UInt8]
  public private(set) var offset: Int
  /// Whether the next element is the first of what was begun last; one for each that is open.
  private var isFirst: [Bool] = []

  /// Of objects and arrays within each other.
  private static let deepest = 32

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Reads a value within a larger text.
  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  // MARK: Values

  /// What comes next.
  public mutating func kind() throws(JSONFault) -> Kind {
    skipBlanks()
    guard let byte else { throw JSONFault(offset, expected: "value") }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    default: throw JSONFault(offset, expected: "value")
    }
  }

  public mutating func beginObject() throws(JSONFault) { try begin(UInt8(ascii: "{"), "object") }

  public mutating func beginArray() throws(JSONFault) { try begin(UInt8(ascii: "["), "array") }

  /// - Returns: nil at the end of the object.
  public mutating func nextKey() throws(JSONFault) -> String? {
    guard try next(orEnd: UInt8(ascii: "}")) else { return nil }
    let key = try string()
    skipBlanks()
    try take(UInt8(ascii: ":"), "colon")
    return key
  }

  /// - Returns: false at the end of the array.
  public mutating func nextElement() throws(JSONFault) -> Bool { try next(orEnd: UInt8(ascii: "]")) }

  public mutating func string() throws(JSONFault) -> String {
    skipBlanks()
    let start = offset
    try take(UInt8(ascii: "\""), "string")
    var text: [UInt8] = []
    while let next = byte {
      offset += 1
      switch next {
      case UInt8(ascii: "\""):
        guard let result = String(validating: text, as: UTF8.self) else {
          throw JSONFault(start, expected: "UTF-8")
        }
        return result
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw JSONFault(offset - 1, expected: "character of a string")
      default: text.append(next)
      }
    }
    throw JSONFault(offset, expected: "end of the string")
  }

  /// A finite number.
  public mutating func number() throws(JSONFault) -> Double {
    let range = try numberRange()
    guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else {
      throw JSONFault(range.lowerBound, expected: "number")
    }
    return value
  }

  public mutating func integer() throws(JSONFault) -> Int64 {
    let range = try numberRange()
    let text = String(decoding: bytes[range], as: UTF8.self)
    if let value = Int64(text) { return value }
    // 120.0 is one, too.
    guard let value = Double(text), let whole = Int64(exactly: value) else {
      throw JSONFault(range.lowerBound, expected: "integer")
    }
    return whole
  }

  public mutating func boolean() throws(JSONFault) -> Bool {
    skipBlanks()
    if takes("true") { return true }
    if takes("false") { return false }
    throw JSONFault(offset, expected: "true or false")
  }

  /// - Returns: whether there was one, which is passed over then.
  public mutating func null() throws(JSONFault) -> Bool {
    skipBlanks()
    return takes("null")
  }

  /// Passes a value over.
  /// - Returns: where it stands.
  @discardableResult
  public mutating func skip() throws(JSONFault) -> Range<Int> {
    skipBlanks()
    let start = offset
    let depth = isFirst.count
    repeat {
      if isFirst.count > depth {
        let isObject = bytes[opened[opened.count - 1]] == UInt8(ascii: "{")
        guard isObject ? try nextKey() != nil : try nextElement() else { continue }
      }
      switch try kind() {
      case .object: try beginObject()
      case .array: try beginArray()
      case .string: _ = try string()
      case .number: _ = try numberRange()
      case .boolean: _ = try boolean()
      case .null: guard try null() else { throw JSONFault(offset, expected: "value") }
      }
    } while isFirst.count > depth
    return start..<offset
  }

  /// Nothing but blanks is left.
  public mutating func end() throws(JSONFault) {
    skipBlanks()
    if byte != nil { throw JSONFault(offset, expected: "end of the text") }
  }

  // MARK: Parts

  /// Where each that is open begins.
  private var opened: [Int] = []

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let next = byte, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { offset += 1 }
  }

  private mutating func take(_ wanted: UInt8, _ name: String) throws(JSONFault) {
    guard byte == wanted else { throw JSONFault(offset, expected: name) }
    offset += 1
  }

  private mutating func takes(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - offset >= count, bytes[offset..<(offset + count)].elementsEqual("\(word)".utf8) else {
      return false
    }
    offset += count
    return true
  }

  private mutating func begin(_ bracket: UInt8, _ name: String) throws(JSONFault) {
    skipBlanks()
    guard isFirst.count < Self.deepest else {
      throw JSONFault(offset, expected: "\(name) so deep within others")
    }
    let start = offset
    try take(bracket, name)
    opened.append(start)
    isFirst.append(true)
  }

  private mutating func next(orEnd bracket: UInt8) throws(JSONFault) -> Bool {
    guard let first = isFirst.last else { throw JSONFault(offset, expected: "object or array") }
    skipBlanks()
    if byte == bracket {
      offset += 1
      isFirst.removeLast()
      opened.removeLast()
      return false
    }
    if first {
      isFirst[isFirst.count - 1] = false
    } else {
      try take(UInt8(ascii: ","), "comma")
    }
    return true
  }

  private mutating func numberRange() throws(JSONFault) -> Range<Int> {
    skipBlanks()
    let start = offset
    while let next = byte, (0x30...0x39).contains(next) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(next) {
      offset += 1
    }
    guard offset > start, offset - start <= 64,
      Double(String(decoding: bytes[start..<offset], as: UTF8.self)) != nil
    else { throw JSONFault(start, expected: "number") }
    return start..<offset
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard let next = byte else { throw JSONFault(offset, expected: "end of the string") }
    offset += 1
    switch next {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(next)
    case UInt8(ascii: "u"):
      var number = try unit()
      if (0xD800..<0xDC00).contains(number), takes("\\u") {
        let low = try unit()
        guard (0xDC00..<0xE000).contains(low) else {
          throw JSONFault(offset, expected: "second half of a character")
        }
        number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(number) else { throw JSONFault(offset, expected: "character") }
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    default: throw JSONFault(offset - 1, expected: "escape")
    }
  }

  private mutating func unit() throws(JSONFault) -> UInt32 {
    guard bytes.count - offset >= 4,
      let value = UInt32(String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self), radix: 16)
    else { throw JSONFault(offset, expected: "four hexadecimal digits") }
    offset += 4
    return value
  }
}
