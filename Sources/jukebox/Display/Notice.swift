import Client
import Linux

/// Standard error: what went wrong, and what a person is to see where standard output is for another program.
enum Notice {
  static func tell(_ lines: [String]) { write(lines.map { ControlCharacters.shown($0) + "\n" }.joined()) }

  /// Where that can't be written there is nobody left to tell, and the exit status says it still.
  static func write(_ text: String) {
    guard let file = try? HostFile.standardError() else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, let count = try? file.write(rest.span) { rest = rest.dropFirst(count) }
  }
}
