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

  /// The first value of a key as a number; nil where it is none.
  func integer(_ key: String) -> Int? { self[key].flatMap { Int($0) } }
  func real(_ key: String) -> Double? { self[key].flatMap(Double.init) }

  /// All values of a key.
  func values(_ key: String) -> [String] { pairs.filter { $0.key == key }.map(\.value) }

  /// A text that is told line by line; nil where there is none.
  func text(_ key: String) -> String? {
    let lines = values(key)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Takes a line that is no end of an answer. One without a colon is kept as a key.
  mutating func append(line: String) {
    let line = Self.harmless(line)
    guard let colon = line.range(of: ": ") else {
      pairs.append(Pair(key: line.hasSuffix(":") ? String(line.dropLast()) : line, value: ""))
      return
    }
    pairs.append(Pair(key: String(line[..<colon.lowerBound]), value: String(line[colon.upperBound...])))
  }

  /// Names and tags are other people's: a terminal would take control characters in them for commands. They are shown as
  /// the signs that stand for them, but for the tab.
  static func harmless(_ line: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
    }
    guard line.unicodeScalars.contains(where: isControl) else { return line }
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      switch scalar.value {
      case _ where !isControl(scalar): text.append(scalar)
      case 0..<0x20: text.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: text.append("\u{2421}")
      default: text.append("\u{FFFD}")
      }
    }
    return String(text)
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
