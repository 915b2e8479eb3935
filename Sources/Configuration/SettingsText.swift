/// The text of a configuration file, to change one value in it: all other lines stay as they are, with their comments.
struct SettingsText {
  /// With their ends.
  private var lines: [[UInt8]]
  /// The byte order mark before the first line, if there is one.
  private let mark: ArraySlice<UInt8>

  private static let lineFeed = UInt8(ascii: "\n")

  init(_ bytes: [UInt8]) {
    mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.prefix(3) : []
    lines = bytes.dropFirst(mark.count).split(separator: Self.lineFeed, omittingEmptySubsequences: false).map
    { $0 + [Self.lineFeed] }
    // After the last line feed is no line; without one at the end the last line gets it.
    if lines.last == [Self.lineFeed] { lines.removeLast() }
  }

  var bytes: [UInt8] { mark + lines.flatMap { $0 } }

  /// Gives a key a value. It goes into the key's line, which keeps its comment; else below the line that shows the key
  /// commented out; else to the end of the section, which is made if it is missing. nil removes the key's line; its comment stays.
  mutating func set(_ key: String, in section: String, to value: String?) {
    let own = lines.indices.filter {
      name(at: $0, isComment: false) == key && self.section(at: $0) == section
    }
    guard let value else {
      for index in own.reversed() {
        let comment = comment(at: index).drop { $0 <= 0x20 }
        if comment.isEmpty { lines.remove(at: index) } else { lines[index] = comment + lineEnd }
      }
      return
    }
    let text = Array("\(key) = \(value)".utf8)
    let line: [UInt8] = text + lineEnd
    if let index = own.first {
      lines[index] = text + Array(comment(at: index)) + lineEnd
    } else if let index = lines.indices.last(where: {
      name(at: $0, isComment: true) == key && self.section(at: $0) == section
    }) {
      lines.insert(line, at: index + 1)
    } else if let heading = lines.indices.first(where: { self.heading(at: $0) == section }) {
      let next = lines.indices.first { $0 > heading && self.heading(at: $0) != nil } ?? lines.count
      // Blank lines and comments before the next heading belong to it.
      let last = lines[heading..<next].lastIndex { !isBlank($0) && !isComment($0) } ?? heading
      lines.insert(line, at: last + 1)
    } else {
      if !lines.isEmpty { lines.append(lineEnd) }
      lines += [Array("[\(section)]".utf8) + lineEnd, line]
    }
  }

  /// As the first line ends.
  private var lineEnd: [UInt8] { lines.first?.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [Self.lineFeed] }

  private func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { $0 <= 0x20 } }
  private func isComment(_ line: [UInt8]) -> Bool {
    let first = line.first { $0 != 0x20 && $0 != 0x09 }
    return first == UInt8(ascii: "#") || first == UInt8(ascii: ";")
  }

  private func heading(at index: Int) -> String? {
    let line = lines[index].drop { $0 == 0x20 || $0 == 0x09 }
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    return String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
  }

  private func section(at index: Int) -> String? {
    lines.indices.prefix(index).last { heading(at: $0) != nil }.flatMap { heading(at: $0) }
  }

  /// The name of the key that a line sets, or that it shows commented out: `#key = value`, without a space.
  private func name(at index: Int, isComment: Bool) -> String? {
    var line = lines[index].drop { $0 == 0x20 || $0 == 0x09 }
    if isComment {
      guard line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";") else { return nil }
      line = line.dropFirst()
    }
    guard let end = line.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
      return nil
    }
    let name = line[..<end]
    return String(decoding: name.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  /// The comment after the value of a line, with the blanks before it.
  private func comment(at index: Int) -> ArraySlice<UInt8> {
    let line = lines[index]
    let body = line.prefix { $0 != 0x0D && $0 != Self.lineFeed }
    guard
      let start = body.indices.dropFirst().first(where: {
        body[$0] == UInt8(ascii: ";") && (body[$0 - 1] == 0x20 || body[$0 - 1] == 0x09)
      })
    else { return [] }
    let last: Int? = body[..<start].lastIndex { $0 > 0x20 }
    let blanks: Int = if let last { last + 1 } else { start }
    return body[blanks...]
  }
}
