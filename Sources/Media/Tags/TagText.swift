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

    /// Bytes of the smallest part of a text.
    var unitBytes: Int { self == .utf16 || self == .utf16BigEndian ? 2 : 1 }

    /// The place of the NUL that ends the text at the beginning of `bytes`; nil where there is none.
    func end(in bytes: ArraySlice<UInt8>) -> Int? {
      guard unitBytes == 2 else { return bytes.firstIndex(of: 0) }
      var at = bytes.startIndex
      while at + 1 < bytes.endIndex {
        if bytes[at] == 0, bytes[at + 1] == 0 { return at }
        at += 2
      }
      return nil
    }
  }

  /// The texts of an ID3v2 text frame, whose first byte names the encoding. Some taggers forgot it: a byte that is a
  /// letter belongs to the text.
  static func id3(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> [String] {
    guard let first = bytes.first else { return [] }
    if let encoding = Encoding(id3: first) { return texts(bytes.dropFirst(), encoding, isCut: isCut) }
    return first >= 0x20 ? texts(bytes, .latin1, isCut: isCut) : []
  }

  /// The texts in `bytes`, separated by NUL. A text with a UTF-16 byte order mark is UTF-16, whatever the tag declares:
  /// read in any other way it would begin with two letters that no language combines, and have a NUL after each letter.
  ///
  /// - Parameter isCut: whether the text is cut after `bytes`.
  static func texts(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding, isCut: Bool = false) -> [String] {
    switch encoding {
    case .latin1, .utf8:
      if bytes.count >= 4, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
        bytes.contains(0)
      {
        return texts(bytes, .utf16, isCut: isCut)
      }
      return bytes.split(separator: 0, omittingEmptySubsequences: true).map {
        encoding == .utf8 ? utf8($0, isCut: isCut) : latin1($0, isCut: isCut)
      }
    case .utf16, .utf16BigEndian:
      return wide(
        bytes, isBig: encoding == .utf16BigEndian || (encoding == .utf16 && looksBig(bytes)), isCut: isCut)
    }
  }

  /// Whether UTF-16 without its mark has the zeros that most letters have on the left.
  private static func looksBig(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else { return false }
    var zeros = (left: 0, right: 0)
    for (index, byte) in bytes.enumerated() where byte == 0 {
      if index % 2 == 0 { zeros.left += 1 } else { zeros.right += 1 }
    }
    return zeros.left > zeros.right
  }

  /// UTF-16. Half a pair, and a byte at the end that has no other, are escaped byte by byte.
  private static func wide(_ bytes: ArraySlice<UInt8>, isBig: Bool, isCut: Bool) -> [String] {
    var isBig = isBig
    var texts: [String] = []
    var text = String.UnicodeScalarView()
    func unit(_ at: Int) -> UInt16? {
      guard at + 1 < bytes.endIndex else { return nil }
      return isBig
        ? UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]) : UInt16(bytes[at + 1]) << 8 | UInt16(bytes[at])
    }
    var at = bytes.startIndex
    while let first = unit(at) {
      at += 2
      switch first {
      case 0xFEFF where text.isEmpty: continue
      case 0xFFFE where text.isEmpty: isBig.toggle()
      case 0:
        if !text.isEmpty { texts.append(String(text)) }
        text = String.UnicodeScalarView()
      case 0xD800..<0xDC00 where isCut && unit(at) == nil: continue
      default:
        if let scalar = Unicode.Scalar(first) {
          text.append(scalar)
        } else if let second = unit(at), UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) {
          text.append(UTF16.decode(UTF16.EncodedScalar([first, second])))
          at += 2
        } else {
          text.append(escape(bytes[at - 2]))
          text.append(escape(bytes[at - 1]))
        }
      }
    }
    // A single 0 there is half an end.
    if at < bytes.endIndex, bytes[at] != 0, !isCut { text.append(escape(bytes[at])) }
    if !text.isEmpty { texts.append(String(text)) }
    return texts
  }

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
