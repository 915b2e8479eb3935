import Model

/// Reads the text forms that several keys share.
enum SettingText {
  /// A whole number in decimal digits within `range`.
  static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text) else {
      return nil
    }
    return range.contains(value) ? value : nil
  }

  /// A whole number that may have a sign.
  static func signed(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  static func decimal(_ text: String, _ range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Without a fraction where there is none.
  static func short(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }

  /// Three gains in dB, such as `3 0 -2`.
  static func gains(_ text: String) -> EqualiserGains? {
    let words = text.split(separator: " ")
    let gains = words.compactMap { decimal(String($0), EqualiserGains.range) }
    guard words.count == 3, gains.count == 3 else { return nil }
    return EqualiserGains(bass: gains[0], mid: gains[1], treble: gains[2])
  }

  /// A path from the root.
  static func isAbsolute(_ text: String) -> Bool { text.hasPrefix("/") && text.utf8.count < 4096 }

  /// Whether the INI form can hold this text: no control character, no space at either end, and no " ;", where a
  /// comment would begin.
  static func isWritable(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= IniFile.maximumLineBytes - 100 else { return false }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    guard bytes.first != 0x20, bytes.last != 0x20, bytes.first != UInt8(ascii: ";") else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == UInt8(ascii: ";") }
  }
}
