import Foundation

/// What the jukebox said to one command: its lines `key: value`, in order, and the bytes of a picture.
struct Answer: Equatable {
  var pairs: [Pair] = []
  var binary: [UInt8] = []

  struct Pair: Equatable {
    let key: String
    let value: String
  }

  /// The first value of a key.
  subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }

  /// Takes a line that is no end of an answer. One without a colon is kept as a key.
  mutating func append(line: String) {
    guard let colon = line.range(of: ": ") else {
      pairs.append(Pair(key: line.hasSuffix(":") ? String(line.dropLast()) : line, value: ""))
      return
    }
    pairs.append(Pair(key: String(line[..<colon.lowerBound]), value: String(line[colon.upperBound...])))
  }

  /// The pairs cut into items, each beginning with `key`.
  func items(beginningWith key: String) -> [Answer] {
    var items: [Answer] = []
    for pair in pairs {
      if pair.key == key { items.append(Answer()) }
      guard !items.isEmpty else { continue }
      items[items.count - 1].pairs.append(pair)
    }
    return items
  }
}
