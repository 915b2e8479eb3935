/// Splits JavaScript into tokens, as far as the rules of the page need it: not a parser.
struct ScriptScanner {
  struct Token: Equatable {
    enum Kind { case name, string, number, expression, sign }

    let kind: Kind
    /// The contents of a string, and of a template up to its next `${`.
    let text: String
    /// From 1.
    let line: Int
  }

  private let text: [UInt8]
  private var position = 0
  private var line = 1
  private var tokens: [Token] = []
  /// Braces that are open within each `${` that is open.
  private var braces: [Int] = []

  static func tokens(of text: String) -> [Token] {
    var scanner = ScriptScanner(text: Array(text.utf8))
    while scanner.position < scanner.text.count { scanner.step() }
    return scanner.tokens
  }

  private init(text: [UInt8]) { self.text = text }

  private static let signs = [
    "...", "?.", "=>", "??=", "||=", "&&=", "===", "!==", "**", "==", "!=", "<=", ">=", "??", "||", "&&",
    "++", "--", "+=",
    "-=", "*=", "/=", "%=", ">>>", ">>", "<<",
  ].map { Array($0.utf8) }

  /// Names after which a slash begins a regular expression.
  private static let operators: Set = [
    "return", "typeof", "case", "in", "of", "await", "void", "delete", "else", "new",
  ]

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), UInt8(ascii: "#"), 0x80...:
      true
    default: isDigit(byte)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func sees(_ word: [UInt8]) -> Bool { text[position...].starts(with: word) }

  private mutating func add(_ kind: Token.Kind, from start: Int, to end: Int, line begin: Int? = nil) {
    tokens.append(
      Token(kind: kind, text: String(decoding: text[start..<end], as: UTF8.self), line: begin ?? line))
  }

  private mutating func step() {
    let byte = text[position]
    switch byte {
    case UInt8(ascii: "\n"):
      line += 1
      position += 1
    case UInt8(ascii: " "): position += 1
    case UInt8(ascii: "/") where sees(Array("//".utf8)):
      while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
    case UInt8(ascii: "/") where sees(Array("/*".utf8)): skipComment()
    case UInt8(ascii: "/") where beginsExpression: addExpression()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): addString(byte)
    case UInt8(ascii: "`"):
      position += 1
      addTemplate()
    case UInt8(ascii: "}") where braces.last == 0:
      braces.removeLast()
      add(.sign, from: position, to: position + 1)
      position += 1
      addTemplate()
    default:
      if Self.isName(byte) { addWord() } else { addSign() }
    }
  }

  private mutating func skipComment() {
    while position < text.count, !sees(Array("*/".utf8)) {
      if text[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    position += 2
  }

  /// A number or a name.
  private mutating func addWord() {
    let start = position
    let isNumber = Self.isDigit(text[start])
    while position < text.count,
      Self.isName(text[position]) || isNumber && text[position] == UInt8(ascii: ".")
    {
      position += 1
    }
    add(isNumber ? .number : .name, from: start, to: position)
  }

  private mutating func addSign() {
    let length = Self.signs.first { sees($0) }?.count ?? 1
    switch text[position] {
    case UInt8(ascii: "{") where !braces.isEmpty: braces[braces.count - 1] += 1
    case UInt8(ascii: "}") where !braces.isEmpty: braces[braces.count - 1] -= 1
    default: break
    }
    add(.sign, from: position, to: position + length)
    position += length
  }

  private mutating func addString(_ quote: UInt8) {
    let start = position + 1
    position = start
    while position < text.count, text[position] != quote, text[position] != UInt8(ascii: "\n") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    add(.string, from: start, to: min(position, text.count))
    position += 1
  }

  /// A template from behind its quote or behind the brace that ends an expression in it.
  private mutating func addTemplate() {
    let (start, begin) = (position, line)
    while position < text.count, text[position] != UInt8(ascii: "`"), !sees(Array("${".utf8)) {
      if text[position] == UInt8(ascii: "\n") { line += 1 }
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    add(.string, from: start, to: min(position, text.count), line: begin)
    guard position < text.count else { return }
    if text[position] == UInt8(ascii: "`") {
      position += 1
    } else {
      braces.append(0)
      add(.sign, from: position, to: position + 2)
      position += 2
    }
  }

  private var beginsExpression: Bool {
    guard let last = tokens.last else { return true }
    return switch last.kind {
    case .name: Self.operators.contains(last.text)
    case .string, .number, .expression: false
    case .sign: ![")", "]", "}"].contains(last.text)
    }
  }

  private mutating func addExpression() {
    let start = position
    var isInSet = false
    position += 1
    while position < text.count, text[position] != UInt8(ascii: "\n") {
      let byte = text[position]
      if byte == UInt8(ascii: "/"), !isInSet { break }
      if byte == UInt8(ascii: "[") { isInSet = true }
      if byte == UInt8(ascii: "]") { isInSet = false }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
    while position < text.count, Self.isName(text[position]) { position += 1 }
    add(.expression, from: start, to: min(position, text.count))
  }
}
