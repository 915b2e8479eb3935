/// A page of documentation in Markdown: its headings, links, sentences and commands.
struct Page {
  let path: String
  let lines: [String]
  /// The lines outside of code blocks, whether indented or fenced, with others blanked out.
  let prose: [String]
  /// The lines of its indented code blocks, without the indentation, with their indexes.
  let examples: [(index: Int, text: String)]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var prose: [String] = []
    var examples: [(index: Int, text: String)] = []
    var isFenced = false
    var follows = true
    for (index, line) in lines.enumerated() {
      let isFence = line.hasPrefix("```")
      // An indented line is code after an empty line or after code, and else the rest of a list's item.
      let isIndented = !isFenced && line.hasPrefix("    ") && follows
      if isIndented { examples.append((index, String(line.dropFirst(4)))) }
      prose.append(isFence || isFenced || isIndented ? "" : line)
      follows = isIndented || line.isEmpty
      if isFence { isFenced.toggle() }
    }
    self.prose = prose
    self.examples = examples
  }

  func finding(_ index: Int, _ problem: String, _ remedy: String) -> Finding {
    Finding(path: path, line: index + 1, problem: problem, remedy: remedy)
  }

  // MARK: Links

  /// The names by which links reach its headings, as GitHub makes them: small letters, and dashes for spaces.
  var anchors: Set<String> {
    Set(
      prose.filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(
          title.compactMap { character -> Character? in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || character == "-" || character == "_"
              ? character : nil
          })
      })
  }

  /// The goals of its links, without those to other sites.
  var links: [(index: Int, goal: String)] {
    prose.enumerated().flatMap { index, line in
      line.matches(of: /\]\(([^)\s]+)\)/).map { (index, String($0.1)) }
    }.filter { !$0.goal.contains("://") }
  }

  /// The path that a link leads to, from the top folder.
  func target(of goal: String) -> (path: String, anchor: String?) {
    let parts = goal.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let anchor = parts.count > 1 ? String(parts[1]) : nil
    if parts[0].isEmpty { return (path, anchor) }
    var folders = path.split(separator: "/").dropLast()
    for part in parts[0].split(separator: "/") {
      if part == ".." { _ = folders.popLast() } else { folders.append(part) }
    }
    return (folders.joined(separator: "/"), anchor)
  }

  // MARK: Sentences

  /// Its sentences of at least `Page.sentenceWords` words, in small letters and without punctuation, with the lines in
  /// which they end. A cell of a table, an item of a list and a heading end a sentence.
  var sentences: [(index: Int, text: String)] {
    var found: [(index: Int, text: String)] = []
    var words: [String] = []
    func end(_ index: Int) {
      if words.count >= Self.sentenceWords { found.append((index, words.joined(separator: " "))) }
      words = []
    }
    for (index, line) in prose.enumerated() {
      let isBreak = line.isEmpty || line.hasPrefix("#") || line.hasPrefix("- ") || line.hasPrefix("|")
      if isBreak { end(index) }
      for part in line.split(separator: " ") {
        if part == "|" {
          end(index)
          continue
        }
        let word = part.lowercased().filter { $0.isLetter || $0.isNumber }
        if !word.isEmpty { words.append(word) }
        if let last = part.last(where: { $0 != ")" && $0 != "\"" }), ".:;!?".contains(last) { end(index) }
      }
      if line.hasPrefix("#") || line.hasPrefix("|") { end(index) }
    }
    end(prose.count - 1)
    return found
  }

  static let sentenceWords = 8
}
