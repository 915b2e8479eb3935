import Client
import Glibc
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

  static func print(lines: [String], isPath: Bool = false) {
    for line in lines { print(line, isPath: isPath) }
  }

  /// Prints a value as a line of JSON, or as lines for a person.
  /// - Parameter ifEmpty: the line for a person if there are no others.
  static func show(
    _ value: some Encodable, json: Bool, ifEmpty sentence: String? = nil,
    lines: @autoclosure () throws -> [String]
  ) throws {
    if json { return print(try JSON.line(value)) }
    let lines = try lines()
    print(lines: lines.isEmpty ? sentence.map { [$0] } ?? [] : lines)
  }

  /// Prints the drawing of another program on this machine.
  static func draw(_ picture: String) { Swift.print(picture, terminator: "") }

  /// Redraws the line that the terminal is at.
  static func redraw(_ line: String) {
    Swift.print("\r\u{1B}[K" + ControlCharacters.shown(line), terminator: "")
  }
}

/// Standard error: what went wrong, and what a person is to see where standard output is for another program.
enum Notice {
  static func tell(_ lines: [String]) { write(lines.map { ControlCharacters.shown($0) + "\n" }.joined()) }

  /// If that can't be written, only the exit status is left to show it.
  static func write(_ text: String) {
    guard let file = try? HostFile.standardError() else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, let count = try? file.write(rest.span) { rest = rest.dropFirst(count) }
  }
}

/// The end of what a command prints. Lines are kept until then, and a full disk would go unnoticed.
enum OutputEnd {
  /// Has the program look, wherever it ends (atexit(3)), whether all that it printed was taken.
  static func watch() { atexit { OutputEnd.check() } }

  /// Flushes the output so far, for commands that keep running: if the reader is gone, or writing fails, the program
  /// ends.
  static func flush() {
    guard fflush(nil) != 0 else { return }
    let code = Errno(rawValue: errno)
    if code == .brokenPipe { _exit(0) }
    end(code)
  }

  /// Writes what was printed; where that fails, says so and ends the program.
  private static func check() {
    if let code = StandardOutput.flush() { end(code) }
  }

  /// Says why it could not be written, and ends the program.
  static func end(_ code: Errno) -> Never {
    Notice.tell(["jukebox: \(LocalFile.unwritable(nil, code))"])
    _exit(Failure.Kind.refused.rawValue)
  }
}

/// A line with the progress of the work, removed at the end. Only on a terminal.
struct ProgressLine {
  let isShown: Bool

  /// - Parameter isQuiet: whether to show nothing on a terminal either.
  init(isQuiet: Bool = false) { isShown = Terminal.showsProgress && !isQuiet }

  func show(_ text: String) {
    write("\r" + ControlCharacters.shown(Columns.fit(text, Terminal.columns - 1)) + "\u{1B}[K")
  }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { Notice.write(text) }
  }
}

extension Connection {
  /// The answer to a command that may take long. Meanwhile a terminal shows that it runs, and its progress if the
  /// jukebox reports it.
  /// - Parameter isQuiet: whether to hide that.
  func answer(during work: String, isQuiet: Bool) throws(Failure) -> Answer {
    let line = ProgressLine(isQuiet: isQuiet)
    guard line.isShown else { return try answer() }
    defer { line.clear() }
    return try answer(
      progress: { done, count in line.show("\(done) of \(count) songs: \(work)") },
      waiting: { line.show("\($0) s: \(work)") })
  }
}
