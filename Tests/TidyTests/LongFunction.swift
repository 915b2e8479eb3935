/// Functions with their lengths.
enum LongFunction {
  /// The functions and initialisers of a file, with the number of lines from the name to the closing brace.
  static func all(in file: SourceFile) -> [(name: String, lines: Int)] {
    let pattern = /^( *)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\(set\))?\s+)*(?:func\s+(\w+|`.*`)|(init)[?(<])/
    return file.code.indices.compactMap { index in
      let line = file.code[index]
      guard line.contains("func ") || line.contains("init"), let match = line.firstMatch(of: pattern) else {
        return nil
      }
      let name = String(match.2 ?? match.3 ?? "")
      if line.hasSuffix("}") { return (name, 1) }
      let close = String(match.1) + "}"
      guard
        let end = file.code[(index + 1)...].firstIndex(where: { $0 == close || $0.hasPrefix("\(close) ") }),
        !file.code[index + 1..<end].contains(where: { other in
          // One without a body: the next declaration at this depth came first.
          other.hasPrefix("\(match.1)func ") || other == "}" && !match.1.isEmpty
        })
      else { return nil }
      return (name, end - index + 1)
    }
  }
}
