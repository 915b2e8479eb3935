import Support
import Testing

/// The scripts and the Python of board/ speak as the sources do. A failure names the line and what to do; ruff and mypy, which
/// `board/test` runs, check the rest (`board/lab/pyproject.toml`).
@Suite struct ScriptTests {
  /// Shell scripts and Python.
  private func scripts() throws -> [(path: String, text: String)] {
    let scripts = try Repository.files(below: "board", suffix: "").map {
      (path: $0, text: try Repository.text(of: $0))
    }.filter { $0.path.hasSuffix(".py") || $0.path.hasSuffix(".sh") || $0.text.hasPrefix("#!") }
    try #require(scripts.count > 150)
    return scripts
  }

  @Test func `comments of board's scripts are in plain words`() throws {
    for (path, text) in try scripts() {
      let comments = ScriptComments.lines(of: text)
      for finding in Words.findings(in: comments, of: path, banned: Words.bannedInComments)
        + Words.beginnings(of: comments, in: path)
      {
        Issue.record("\(finding)")
      }
    }
  }

  @Test func `modules are found by the folder of board's launcher, and no line is excepted from a rule`()
    throws
  {
    for (path, text) in try scripts() {
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where line.contains("sys.path") || line.contains("# noqa") {
        Issue.record(
          "\(path):\(index + 1): start it by board/lab/run, and follow or change the rule in pyproject.toml")
      }
    }
  }

  @Test func `a script's comments and doc strings are read, its code and other strings are not`() {
    let text = """
      #!/usr/bin/env python3
      '''One line.'''
      value = 3  # Beside code.
      def name():
          '''Two
          lines.'''
          sql = f'''
          # no comment'''
      """.replacing("'''", with: "\"\"\"")
    let comments = ScriptComments.lines(of: text)
    expectEqual(
      comments, ["!/usr/bin/env python3", "One line.", "Beside code.", "", "Two", "lines.", "", ""])
  }
}

/// The comments and doc strings of a script, for the rules about words.
enum ScriptComments {
  private static let quotes = "\"\"\""

  /// - Returns: the comment in each line of the text, empty where there is none.
  static func lines(of text: String) -> [String] {
    var isDocument = false
    var isString = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = line.drop { $0 == " " }
      if isString {
        isString = line.ranges(of: quotes).count % 2 == 0
        return ""
      }
      if isDocument || trimmed.hasPrefix(quotes) {
        let body = isDocument ? trimmed : trimmed.dropFirst(quotes.count)
        isDocument = !body.contains(quotes)
        return String(body.prefix(upTo: body.firstRange(of: quotes)?.lowerBound ?? body.endIndex))
      }
      if trimmed.hasPrefix("#") { return String(trimmed.drop { $0 == "#" }.drop { $0 == " " }) }
      isString = line.ranges(of: quotes).count % 2 == 1
      return line.firstRange(of: "  # ").map { String(line[$0.upperBound...]) } ?? ""
    }
  }
}
