import Encodings

/// The encodings of feeds: all that the C library converts (iconv(3)).
enum FeedEncoding {
  /// A document as UTF-8. Marks at its beginning decide, then its bytes: what is UTF-8 is nothing else, whatever is declared.
  /// Then the server's word counts (RFC 7303, 3.2), the document's own, and at last Windows-1252 is taken.
  ///
  /// - Parameter charset: as the server has it, in any case; nil where it says none.
  static func utf8(_ bytes: [UInt8], charset: String?) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return withoutFaults(bytes[3...]) }
    if let (encoding, first) = wide(bytes) { return converted(bytes[first...], from: encoding) ?? [] }
    if bytes.starts(with: ebcdic) {
      // Its own tables differ in other letters than those of the declaration.
      let head = converted(bytes[..<min(mostHeadBytes, bytes.count)], from: "ibm037") ?? []
      let name = declared(in: Array(head)).map(normalised) ?? "ibm037"
      return converted(bytes[...], from: name) ?? bytes[...]
    }
    let declared = declared(in: bytes)
    // Servers say ISO-8859-1 of all texts, if nobody has told them otherwise.
    let isSure = charset.map { !latin.contains(normalised($0)) } ?? false
    let candidates = (isSure ? [charset, declared] : [declared, charset]).compactMap { $0 }
    if bytes.allSatisfy({ $0 < 0x80 }) {
      // Some encodings have seven bits: ISO-2022-JP, UTF-7, HZ.
      let narrow = candidates.first { isNarrow(normalised($0)) }
      return narrow.flatMap { converted(bytes[...], from: normalised($0)) } ?? bytes[...]
    }
    if isUTF8(bytes[...]) { return bytes[...] }
    for candidate in candidates {
      let name = normalised(candidate)
      if latin.contains(name) { return windows1252(bytes[...]) }
      if name.hasPrefix("utf") || name.hasPrefix("unicode") { continue }
      if let text = converted(bytes[...], from: name) { return text }
    }
    return withoutFaults(bytes[...])
  }

  /// By its mark, or by the zeros of its first characters.
  private static func wide(_ bytes: [UInt8]) -> (encoding: String, first: Int)? {
    let head = Array(bytes.prefix(4))
    guard head.count == 4 else { return nil }
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0): return ("UTF-32LE", 4)
    case (0, 0, 0xFE, 0xFF): return ("UTF-32BE", 4)
    case (0xFF, 0xFE, _, _): return ("UTF-16LE", 2)
    case (0xFE, 0xFF, _, _): return ("UTF-16BE", 2)
    case (1..., 0, 0, 0): return ("UTF-32LE", 0)
    case (0, 0, 0, 1...): return ("UTF-32BE", 0)
    case (1..., 0, 1..., 0): return ("UTF-16LE", 0)
    case (0, 1..., 0, 1...): return ("UTF-16BE", 0)
    default: return nil
    }
  }

  /// `encoding="…"` of the declaration, which others may precede.
  private static func declared(in bytes: [UInt8]) -> String? {
    guard let rest = SourceText.rest(of: bytes.prefix(mostHeadBytes), behindFirst: "<?xml"),
      let value = SourceText.rest(of: rest.prefix { $0 != UInt8(ascii: ">") }, behindFirst: "encoding")
    else { return nil }
    let name = value.drop { $0 <= 0x20 || "=\"'".utf8.contains($0) }.prefix {
      $0 > 0x20 && !"\"'?".utf8.contains($0)
    }
    return name.isEmpty || name.count > 64 ? nil : String(decoding: name, as: UTF8.self)
  }

  /// `<?xml` on IBM's large machines.
  private static let ebcdic: [UInt8] = [0x4C, 0x6F, 0xA7, 0x94, 0x93]

  private static let mostHeadBytes = 4096
  private static let latin: Set = ["iso-8859-1", "windows-1252", "us-ascii"]

  /// As iconv knows it. Names of the Web stand for the encoding that is meant by them, which has more characters
  /// (https://encoding.spec.whatwg.org/#names-and-labels).
  private static func normalised(_ name: String) -> String {
    var name = String(
      name.lowercased().map { $0 == "_" ? "-" : $0 }.filter { $0 != "\"" && $0 != "'" && $0 != " " })
    if name.hasPrefix("x-") && !name.hasPrefix("x-mac") { name.removeFirst(2) }
    if name.hasPrefix("win-") { name = "windows-\(name.dropFirst(4))" }
    switch name {
    case "iso8859-1", "latin1", "latin-1", "l1", "ascii", "cp1252", "ansi", "iso88591", "cp819", "8859-1":
      return "iso-8859-1"
    case "shift-jis", "sjis", "windows-31j", "ms-kanji", "shiftjis": return "cp932"
    case "gb2312", "gbk", "gb-2312", "cp936", "euc-cn": return "gb18030"
    case "euc-kr", "euckr", "korean": return "cp949"
    case _ where name.hasPrefix("ks-c-5601"): return "cp949"
    case "big5", "cp950": return "big5-hkscs"
    case "iso-8859-9", "latin5": return "cp1254"
    case "tis-620", "iso-8859-11": return "cp874"
    case "iso-8859-8-i", "iso-8859-8-e": return "iso-8859-8"
    case "x-mac-cyrillic": return "mac-cyrillic"
    case "x-mac-roman", "macroman", "mac-roman", "mac": return "macintosh"
    default: return name
    }
  }

  private static func isNarrow(_ name: String) -> Bool {
    name.hasPrefix("iso-2022") || name.hasPrefix("utf-7") || name.hasPrefix("hz")
  }

  // MARK: Bytes that contradict

  /// Mends a text meant as UTF-8: invalid bytes are read as Windows-1252. If these are more than the characters of
  /// several bytes, all bytes are.
  private static func withoutFaults(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (whole, faults) = (0, 0)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let count = characterBytes(bytes, place)
      if count > 1 { whole += 1 } else if count == 0 { faults += 1 }
      place += max(1, count)
    }
    if faults == 0 { return bytes }
    if whole < faults { return windows1252(bytes) }
    var result: [UInt8] = []
    // A character of Windows-1252 has at most three bytes.
    result.reserveCapacity(bytes.count + 2 * faults)
    place = bytes.startIndex
    while place < bytes.endIndex {
      let count = characterBytes(bytes, place)
      if count == 0 {
        SourceText.append(windows1252: bytes[place], to: &result)
      } else {
        for index in place..<(place + count) { result.append(bytes[index]) }
      }
      place += max(1, count)
    }
    return result[...]
  }

  private static func windows1252(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    result.reserveCapacity(
      bytes.reduce(bytes.count) { $1 < 0x80 ? $0 : $1 < 0xA0 ? $0 + 2 : $0 + 1 })
    for byte in bytes { SourceText.append(windows1252: byte, to: &result) }
    return result[...]
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let count = characterBytes(bytes, place)
      if count == 0 { return false }
      place += count
    }
    return true
  }

  /// The number of bytes of the character of UTF-8 at a place (RFC 3629, 4); 0 where there is none.
  private static func characterBytes(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
    let first = bytes[place]
    if first < 0x80 { return 1 }
    let count = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard count > 0, place + count <= bytes.endIndex else { return 0 }
    let second = bytes[place + 1]
    let least: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let most: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= least, second <= most else { return 0 }
    for index in (place + 2)..<max(place + 2, place + count) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return count
  }

  // MARK: Conversion

  /// Limit of a converted document; a longer one is cut.
  private static let mostConvertedBytes = 32 << 20

  /// - Returns: nil where the C library does not know the encoding. Bytes that it cannot have are U+FFFD.
  private static func converted(_ bytes: ArraySlice<UInt8>, from encoding: String) -> ArraySlice<UInt8>? {
    Transcoder.utf8(bytes, from: encoding, mostBytes: mostConvertedBytes)?.text[...]
  }
}
