/// Tells Swift's code from its comments and strings, as far as the rules need it: not a parser.
struct CodeScanner {
  private let text: [UInt8]
  private var position = 0
  private var code: [UInt8] = []
  private var strings: [UInt8] = []
  private var comments: [UInt8] = []
  /// The kind of text at `position`.
  private var kind = Kind.code

  private enum Kind { case code, string, comment }

  /// The text three times, line for line, with spaces in place of everything else: its code, the contents of its strings
  /// (without interpolations), its comments.
  static func parts(of text: String) -> (code: String, strings: String, comments: String) {
    var scanner = CodeScanner(text: Array(text.utf8))
    scanner.code.reserveCapacity(scanner.text.count)
    while scanner.position < scanner.text.count { scanner.step() }
    return (
      String(decoding: scanner.code, as: UTF8.self), String(decoding: scanner.strings, as: UTF8.self),
      String(decoding: scanner.comments, as: UTF8.self)
    )
  }

  /// The text with comments and the contents of strings replaced by spaces, line for line.
  static func code(of text: String) -> String { parts(of: text).code }

  private init(text: [UInt8]) { self.text = text }

  private func sees(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position + length <= text.count else { return false }
    return word.description.utf8.elementsEqual(text[position..<(position + length)])
  }

  private mutating func step() {
    switch text[position] {
    case UInt8(ascii: "/") where sees("//"):
      kind = .comment
      while position < text.count, text[position] != UInt8(ascii: "\n") { blank() }
      kind = .code
    case UInt8(ascii: "/") where sees("/*"):
      kind = .comment
      blankBlockComment()
      kind = .code
    case UInt8(ascii: "\""), UInt8(ascii: "#"): scanString()
    case UInt8(ascii: "`"):
      keep()
      while position < text.count, text[position] != UInt8(ascii: "`"), text[position] != UInt8(ascii: "\n") {
        blank()
      }
      if position < text.count { keep() }
    default: keep()
    }
  }

  /// A string with any number of # around it, of one line or of several.
  private mutating func scanString() {
    var hashes = 0
    while position < text.count, text[position] == UInt8(ascii: "#") {
      hashes += 1
      keep()
    }
    guard position < text.count, text[position] == UInt8(ascii: "\"") else { return }
    let quotes = sees("\"\"\"") ? 3 : 1
    for _ in 0..<quotes { keep() }
    let end =
      [UInt8](repeating: UInt8(ascii: "\""), count: quotes)
      + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    while position < text.count {
      if text[position...].starts(with: end) {
        for _ in end { keep() }
        return
      }
      if quotes == 1, text[position] == UInt8(ascii: "\n") { return }
      if text[position...].starts(with: escape) {
        for _ in escape { blank() }
        guard position < text.count else { return }
        if text[position] == UInt8(ascii: "(") { blankInterpolation() } else { blank() }
      } else {
        kind = .string
        blank()
        kind = .code
      }
    }
  }

  private mutating func blankInterpolation() {
    var depth = 0
    repeat {
      switch text[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""):
        let start = code.count
        scanString()
        // What the inner string left in the code is inside a string as well.
        for index in start..<code.count where code[index] != UInt8(ascii: "\n") {
          code[index] = UInt8(ascii: " ")
        }
        continue
      default: break
      }
      blank()
    } while depth > 0 && position < text.count
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        blank()
      } else if sees("*/") {
        depth -= 1
        blank()
      }
      blank()
    } while depth > 0 && position < text.count
  }

  private mutating func keep() { take(isCode: true) }

  private mutating func blank() { take(isCode: false) }

  private mutating func take(isCode: Bool) {
    let byte = text[position]
    let gap = byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")
    code.append(isCode ? byte : gap)
    strings.append(kind == .string ? byte : gap)
    comments.append(kind == .comment ? byte : gap)
    position += 1
  }
}
