/// The size of one class, or of a struct with mutating functions: what it stores, what others may set in it, in how many files it lies, and its long functions.
struct ClassShape {
  var name = ""
  var path = ""
  var isStruct = false
  /// Stored variables and constants of each instance.
  var stored = 0
  /// Stored variables that hold a closure and that other types may set.
  var closures = 0
  /// Files with an extension of it, besides its own.
  var extensions = 0
}

extension ClassShape {
  /// All classes of the layers, and the structs that change themselves, by their names. swift-format makes the indentation
  /// reliable.
  static func all(in files: [SourceFile]) -> [String: ClassShape] {
    var shapes: [String: ClassShape] = [:]
    var changing: Set<String> = []
    for file in files { changing.formUnion(mutating(in: file)) }
    for file in files {
      for (index, name, isStruct) in declarations(in: file) where !isStruct || changing.contains(name) {
        var shape = ClassShape(name: name, path: file.path, isStruct: isStruct)
        for line in members(of: file, after: index) {
          guard let property = Property(line, in: file) else { continue }
          shape.stored += 1
          if property.isSettableClosure { shape.closures += 1 }
        }
        // Of two types with one name, the larger one.
        if shape.stored >= shapes[name]?.stored ?? 0 { shapes[name] = shape }
      }
    }
    for file in files {
      for name in extended(in: file) where shapes[name]?.path != file.path { shapes[name]?.extensions += 1 }
    }
    return shapes
  }

  private static func declarations(in file: SourceFile) -> [(index: Int, name: String, isStruct: Bool)] {
    let pattern =
      /^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|private|fileprivate|final|open)\s+)*(class|struct)\s+(\w+)/
    return file.code.indices.compactMap { index in
      guard file.code[index].contains("class ") || file.code[index].contains("struct ") else { return nil }
      return file.code[index].firstMatch(of: pattern).map { (index, String($0.2), $0.1 == "struct") }
    }
  }

  /// The types of a file, or that it extends, which have a mutating function there.
  private static func mutating(in file: SourceFile) -> Set<String> {
    var (found, subject): (Set<String>, String?) = ([], nil)
    for line in file.code {
      if line.first != " ", line.last == "{" {
        subject = line.firstMatch(of: /(?:struct|extension)\s+(\w+)/).map { String($0.1) }
      } else if line.hasPrefix("  "), !line.hasPrefix("   "), line.contains("mutating func "), let subject {
        found.insert(subject)
      }
    }
    return found
  }

  /// The classes that the file extends, each once.
  private static func extended(in file: SourceFile) -> Set<String> {
    let pattern = /^(?:public |package )?extension (\w+) \{/
    return Set(
      file.code.compactMap { $0.last == "{" ? $0.firstMatch(of: pattern).map { String($0.1) } : nil })
  }

  /// The lines of a declaration's own members.
  private static func members(of file: SourceFile, after index: Int) -> [Int] {
    if file.code[index].hasSuffix("}") { return [] }
    let end = file.code[index...].firstIndex { $0.hasPrefix("}") } ?? file.code.endIndex
    return (index + 1..<end).filter { line in
      file.code[line].hasPrefix("  ") && !file.code[line].dropFirst(2).hasPrefix(" ")
    }
  }

  private struct Property {
    var isSettableClosure = false

    init?(_ line: Int, in file: SourceFile) {
      let code = file.code[line]
      guard code.contains("let ") || code.contains("var ") else { return nil }
      let pattern =
        /^  (?:@\w+(?:\([^)]*\))?\s+)*((?:(?:public|package|private|fileprivate|private\(set\)|final|lazy|weak|unowned|nonisolated|override)\s+)*)(let|var)\s/
      guard let match = code.firstMatch(of: pattern) else { return nil }
      let next = line + 1 < file.code.count ? file.code[line + 1] : ""
      let isObserved = next.contains("didSet") || next.contains("willSet")
      // What ends with a brace is computed, but for observers and closures as values.
      if match.2 == "var", code.contains("{"), !code.contains(" = "), !isObserved { return nil }
      isSettableClosure = match.2 == "var" && code.contains("->") && !match.1.contains("private")
    }
  }
}
