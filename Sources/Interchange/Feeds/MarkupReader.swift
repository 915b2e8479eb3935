/// The tags and texts of a document of XML or HTML, also of a broken one: it has no rules that a document could break. Feeds
/// are written by hand and by careless programs, and libxml2, asked to recover, loses all that follows a surplus end tag.
///
/// Elements are not nested here, so depth costs nothing. Each byte is read a few times at most.
struct MarkupReader {
  enum Part {
    /// - Parameters:
    ///   - name: in lower case, with the prefix of its namespace.
    ///   - source: from `<` to `>`.
    ///   - isClosed: whether it has no content: `<a/>`.
    case begin(name: String, source: ArraySlice<UInt8>, isClosed: Bool)
    case end(name: String, source: ArraySlice<UInt8>)
    /// As written: references are not resolved. A text may come in several parts.
    case text(ArraySlice<UInt8>)
    /// Text of a CDATA section, without references.
    case characters(ArraySlice<UInt8>)
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  /// Ends such as `-->` that the rest of the document lacks: it is not searched for them again.
  private var isWithoutEnd: Set<String> = []
  /// The document ends within a tag.
  private(set) var isCut = false
  /// Entities that the document declares. Entities with further references are left out: nested ones fill the memory.
  private(set) var entities: [String: [UInt8]] = [:]

  static let mostNameBytes = 64
  static let mostTagBytes = 1 << 16
  /// In one value.
  static let mostQuotedTags = 2
  static let mostAttributes = 32
  static let mostEntities = 256
  static let mostEntityBytes = 256

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  // MARK: Parts

