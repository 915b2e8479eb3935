import Client
import Linux

/// Standard output. Names and tags are other people's: a terminal would take control characters in them for commands.
enum Page {
  /// A line, or several, for a person, or of JSON. Control characters are shown as the signs that stand for them, but for
  /// tabs and line breaks.
  /// - Parameter isPath: for other programs to take, as it is but where a person looks at it.
  static func print(_ text: String, isPath: Bool = false, terminator: String = "\n") {
    Swift.print(
      isPath && !Terminal.isInteractive ? text : ControlCharacters.shown(text), terminator: terminator)
  }

  /// Redraws the line that the terminal is at.
  static func redraw(_ line: String) {
    Swift.print("\r\u{1B}[K" + ControlCharacters.shown(line), terminator: "")
  }
}
