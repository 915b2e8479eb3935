/// Reads JSON (RFC 8259) one value at a time from a text that arrives in pieces. It holds one piece and the current
/// value only, whatever the length of the text. SQLite's functions would need the whole file as one text and as one
/// tree: more than the limits of untrusted databases allow.
///
/// An object is read by `beginObject` and `nextKey` until that is nil, an array by `beginArray` and `nextElement`; each
/// value in them has to be read or skipped. The text may come from anywhere: reading it ends, and never traps.
public struct JSONStream {
  public enum Kind: Hashable, Sendable {
    case object
    case array
    case string
    case number
    case boolean
    case null
  }

  /// Offset of the reader from the start of the text, in bytes.
  public var offset: Int { start + place }

  private let more: () -> [UInt8]?
  private let mostBytes: Int
  private var piece: [UInt8] = []
  private var place = 0
  /// Offset of the piece from the start of the text, in bytes.
  private var start = 0
  /// Open objects and arrays.
  private var open: [(isObject: Bool, isFirst: Bool)] = []

  /// Limit of nested objects and arrays.
  private static let deepest = 32
  private static let mostDigits = 64

  /// - Parameters:
  ///   - mostBytes: limit of a text value; a longer one is an error if it is read, not if it is skipped.
  ///   - more: returns the next piece, and nil after the last one, however often it is called.
  public init(mostBytes: Int, more: @escaping () -> [UInt8]?) {
    self.mostBytes = mostBytes
    self.more = more
    for mark: UInt8 in [0xEF, 0xBB, 0xBF] {
      guard byte == mark else { break }
      place += 1
    }
  }

  /// Reads a value within a text that is there as a whole.
  init(_ bytes: [UInt8], from offset: Int) {
    mostBytes = .max
    more = { nil }
    piece = bytes
    place = offset
  }

  // MARK: Values

