import Model

/// Cuts a line into the command and its arguments by MPD's rules: words are separated by spaces or tabs; an argument
/// in double quotes may hold both, and a backslash there takes the next byte as it is.
struct Tokenizer {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  /// The command's name: a letter, then letters, digits and underscores.
  /// - Returns: nil where the line does not begin with a word at all.
  mutating func command() throws(CommandError) -> String? {
    guard let first = rest.first, Self.isLetter(first) else { return nil }
    let end = rest.firstIndex(where: Self.isBlank) ?? rest.endIndex
    let word = rest[..<end]
    guard word.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "_") }) else {
      throw CommandError(.unknown, "Invalid word character")
    }
    rest = rest[end...]
    skipBlanks()
    return String(decoding: word, as: UTF8.self)
  }

  /// The next argument; nil at the end of the line.
  mutating func argument() throws(CommandError) -> String? {
    guard let first = rest.first else { return nil }
    let bytes = first == UInt8(ascii: "\"") ? try quoted() : try unquoted()
    skipBlanks()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func unquoted() throws(CommandError) -> ArraySlice<UInt8> {
    let end = rest.firstIndex(where: Self.isBlank) ?? rest.endIndex
    let word = rest[..<end]
    guard word.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }) else {
      throw CommandError(.unknown, "Invalid unquoted character")
    }
    rest = rest[end...]
    return word
  }

  private mutating func quoted() throws(CommandError) -> ArraySlice<UInt8> {
    rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        if let after = rest.first, !Self.isBlank(after) {
          throw CommandError(.unknown, "Space expected after closing '\"'")
        }
        return text[...]
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { break }
        text.append(escaped)
      default:
        text.append(byte)
      }
    }
    throw CommandError(.unknown, "Missing closing '\"'")
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: Self.isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
