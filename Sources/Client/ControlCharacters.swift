/// Characters that a terminal would take for commands, in names and tags of other people.
package enum ControlCharacters {
  /// The text with the signs that stand for them, but for tabs and line breaks.
  /// - Parameter isOneLine: line breaks are shown as signs, too.
  package static func shown(_ text: String, isOneLine: Bool = false) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 && scalar != "\t" && (isOneLine || scalar != "\n")
        || (0x7F...0x9F).contains(scalar.value)
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case _ where !isControl(scalar): shown.append(scalar)
      case 0..<0x20: shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: shown.append("\u{2421}")
      default: shown.append("\u{FFFD}")
      }
    }
    return String(shown)
  }
}
