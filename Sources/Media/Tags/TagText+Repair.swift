extension TagText {
  /// Text that may be ISO 8859-1, because it is declared so or not declared at all: UTF-8 if it is valid, since a valid
  /// sequence is hardly ever chance; else Windows-1252, which taggers mean by it.
  ///
  /// - Parameter isCut: whether the text is cut after `bytes`, so that a character may be cut in two: its part is left
  ///   out.
  static func latin1(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> String {
    valid(bytes, isCut: isCut) ?? windows1252(bytes)
  }

  /// Reads text that has to be UTF-8. Other text is Windows-1252 if it can be; else each byte that is not
  /// UTF-8 is escaped, as bytes are in URIs: it may be of any encoding, and letters that it never was would hide that.
  ///
  /// - Parameter isCut: as for `latin1`.
  static func utf8(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> String {
    if let text = valid(bytes, isCut: isCut) { return text }
    return isWindows1252(Array(bytes)) ? windows1252(bytes) : escaped(bytes)
  }

  private static func valid(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> String? {
    if let text = valid(bytes) { return text }
    guard isCut, let last = bytes.suffix(3).lastIndex(where: { $0 >= 0xC0 }) else { return nil }
    return valid(bytes[..<last])
  }

  /// As `String(validating:as:)`, which looks up the metadata of types at every call.
  private static func valid(_ bytes: ArraySlice<UInt8>) -> String? {
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      return nil
    }
  }

  private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      let scalar = (0x80..<0xA0).contains(byte) ? upper1252[Int(byte) - 0x80] : UInt32(byte)
      if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// 0x80 to 0x9F; the five that are not assigned are escaped.
  private static let upper1252: [UInt32] = [
    0x20AC, 0xF781, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0xF78D, 0x017D,
    0xF78F, 0xF790, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0xF79D,
    0x017E, 0x0178,
  ]

  /// The code point that stands for a byte which is no text.
  static func escape(_ byte: UInt8) -> Unicode.Scalar { Unicode.Scalar(0xF700 + UInt32(byte)) ?? "\u{FFFD}" }

  /// Returns valid UTF-8 as it is, each other byte escaped.
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    var at = bytes.startIndex
    while at < bytes.endIndex {
      if let length = scalarLength(bytes[at...]) {
        text += String(decoding: bytes[at..<(at + length)], as: UTF8.self)
        at += length
      } else {
        text.unicodeScalars.append(escape(bytes[at]))
        at += 1
      }
    }
    return text
  }

  /// Returns the length of the character that `bytes` begin with; nil where it is none.
  private static func scalarLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    let length =
      switch first {
      case ..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    let character = bytes.prefix(length)
    return length > 0 && character.count == length && valid(character) != nil
      ? length : nil
  }

  // MARK: Windows-1252

  /// Whether text that is no UTF-8 reads as Windows-1252 throughout: each byte beyond ASCII is a letter in a plausible
  /// place (next to an ASCII letter, not more than two in a row, no capital between small letters), or a mark that all
  /// Windows code pages for alphabets have at this byte, in a plausible place. Words in other alphabets are entirely
  /// beyond ASCII except for blanks, and text of DOS and old Macintoshes has capitals and signs within words.
  private static func isWindows1252(_ bytes: [UInt8]) -> Bool {
    var at = 0
    while at < bytes.count {
      if bytes[at] < 0x80 {
        at += 1
      } else if isLetter1252(bytes[at]) {
        let end = bytes[at...].firstIndex { !isLetter1252($0) } ?? bytes.count
        guard isAmidWord(bytes, at..<end) || isWord(bytes, at..<end) else { return false }
        at = end
      } else {
        guard isMark(bytes, at) else { return false }
        at += 1
      }
    }
    // A character of UTF-8 next to it shows that the rest was meant to be.
    return !bytes.indices.contains { bytes[$0] >= 0x80 && scalarLength(bytes[$0...]) != nil }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

  private static func isLetter1252(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xD7, 0xF7: false
    case 0xC0...0xFF, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F: true
    default: false
    }
  }

  private static func isSmall(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte >= 0xDF || [0x9A, 0x9C, 0x9E].contains(byte)
  }

  /// A byte of the text; a blank before and after it.
  private static func byte(_ bytes: [UInt8], _ at: Int) -> UInt8 {
    bytes.indices.contains(at) ? bytes[at] : 0x20
  }

  private static func isAmidWord(_ bytes: [UInt8], _ run: Range<Int>) -> Bool {
    let (before, after) = (byte(bytes, run.lowerBound - 1), byte(bytes, run.upperBound))
    guard run.count <= 2, isLetter(before) || isLetter(after) else { return false }
    for at in run where !isSmall(bytes[at]) {
      let (before, after) = (byte(bytes, at - 1), byte(bytes, at + 1))
      if isLetter(before) || isLetter1252(before) {
        let goesOnSmall = (isLetter(after) || isLetter1252(after)) && isSmall(after)
        if isSmall(before) || goesOnSmall { return false }
      }
    }
    return true
  }

  /// "à", the one word of a single letter that many languages have, between two others.
  private static func isWord(_ bytes: [UInt8], _ run: Range<Int>) -> Bool {
    let at = run.lowerBound
    return run.count == 1 && bytes[at] | 0x20 == 0xE0 && byte(bytes, at - 1) == 0x20
      && byte(bytes, at + 1) == 0x20 && isLetter(byte(bytes, at - 2)) && isLetter(byte(bytes, at + 2))
  }

  /// Quotation marks around words, apostrophes in and at words, dashes between words or figures.
  private static func isMark(_ bytes: [UInt8], _ at: Int) -> Bool {
    func isWordly(_ byte: UInt8) -> Bool {
      isLetter(byte) || isLetter1252(byte) || (0x30...0x39).contains(byte)
    }
    let (before, after) = (byte(bytes, at - 1), byte(bytes, at + 1))
    switch bytes[at] {
    case 0x91, 0x93: return !isWordly(before) && isWordly(after)
    case 0x92: return isWordly(before) || isWordly(after)
    case 0x94: return before > 0x20 && !isWordly(after)
    case 0x96, 0x97:
      return (before == 0x20 && after == 0x20)
        || (!isLetter(before) && before < 0x80 && isWordly(before) && isWordly(after))
    default: return false
    }
  }
}
