import Linux

/// Standard output. Names and tags are other people's: a terminal would take control characters in them for commands.
enum Page {
  /// A line, or several, for a person, or of JSON. Control characters are shown as the signs that stand for them, but for
  /// tabs and line breaks.
  /// - Parameter isPath: for other programs to take, as it is but where a person looks at it.
  static func print(_ text: String, isPath: Bool = false, terminator: String = "\n") {
    Swift.print(isPath && !Terminal.isInteractive ? text : harmless(text), terminator: terminator)
  }

  /// Redraws the line that the terminal is at.
  static func redraw(_ line: String) { Swift.print("\r\u{1B}[K" + harmless(line), terminator: "") }

  /// - Parameter isOneLine: line breaks are shown as signs, too.
  static func harmless(_ text: String, isOneLine: Bool = false) -> String {
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
