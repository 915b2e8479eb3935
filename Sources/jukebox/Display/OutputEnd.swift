import Client
import Glibc
import Linux

/// The end of what a command prints. Lines are kept until then, and a full disk would go unnoticed.
enum OutputEnd {
  /// Has the program look, wherever it ends (atexit(3)), whether all that it printed was taken.
  static func watch() {
    atexit { OutputEnd.check() }
  }

  /// Writes what was printed until now, for commands that go on: where nobody reads it any more, or it can't be written,
  /// the program ends.
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