  /// The type of the next value.
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
    try takeColon()
    return key
  }

  /// - Returns: false at the end of the array.
  public mutating func nextElement() throws(JSONFault) -> Bool { try next(orEnd: UInt8(ascii: "]")) }

  public mutating func string() throws(JSONFault) -> String {
    skipBlanks()
    let start = offset
    let text = try text(isRead: true)
    guard let result = String(validating: text, as: UTF8.self) else {
      throw JSONFault(start, expected: "UTF-8")
    }
    return result
  }

  /// A finite number.
  mutating func number() throws(JSONFault) -> Double {
    skipBlanks()
    let start = offset
    guard let value = Double(try digits()), value.isFinite else { throw JSONFault(start, expected: "number") }
    return value
  }

  public mutating func integer() throws(JSONFault) -> Int64 {
    skipBlanks()
    let start = offset
    let text = try digits()
    if let value = Int64(text) { return value }
    // 120.0 is one, too.
    guard let value = Double(text), let whole = Int64(exactly: value) else {
      throw JSONFault(start, expected: "integer")
    }
    return whole
  }

  /// A number as it stands there.
  public mutating func digits() throws(JSONFault) -> String {
    skipBlanks()
    let start = offset
    var text: [UInt8] = []
    while let next = byte, (0x30...0x39).contains(next) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(next) {
      guard text.count < Self.mostDigits else { throw JSONFault(start, expected: "number") }
      text.append(next)
      place += 1
    }
    let result = String(decoding: text, as: UTF8.self)
    guard Double(result) != nil else { throw JSONFault(start, expected: "number") }
    return result
  }

  mutating func boolean() throws(JSONFault) -> Bool {
    skipBlanks()
    let isTrue = byte == UInt8(ascii: "t")
    guard isTrue || byte == UInt8(ascii: "f") else { throw JSONFault(offset, expected: "true or false") }
    try take(isTrue ? "true" : "false")
    return isTrue
  }

  /// - Returns: whether a value was skipped.
  mutating func null() throws(JSONFault) -> Bool {
    skipBlanks()
    guard byte == UInt8(ascii: "n") else { return false }
    try take("null")
    return true
  }

  /// Passes a value over.
  public mutating func skip() throws(JSONFault) { try skip(isChecked: false) }

  /// - Parameter isChecked: whether texts in it have to be UTF-8: each is read as a whole then.
  mutating func skip(isChecked: Bool) throws(JSONFault) {
    let depth = open.count
    repeat {
      if open.count > depth, let inner = open.last {
        guard try next(orEnd: UInt8(ascii: inner.isObject ? "}" : "]")) else { continue }
        if inner.isObject {
          try skipText(isChecked)
          try takeColon()
        }
      }
      switch try kind() {
      case .object: try beginObject()
      case .array: try beginArray()
      case .string: try skipText(isChecked)
      case .number: _ = try digits()
      case .boolean: _ = try boolean()
      case .null: _ = try null()
      }
    } while open.count > depth
  }

  private mutating func skipText(_ isChecked: Bool) throws(JSONFault) {
    skipBlanks()
    if isChecked { _ = try string() } else { _ = try text(isRead: false) }
  }

  /// Throws unless only blanks are left.
  public mutating func end() throws(JSONFault) {
    skipBlanks()
    if byte != nil { throw JSONFault(offset, expected: "end of the text") }
  }

  // MARK: Parts

  private var byte: UInt8? {
    mutating get {
      if place < piece.count { return piece[place] }
      guard let new = more(), !new.isEmpty else { return nil }
      start += piece.count
      piece = new
      place = 0
      return piece[0]
    }
  }

  private mutating func skipBlanks() {
    while let next = byte, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { place += 1 }
  }

  private mutating func take(_ wanted: UInt8, _ name: String) throws(JSONFault) {
    guard byte == wanted else { throw JSONFault(offset, expected: name) }
    place += 1
  }

  private mutating func take(_ word: String) throws(JSONFault) {
    let start = offset
    for wanted in word.utf8 {
      guard byte == wanted else { throw JSONFault(start, expected: "value") }
      place += 1
    }
  }

  private mutating func takeColon() throws(JSONFault) {
    skipBlanks()
    try take(UInt8(ascii: ":"), "colon")
  }

  private mutating func begin(_ bracket: UInt8, _ name: String) throws(JSONFault) {
    skipBlanks()
    guard open.count < Self.deepest else {
      throw JSONFault(offset, expected: "\(name) so deep within others")
    }
    try take(bracket, name)
    open.append((bracket == UInt8(ascii: "{"), true))
  }

  private mutating func next(orEnd bracket: UInt8) throws(JSONFault) -> Bool {
    guard let last = open.last else { throw JSONFault(offset, expected: "object or array") }
    skipBlanks()
    if byte == bracket {
      place += 1
      open.removeLast()
      return false
    }
    if last.isFirst {
      open[open.count - 1].isFirst = false
    } else {
      try take(UInt8(ascii: ","), "comma")
    }
    return true
  }

  /// - Parameter isRead: whether to store the text; else it is skipped.
  private mutating func text(isRead: Bool) throws(JSONFault) -> [UInt8] {
    let start = offset
    try take(UInt8(ascii: "\""), "string")
    var text: [UInt8] = []
    while let next = byte {
      place += 1
      switch next {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw JSONFault(offset - 1, expected: "character of a string")
      default: text.append(next)
      }
      guard text.count > mostBytes else { continue }
      if isRead { throw JSONFault(start, expected: "string of at most \(mostBytes) bytes") }
      text.removeAll(keepingCapacity: true)
    }
    throw JSONFault(offset, expected: "end of the string")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard let next = byte else { throw JSONFault(offset, expected: "end of the string") }
    place += 1
    switch next {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(next)
    case UInt8(ascii: "u"):
      var number = try unit()
      if (0xD800..<0xDC00).contains(number) {
        try take(UInt8(ascii: "\\"), "second half of a character")
        try take(UInt8(ascii: "u"), "second half of a character")
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
    var value: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch byte {
      case let next? where (0x30...0x39).contains(next): digit = next - 0x30
      case let next? where (0x41...0x46).contains(next): digit = next - 0x37
      case let next? where (0x61...0x66).contains(next): digit = next - 0x57
      default: throw JSONFault(offset, expected: "four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
