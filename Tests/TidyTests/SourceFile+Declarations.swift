extension SourceFile {
  /// The modules that it imports, with the lines' indexes.
  var imports: [(index: Int, module: String)] {
    code.indices.compactMap { index in
      let pattern =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
      guard let match = code[index].firstMatch(of: pattern) else { return nil }
      return (index, String(match.1))
    }
  }

  /// The types declared at the top level that other files can see, with the lines' indexes.
  var types: [(index: Int, name: String)] {
    code.indices.compactMap { index in
      let pattern =
        /^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|open)\s+)*(?:struct|class|enum|protocol|actor)\s+(\w+)/
      guard let match = code[index].firstMatch(of: pattern) else { return nil }
      return (index, String(match.1))
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
