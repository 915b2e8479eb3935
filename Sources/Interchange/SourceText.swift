/// Texts of unknown encoding, as UTF-8.
enum SourceText {
  /// By its mark, else by what it can be: UTF-16 where every other byte of the beginning is 0, UTF-8 where it is valid,
  /// else Windows-1252, which has all letters of Latin-1.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return valid(bytes[3...]) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes[2...], isLittleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes[2...], isLittleEndian: false) }
    let head = Array(bytes.prefix(64))
    if head.count >= 4, head.count.isMultiple(of: 2) {
      let pairs = stride(from: 0, to: head.count, by: 2)
      if pairs.allSatisfy({ head[$0] != 0 && head[$0 + 1] == 0 }) {
        return utf16(bytes[...], isLittleEndian: true)
      }
      if pairs.allSatisfy({ head[$0] == 0 && head[$0 + 1] != 0 }) {
        return utf16(bytes[...], isLittleEndian: false)
      }
    }
    return valid(bytes[...])
  }

  private static func valid(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    isUTF8(bytes) ? Array(bytes) : windows1252(bytes)
  }

  static func isUTF8(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    return String(validating: bytes, as: UTF8.self) != nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The bytes 80 to 9F (WHATWG's index of windows-1252); all others stand for the characters of their numbers.
  private static let special: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The character that a byte of Windows-1252 stands for.
  static func windows1252(code byte: UInt8) -> UInt32 {
    (0x80...0x9F).contains(byte) ? special[Int(byte) - 0x80] : UInt32(byte)
  }

  static func windows1252(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes { append(windows1252: byte, to: &result) }
    return result
  }

  static func append(windows1252 byte: UInt8, to result: inout [UInt8]) {
    if byte < 0x80 { return result.append(byte) }
    let number = windows1252(code: byte)
    if number < 0x800 {
      result.append(UInt8(0xC0 | number >> 6))
    } else {
      result.append(UInt8(0xE0 | number >> 12))
      result.append(UInt8(0x80 | number >> 6 & 0x3F))
    }
    result.append(UInt8(0x80 | number & 0x3F))
  }

  // MARK: Parts

  /// Without blanks and invisible bytes at both ends.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let first = text.first, first <= 0x20 { text.removeFirst() }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return text
  }

  /// In lower case, as far as ASCII goes.
  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// The text after `prefix`, compared without case; nil if the text does not begin with it.
  static func rest(of text: ArraySlice<UInt8>, behind prefix: StaticString) -> ArraySlice<UInt8>? {
    let count = prefix.utf8CodeUnitCount
    guard text.count >= count, zip(text, "\(prefix)".utf8).allSatisfy({ lower($0) == lower($1) }) else {
      return nil
    }
    return text.dropFirst(count)
  }

  /// The text after the first occurrence of `part`; nil if there is none.
  static func rest(of text: ArraySlice<UInt8>, behindFirst part: StaticString) -> ArraySlice<UInt8>? {
    let part = Array("\(part)".utf8)
    var rest = text
    while let place = rest.firstIndex(of: part[0]) {
      rest = rest[place...]
      if rest.starts(with: part) { return rest.dropFirst(part.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// A number of seconds, with a point or without, to the microsecond; nil where the text is none, or one that nothing
  /// takes (from 0 to a year).
  static func seconds(_ text: ArraySlice<UInt8>) -> Duration? {
    let parts = trimmed(text).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ number($0) }), whole <= 366 * 86_400 else { return nil }
    guard parts.count == 2 else { return .seconds(whole) }
    let digits = parts[1].prefix(6)
    guard let fraction = number(digits) else { return nil }
    return .seconds(whole) + .microseconds((digits.count..<6).reduce(fraction) { value, _ in value * 10 })
  }

  /// At most 15 digits, nothing else.
  static func number(_ text: ArraySlice<UInt8>) -> Int64? {
    guard (1...15).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}