  /// - Returns: nil at the end.
  mutating func next() -> Part? {
    while place < bytes.endIndex {
      if bytes[place] != UInt8(ascii: "<") {
        let start = place
        place = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
        return .text(bytes[start..<place])
      }
      switch byte(at: place + 1) {
      case UInt8(ascii: "!"):
        if let section = declaration() { return .characters(section) }
      case UInt8(ascii: "?"):
        place = end(of: "?>", from: place + 2) ?? end(of: ">", from: place + 2) ?? bytes.endIndex
      default:
        if let part = tag() { return part }
        if isCut { return nil }
        place += 1
        return .text(bytes[(place - 1)..<place])
      }
    }
    return nil
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  /// - Returns: the place after the first occurrence of `words`.
  private mutating func end(of words: String, from start: Int) -> Int? {
    guard start < bytes.endIndex, !isWithoutEnd.contains(words) else { return nil }
    let words8 = Array(words.utf8)
    var index = start
    while let first = bytes[index...].firstIndex(of: words8[0]) {
      if bytes[first...].starts(with: words8) { return first + words8.count }
      index = first + 1
    }
    isWithoutEnd.insert(words)
    return nil
  }

  /// A comment, a CDATA section or a document type, at `place`.
  /// - Returns: the text of a section.
  private mutating func declaration() -> ArraySlice<UInt8>? {
    let rest = bytes[place...]
    if rest.starts(with: "<!--".utf8) {
      place = end(of: "-->", from: place + 4) ?? place + 4
    } else if rest.starts(with: "<![CDATA[".utf8) {
      let start = place + 9
      // One that another follows before its end has none: then it ends with its element.
      let next = end(of: "<![CDATA[", from: start) ?? bytes.endIndex
      if let end = end(of: "]]>", from: start), end <= next {
        place = end
        return bytes[start..<(end - 3)]
      }
      place = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
      return bytes[start..<place]
    } else if SourceText.rest(of: rest.prefix(9), behind: "<!doctype") != nil {
      skipDocumentType()
    } else {
      place = end(of: ">", from: place) ?? bytes.endIndex
    }
    return nil
  }

  private mutating func skipDocumentType() {
    let head = bytes[place...].prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[") }
    place = head.endIndex
    guard byte(at: place) == UInt8(ascii: "[") else {
      place = min(place + 1, bytes.endIndex)
      return
    }
    while place < bytes.endIndex, bytes[place] != UInt8(ascii: "]") {
      guard bytes[place] == UInt8(ascii: "<") else {
        place += 1
        continue
      }
      if bytes[place...].starts(with: "<!--".utf8) {
        place = end(of: "-->", from: place + 4) ?? place + 4
        continue
      }
      let start = place
      var quote: UInt8?
      while place < bytes.endIndex, quote != nil || bytes[place] != UInt8(ascii: ">") {
        let byte = bytes[place]
        if byte == quote { quote = nil } else if quote == nil, Self.isQuote(byte) { quote = byte }
        place += 1
      }
      declare(bytes[start..<place])
    }
    place = end(of: ">", from: place) ?? bytes.endIndex
  }

  /// `<!ENTITY name "value"`
  private mutating func declare(_ text: ArraySlice<UInt8>) {
    guard entities.count < Self.mostEntities, let rest = SourceText.rest(of: text, behind: "<!entity") else {
      return
    }
    let words = rest.drop { $0 <= 0x20 }
    let name = words.prefix { $0 > 0x20 && !Self.isQuote($0) }
    let value = words[name.endIndex...].drop { $0 <= 0x20 }
    guard let quote = value.first, Self.isQuote(quote), !name.isEmpty, name.count <= Self.mostNameBytes
    else { return }
    let content = value.dropFirst().prefix { $0 != quote }
    guard content.count <= Self.mostEntityBytes else { return }
    let resolved = CharacterReferences.resolved(content)
    guard !resolved.contains(UInt8(ascii: "&")), !resolved.contains(UInt8(ascii: "<")) else { return }
    entities[String(decoding: name, as: UTF8.self)] = resolved
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  // MARK: Tags

  /// - Returns: nil where the bytes at `place` are no tag but a sign in a text.
  private mutating func tag() -> Part? {
    let start = place
    let isEnd = byte(at: start + 1) == UInt8(ascii: "/")
    let words = bytes[(start + (isEnd ? 2 : 1))...].prefix(Self.mostNameBytes + 1)
    guard let first = words.first, Self.isLetter(first) else {
      // The end of an element without a name.
      if isEnd, byte(at: start + 2) == UInt8(ascii: ">") {
        place = start + 3
        return .end(name: "", source: bytes[start..<place])
      }
      return nil
    }
    let name = words.prefix { Self.isLetter($0) || (0x2D...0x39).contains($0) && $0 != UInt8(ascii: "/") }
    guard name.count <= Self.mostNameBytes else { return nil }
    guard let end = end(ofTag: name.endIndex) else { return nil }
    let inner = bytes[name.endIndex..<end]
    let isWhole = byte(at: end) == UInt8(ascii: ">")
    // `<b@c.d>` and `<http://a>` are none.
    if let sign = inner.first, sign > 0x20 {
      guard sign == UInt8(ascii: "/"), inner.dropFirst().allSatisfy({ $0 <= 0x20 }) else { return nil }
    }
    // `x <y and z`: a tag without its end has attributes, or nothing.
    if !isWhole, !isEnd, !inner.contains(UInt8(ascii: "=")) { return nil }
    place = isWhole ? end + 1 : end
    let text = String(decoding: name.map { SourceText.lower($0) }, as: UTF8.self)
    let source = bytes[start..<place]
    if isEnd { return .end(name: text, source: source) }
    return .begin(name: text, source: source, isClosed: inner.last == UInt8(ascii: "/"))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ":")
  }

  /// - Returns: the place of `>`, or of the `<` of a following tag where it is missing; nil if the document ends before.
  private mutating func end(ofTag start: Int) -> Int? {
    var quote: UInt8?
    var isValue = false
    // Within the quotes.
    var (hasEnd, tags) = (false, 0)
    for index in start..<bytes.endIndex {
      let byte = bytes[index]
      if let open = quote {
        if byte == open {
          quote = nil
        } else if byte == UInt8(ascii: ">") {
          hasEnd = true
        } else if byte == UInt8(ascii: "<") {
          tags += 1
          // The quote has no end.
          if hasEnd || tags > Self.mostQuotedTags {
            return bytes[start...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
          }
        }
      } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
        return index
      } else if isValue, Self.isQuote(byte) {
        (quote, hasEnd, tags) = (byte, false, 0)
      }
      if byte > 0x20 { isValue = byte == UInt8(ascii: "=") }
      if index - start > Self.mostTagBytes { return nil }
    }
    isCut = true
    return nil
  }

  /// The values of a tag by their keys, which are in lower case; the first of several counts.
  func attributes(of source: ArraySlice<UInt8>) -> [String: String] {
    var found: [String: String] = [:]
    var rest = source.dropFirst().drop { $0 > 0x20 }
    while found.count < Self.mostAttributes {
      rest = rest.drop {
        $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || Self.isQuote($0)
      }
      let key = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      rest = rest[key.endIndex...].drop { $0 <= 0x20 }
      guard !key.isEmpty || rest.first == UInt8(ascii: "=") else { break }
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0 <= 0x20 }
      let value = Self.value(&rest)
      guard (1...Self.mostNameBytes).contains(key.count) else { continue }
      let name = String(decoding: key.map { SourceText.lower($0) }, as: UTF8.self)
      if found[name] == nil { found[name] = String(decoding: resolved(value), as: UTF8.self) }
    }
    return found
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if let quote = rest.first, isQuote(quote) {
      let inner = rest.dropFirst()
      if let end = inner.firstIndex(of: quote) {
        rest = inner[(end + 1)...]
        return inner[..<end]
      }
      rest = inner
    }
    var value = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    rest = rest[value.endIndex...]
    if rest.first == UInt8(ascii: ">"), value.last == UInt8(ascii: "/") { value.removeLast() }
    return value
  }

  /// Bytes not yet read.
  var rest: ArraySlice<UInt8> { bytes[place...] }

  /// A text with its references resolved.
  func resolved(_ text: ArraySlice<UInt8>) -> [UInt8] { CharacterReferences.resolved(text, entities) }
}
