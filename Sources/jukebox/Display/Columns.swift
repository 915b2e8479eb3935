import Client

/// Text cut to columns of a terminal. Characters of East Asian scripts and emoji take two.
enum Columns {
  static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// `text`, cut with an ellipsis where it takes more than `columns`.
  static func fit(_ text: String, _ columns: Int) -> String {
    if width(text) <= columns { return text }
    if columns < 1 { return "" }
    var result = ""
    var used = 0
    for character in text {
      used += width(character)
      if used > columns - 1 { break }
      result.append(character)
    }
    return result + "…"
  }

  /// `text` with blanks up to `columns`; a longer one stays as it is.
  static func pad(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(text)))
  }

  /// `text` with blanks before it up to `columns`.
  static func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - width(text))) + text
  }

  /// Rows as lines, each column as wide as its widest text, without blanks at the end.
  static func table(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in widest(rows.map { column < $0.count ? $0[column] : "" }) }
    return rows.map { row in trimmed(zip(row, widths).map { pad($0, $1) }.joined(separator: "  ")) }
  }

  /// `text` without blanks at its end.
  static func trimmed(_ text: String) -> String {
    String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
  }

  /// The width of a column of these texts. One that is longer than `most` sticks out: a single name of thousands of
  /// letters must not push away the columns of all others.
  static func widest(_ texts: [String]) -> Int { min(most, texts.map { width($0) }.max() ?? 0) }

  private static let most = 60

  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first?.value else { return 0 }
    let wide: [ClosedRange<UInt32>] = [
      0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
    return wide.contains { $0.contains(scalar) } ? 2 : 1
  }
}

/// A bar of a fixed width that is filled from the left.
enum Bar {
  /// - Parameters:
  ///   - share: 0 to 1; nil for a bar that says nothing.
  ///   - width: in columns, the brackets included; below 4 there is no bar.
  static func text(_ share: Double?, width: Int) -> String {
    guard width >= 4 else { return "" }
    let inside = width - 2
    guard let share, share.isFinite else { return "[" + String(repeating: "·", count: inside) + "]" }
    let filled = Int((min(max(share, 0), 1) * Double(inside)).rounded(.down))
    return "[" + String(repeating: "█", count: filled) + String(repeating: "░", count: inside - filled) + "]"
  }
}

/// Numbers with a fixed number of decimal places.
enum Decimals {
  /// - Parameters:
  ///   - places: at most 9.
  ///   - isTrimmed: whether noughts at the end are left out.
  static func text(_ value: Double, places: Int, isTrimmed: Bool = false) -> String {
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let whole = value.isFinite ? Int((min(max(value, -1e9), 1e9) * Double(unit)).rounded()) : 0
    var rest = String(unit + Int(whole.magnitude) % unit).dropFirst()
    while isTrimmed, rest.last == "0" { rest.removeLast() }
    return "\(whole < 0 ? "-" : "")\(Int(whole.magnitude) / unit)\(rest.isEmpty ? "" : ".\(rest)")"
  }
}

/// Times as a person reads them.
enum Clock {
  /// `1:05`, `1:02:03`; `–:––` for nil.
  static func text(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "–:––" }
    let whole = Int(min(max(seconds, 0), 359_999))
    let tail = padded(whole % 60)
    if whole < 3600 { return "\(whole / 60):\(tail)" }
    return "\(whole / 3600):\(padded(whole / 60 % 60)):\(tail)"
  }

  /// As `text`; under a second `0.6 s`: tenths say more than a zero.
  static func short(_ seconds: Double?) -> String {
    guard let seconds, seconds < 1 else { return text(seconds) }
    return "0.\(seconds > 0 ? max(1, min(9, Int((seconds * 10).rounded()))) : 0) s"
  }

  /// `1:05.3`
  static func tenths(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 359_999) * 10).rounded())
    return "\(text(Double(tenths / 10))).\(tenths % 10)"
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension Song {
  /// How long it is, or that nothing of it is there.
  var timeOrAbsence: String { isAbsent == true ? "(not available)" : time }

  /// `3:05`, `~3:05` where that was reckoned.
  var time: String { (durationIsEstimated == true ? "~" : "") + Clock.text(duration) }
}
