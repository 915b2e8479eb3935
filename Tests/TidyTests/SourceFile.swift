import Support

/// A Swift file as the rules see it.
struct SourceFile {
  /// From the top folder.
  let path: String
  let lines: [String]
  /// The same lines with comments and the contents of strings blanked out.
  let code: [String]
  /// The same lines with the contents of strings alone.
  let strings: [String]
  /// The same lines with comments alone.
  let comments: [String]
  /// The modules that it imports, with the lines' indexes.
  let imports: [(index: Int, module: String)]

  /// All files of the project, read once.
  static let all = Result {
    let paths =
      try Repository.files(below: "Sources", suffix: ".swift")
      + Repository.files(below: "Tests", suffix: ".swift")
    return try paths.map { SourceFile(path: $0, text: try Repository.text(of: $0)) }
  }

  init(path: String, text: String) {
    self.path = path
    func lines(of text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let parts = CodeScanner.parts(of: text)
    self.lines = lines(of: text)
    (code, strings, comments) = (lines(of: parts.code), lines(of: parts.strings), lines(of: parts.comments))
    imports = Self.imports(in: code)
  }

  /// `Audio` for Sources/Audio/…, `AudioTests` for Tests/AudioTests/…
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[1]) : ""
  }

  var isTest: Bool { path.hasPrefix("Tests/") }

  /// The name without folder, ending and what stands behind a plus: `Settings` for Settings+Text.swift.
  var subject: String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return String(name.prefix { $0 != "+" && $0 != "." })
  }

  func finding(_ index: Int, _ problem: String, _ remedy: String) -> Finding {
    Finding(path: path, line: index + 1, problem: problem, remedy: remedy)
  }

  /// A finding for each line of code that `pattern` matches.
  /// - Parameter words: one of these is in every line that `pattern` matches; to look for them is much quicker.
  func findings(
    _ words: [String], _ pattern: Regex<Substring>, _ problem: String, _ remedy: String
  ) -> [Finding] {
    // Unicode's own idea of a word would take `Task.sleep` for one.
    let pattern = pattern.wordBoundaryKind(.simple)
    return code.indices.filter { index in
      words.contains { code[index].contains($0) } && code[index].contains(pattern)
    }.map { finding($0, problem, remedy) }
  }
}
