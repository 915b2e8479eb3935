/// A module of the page: its imports, exports, functions and names, by its tokens and their brackets.
struct ScriptModule {
  struct Import {
    /// From the top folder.
    let path: String
    /// What is taken by name; `*` for all.
    let names: [String]
    /// Whether it comes while the page runs, not before the module.
    let isLate: Bool
    let line: Int
  }

  struct Function {
    let name: String
    let line: Int
    let lines: Int
    /// The tokens of its parameters, without brackets, and those of the parameters and the body.
    let parameters: Range<Int>
    let range: Range<Int>
  }

  let path: String
  let text: String
  let lines: [String]
  let tokens: [ScriptScanner.Token]
  /// By the index of a bracket, that of its other end; `-1` where there is none.
  let partners: [Int]
  /// By the index of a token, that of the bracket around it; -1 at the top.
  let around: [Int]
  private(set) var imports: [Import] = []
  private(set) var exports: [(name: String, line: Int)] = []
  private(set) var functions: [Function] = []

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let tokens = ScriptScanner.tokens(of: text)
    self.tokens = tokens
    var open: [Int] = []
    var partners = [Int](repeating: -1, count: tokens.count)
    var around: [Int] = []
    for (index, token) in tokens.enumerated() {
      let closes = token.kind == .sign && [")", "]", "}"].contains(token.text)
      if closes, let begin = open.popLast() { (partners[index], partners[begin]) = (begin, index) }
      around.append(open.last ?? -1)
      if token.kind == .sign, ["(", "[", "{", "${"].contains(token.text) { open.append(index) }
    }
    self.partners = partners
    self.around = around
    imports = findImports()
    exports = findExports()
    functions = tokens.indices.compactMap(function(at:))
  }

  func finding(_ line: Int, _ problem: String, _ remedy: String) -> Finding {
    Finding(path: path, line: line, problem: problem, remedy: remedy)
  }

  /// Whether a sign or a name stands at an index; strings are neither.
  func has(_ text: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].text == text
      && [.sign, .name].contains(tokens[index].kind)
  }

  // MARK: Imports and exports

  /// The path of a module that this one names as `./NAME` or `../NAME`.
  private func path(of name: String) -> String {
    var folders = path.split(separator: "/").dropLast()
    for part in name.split(separator: "/") where part != "." {
      if part == ".." { _ = folders.popLast() } else { folders.append(part) }
    }
    return folders.joined(separator: "/")
  }

  /// Statements, `import('…')`, and texts that name a module.
  private func findImports() -> [Import] {
    tokens.indices.compactMap { index in
      let token = tokens[index]
      guard token.kind == .string, token.text.hasPrefix("./") || token.text.hasPrefix("../"),
        token.text.hasSuffix(".js")
      else { return nil }
      let isStatic = has("from", at: index - 1) || has("import", at: index - 1)
      var names: [String] = []
      if has("}", at: index - 2) {
        names = (partners[index - 2]..<index - 2).filter {
          tokens[$0].kind == .name && tokens[$0].text != "as" && !has("as", at: $0 - 1)
        }.map { tokens[$0].text }
      } else if isStatic {
        names = ["*"]
      }
      return Import(path: path(of: token.text), names: names, isLate: !isStatic, line: token.line)
    }
  }

  private func findExports() -> [(name: String, line: Int)] {
    tokens.indices.filter { has("export", at: $0) && around[$0] < 0 }.flatMap { index in
      var next = index + 1
      if has("{", at: next) {
        return (next..<partners[next]).filter {
          tokens[$0].kind == .name && !has("as", at: $0 + 1) && tokens[$0].text != "as"
        }.map { (tokens[$0].text, tokens[$0].line) }
      }
      while next < tokens.count,
        ["async", "function", "const", "let", "class", "*"].contains(tokens[next].text)
      {
        next += 1
      }
      return [(tokens[next].text, tokens[next].line)]
    }
  }

  // MARK: Functions

  static let keywords: Set = [
    "as", "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do",
    "else", "export", "extends", "false", "finally", "for", "from", "function", "get", "if", "import", "in",
    "instanceof", "let", "new", "null", "of", "return", "set", "static", "super", "switch", "this", "throw",
    "true", "try", "typeof", "undefined", "void", "while",
  ]
  /// What a bracket with a block behind it may follow without being a function.
  private static let statements: Set = ["if", "for", "while", "switch", "catch", "with"]

  /// The function whose arrow, or whose opening bracket of parameters, stands at an index.
  private func function(at index: Int) -> Function? {
    if has("=>", at: index) { return arrow(at: index) }
    guard has("(", at: index), partners[index] >= 0, has("{", at: partners[index] + 1), index > 0 else {
      return nil
    }
    let before = tokens[index - 1]
    guard before.kind == .name, !Self.statements.contains(before.text), !has(".", at: index - 2) else {
      return nil
    }
    let name = before.text == "function" ? "function of line \(before.line)" : before.text
    return function(
      named: name, from: index - 1, parameters: index + 1..<partners[index], to: partners[partners[index] + 1]
    )
  }

  private func arrow(at index: Int) -> Function {
    let hasBrackets = has(")", at: index - 1)
    let first = hasBrackets ? partners[index - 1] : index - 1
    var before = first - 1
    if has("async", at: before) { before -= 1 }
    let isNamed = has("=", at: before) || has(":", at: before)
    let name = isNamed && before > 0 ? tokens[before - 1].text : "function of line \(tokens[first].line)"
    let last = has("{", at: index + 1) ? partners[index + 1] : end(ofExpression: index + 1)
    return function(
      named: name, from: first, parameters: hasBrackets ? first + 1..<index - 1 : first..<index, to: last)
  }

  private func function(named name: String, from: Int, parameters: Range<Int>, to last: Int) -> Function {
    let line = tokens[from].line
    return Function(
      name: name, line: line, lines: tokens[last].line - line + 1, parameters: parameters,
      range: from..<last + 1)
  }

  /// The last token of an expression that begins at an index.
  func end(ofExpression start: Int) -> Int {
    var index = start
    while index < tokens.count {
      if [",", ";", ")", "]", "}"].contains(where: { has($0, at: index) }), partners[index] < index { break }
      index = partners[index] > index ? partners[index] + 1 : index + 1
    }
    return max(start, index - 1)
  }
}
