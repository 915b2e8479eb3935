extension SourceFile {
  /// The imports in code that `CodeScanner` has cleaned.
  static func imports(in code: [String]) -> [(index: Int, module: String)] {
    let pattern =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return code.indices.compactMap { index in
      guard code[index].contains("import ") else { return nil }
      guard let match = code[index].firstMatch(of: pattern) else { return nil }
      return (index, String(match.1))
    }
  }

  /// The types declared at the top level that other files can see, with the lines' indexes and how many lines each has.
  var types: [(index: Int, name: String, lines: Int)] {
    let pattern =
      /^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|open)\s+)*(?:struct|class|enum|protocol|actor)\s+(\w+)/
    return code.indices.compactMap { index in
      guard let first = code[index].utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "}") else {
        return nil
      }
      guard let match = code[index].firstMatch(of: pattern) else { return nil }
      let end = code[index].hasSuffix("}") ? index : code[index...].firstIndex { $0.hasPrefix("}") } ?? index
      return (index, String(match.1), end - index + 1)
    }
  }

  /// Whether the line above `index` is a comment, past attributes.
  func commentEnds(above index: Int) -> Bool {
    var above = index - 1
    while above >= 0 {
      let line = lines[above].drop { $0 == " " }
      if line.hasPrefix("//") { return true }
      guard line.hasPrefix("@") else { return false }
      above -= 1
    }
    return false
  }
}
