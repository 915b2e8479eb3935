import Model

/// Names of files and paths in the file of a desktop program: unchanged, with control characters too, since
/// JSON strings have escapes for those, and other programs know no others. Invalid UTF-8 is escaped as
/// `EscapedName` does. Earlier versions escaped control characters alike: both are read.
enum SharedName {
  static func text(for bytes: [UInt8]) -> String {
    // To the letter, but where that is an escape of another name.
    if bytes.contains(where: { isControl($0) || $0 == firstOfEscapes }),
      let plain = String(validating: bytes, as: UTF8.self), self.bytes(of: plain) == bytes
    {
      return plain
    }
    return EscapedName.text(for: bytes)
  }

  /// Returns the bytes that a text names; a NUL, which no name has, becomes U+FFFD.
  static func bytes(of text: String) -> [UInt8] {
    if let bytes = EscapedName.bytes(of: text), !bytes.contains(0) { return bytes }
    return text.utf8.flatMap { $0 == 0 ? UTF8.encodedReplacementCharacter.map(\.self) : [$0] }
  }

  /// The same name in the one spelling in which it is compared: with every control character escaped, as the digests of
  /// earlier versions have it.
  static func spelling(of text: String) -> String {
    let isPlain = text.utf8.allSatisfy { !isControl($0) && $0 != firstOfEscapes }
    return isPlain ? text : EscapedName.text(for: bytes(of: text))
  }

  /// U+F700…U+F7FF in UTF-8 begin with it.
  private static let firstOfEscapes: UInt8 = 0xEF

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}
