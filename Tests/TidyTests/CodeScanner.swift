/// Tells Swift's code from its comments and strings, as far as the rules need it: not a parser.
struct CodeScanner {
  private let text: [UInt8]
  private var position = 0
  private var code: [UInt8] = []

  /// The text with comments and the contents of strings replaced by spaces, line for line.
  static func code(of text: String) -> String {
    var scanner = CodeScanner(text: Array(text.utf8))
    scanner.code.reserveCapacity(scanner.text.count)
    while scanner.position < scanner.text.count { scanner.step() }
    return String(decoding: scanner.code, as: UTF8.self)
  }

  private init(text: [UInt8]) { self.text = text }

  private func sees(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position + length <= text.count else { return false }
    return word.description.utf8.elementsEqual(text[position..<(position + length)])
  }

  private mutating func step() {
    switch text[position] {
    case UInt8(ascii: "/") where sees("//"):
      while position < text.count, text[position] != UInt8(ascii: "\n") { blank() }
    case UInt8(ascii: "/") where sees("/*"): blankBlockComment()
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
        blank()
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

  private mutating func keep() {
    code.append(text[position])
    position += 1
  }

  private mutating func blank() {
    code.append(text[position] == UInt8(ascii: "\n") ? UInt8(ascii: "\n") : UInt8(ascii: " "))
    position += 1
  }
}
