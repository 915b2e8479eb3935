/// The path and the query of a request, as RFC 3986 writes them.
struct RequestTarget: Equatable {
  /// The names between the slashes, decoded. A name may hold a slash that was encoded.
  let names: [String]
  /// Decoded; a field without a value has an empty one.
  let query: [String: String]

  /// - Returns: nil if it doesn't begin with a slash, or holds a wrong escape, bytes that are no UTF-8, or control characters.
  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var names: [String] = []
    for part in parts[0].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let name = Self.decoded(part) else { return nil }
      names.append(name)
    }
    var query: [String: String] = [:]
    if parts.count > 1 {
      for field in parts[1].split(separator: UInt8(ascii: "&")) {
        let sides = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = Self.decoded(sides[0]), let value = sides.count > 1 ? Self.decoded(sides[1]) : ""
        else { return nil }
        query[key] = value
      }
    }
    self.names = names
    self.query = query
  }

  /// Whether a text can be a word of a command: a line break or a NUL would end it.
  static func isWord(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 } }

  private static func decoded(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    guard let text = String(validating: bytes, as: UTF8.self), isWord(text) else { return nil }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
