/// Turns the bytes of tags into text.
enum TagText {
  enum Encoding {
    case latin1, utf16, utf16BigEndian, utf8

    /// - Parameter byte: as ID3v2 counts them.
    init?(id3 byte: UInt8) {
      switch byte {
      case 0: self = .latin1
      case 1: self = .utf16
      case 2: self = .utf16BigEndian
      case 3: self = .utf8
      default: return nil
      }
    }
  }

  /// The texts of an ID3v2 text frame, whose first byte names the encoding. Some taggers forgot it: a byte that is a
  /// letter belongs to the text.
  static func id3(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> [String] {
    guard let first = bytes.first else { return [] }
    if let encoding = Encoding(id3: first) { return texts(bytes.dropFirst(), encoding, isCut: isCut) }
    return first >= 0x20 ? texts(bytes, .latin1, isCut: isCut) : []
  }

  /// The texts in `bytes`, which NUL separates.
  ///
  /// What claims to be ISO 8859-1 is read as Windows-1252, which taggers mean by it; where its bytes are UTF-8 of more
  /// than ASCII, they are read as that: such a sequence does not come about by chance. What claims to be UTF-8 and
  /// isn't is read as Windows-1252. What begins with the mark of UTF-16 is that, whatever it claims: as anything else
  /// it would begin with two letters that no language has beside each other, and hold a NUL behind each of its own.
  ///
  /// - Parameter isCut: whether the text goes on behind `bytes`.
  static func texts(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding, isCut: Bool = false) -> [String] {
    switch encoding {
    case .latin1, .utf8:
      if bytes.count >= 4, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
        bytes.contains(0)
      {
        return texts(bytes, .utf16)
      }
      return bytes.split(separator: 0, omittingEmptySubsequences: true).map { eightBit($0, isCut: isCut) }
    case .utf16, .utf16BigEndian:
      var isBig = encoding == .utf16BigEndian
      var units: [UInt16] = []
      var texts: [String] = []
      var i = bytes.startIndex
      while i + 1 < bytes.endIndex {
        let unit =
          isBig ? UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1]) : UInt16(bytes[i + 1]) << 8 | UInt16(bytes[i])
        i += 2
        switch unit {
        case 0xFEFF where units.isEmpty: continue
        case 0xFFFE where units.isEmpty: isBig.toggle()
        case 0:
          if !units.isEmpty { texts.append(String(decoding: units, as: UTF16.self)) }
          units = []
        default: units.append(unit)
        }
      }
      if !units.isEmpty { texts.append(String(decoding: units, as: UTF16.self)) }
      return texts
    }
  }

  /// UTF-8 where it is valid, Windows-1252 else.
  ///
  /// - Parameter isCut: whether the text goes on behind `bytes`, so that a character may be cut in two: what there is
  ///   of it is left out.
  static func eightBit(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> String {
    if let text = valid(bytes) { return text }
    if isCut, let last = bytes.suffix(3).lastIndex(where: { $0 >= 0xC0 }), let text = valid(bytes[..<last]) {
      return text
    }
    var text = ""
    for byte in bytes {
      let scalar = (0x80..<0xA0).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt32(byte)
      if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// As `String(validating:as:)`, which looks up the metadata of types at every call.
  private static func valid(_ bytes: ArraySlice<UInt8>) -> String? {
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      return nil
    }
  }

  /// 0x80 to 0x9F; the five that are not assigned are escaped as bytes are in URIs, so that no byte is lost.
  private static let windows1252: [UInt32] = [
    0x20AC, 0xF781, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0xF78D, 0x017D,
    0xF78F, 0xF790, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0xF79D,
    0x017E, 0x0178,
  ]

  /// Without control characters (they become spaces) and outer white space, cut at the limit; nil where nothing is
  /// left.
  static func cleaned(_ text: String, limit: Int = Tags.textLimit) -> String? {
    if isClean(text.utf8, limit) { return text }
    var out = String.UnicodeScalarView()
    var bytes = 0
    var spaces = 0
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      if isControl || scalar == " " || scalar == "\u{FEFF}" {
        if !out.isEmpty { spaces += 1 }
        continue
      }
      let size = UTF8.width(scalar) + spaces
      if bytes + size > limit { break }
      for _ in 0..<spaces { out.append(" ") }
      spaces = 0
      bytes += size
      out.append(scalar)
    }
    return out.isEmpty ? nil : String(out)
  }

  /// A quick look, true of most texts: whether `cleaned` would give the same.
  private static func isClean(_ text: String.UTF8View, _ limit: Int) -> Bool {
    guard let first = text.first, first != UInt8(ascii: " "), text.last != UInt8(ascii: " "),
      text.count <= limit
    else { return false }
    // The first byte of U+0080…U+009F, and that of U+FEFF.
    return text.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xEF }
  }

  /// The digits at the beginning, after white space; nil where there are none or more than six.
  static func number(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix { (0x30...0x39).contains($0) }
    guard (1...6).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number == 0 ? nil : number
  }
}
