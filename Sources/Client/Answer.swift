import Linux

/// The answer to one command: its lines `key: value`, in order, and the bytes of a picture.
package struct Answer: Equatable {
  package var pairs: [Pair] = []
  package var binary: [UInt8] = []

  package struct Pair: Equatable {
    package let key: String
    package let value: String
  }

  /// The lines of the answer.
  package init(lines: [String]) { for line in lines { append(line: line) } }
  package init(_ lines: String...) { self.init(lines: lines) }

  /// The first value of a key.
  package subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }

  /// The first value of a key as a number; nil where it is none.
  package func integer(_ key: String) -> Int? { self[key].flatMap { Int($0) } }
  package func real(_ key: String) -> Double? {
    self[key].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A place in a song in seconds, as far as songs go.
  package func place(_ key: String) -> Double? { real(key).flatMap { (0...1e6).contains($0) ? $0 : nil } }

  /// All values of a key.
  package func values(_ key: String) -> [String] { pairs.filter { $0.key == key }.map(\.value) }

  /// A text that is sent line by line; nil if the answer has none.
  package func text(_ key: String) -> String? {
    let lines = values(key)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Takes a line that does not end an answer. A line without a colon is stored as a key.
  package mutating func append(line: String) {
    // By bytes: a value may begin with a mark that belongs to the blank before it.
    guard let colon = line.utf8.firstOccurrence(of: ": ".utf8) else {
      pairs.append(Pair(key: line.hasSuffix(":") ? String(line.dropLast()) : line, value: ""))
      return
    }
    pairs.append(Pair(key: String(line[..<colon.lowerBound]), value: String(line[colon.upperBound...])))
  }

  /// The pairs cut into items, each beginning with `key`.
  package func items(beginningWith key: String) -> [Answer] {
    var items: [Answer] = []
    for pair in pairs {
      if pair.key == key { items.append(Answer()) }
      guard !items.isEmpty else { continue }
      items[items.count - 1].pairs.append(pair)
    }
    return items
  }
}
