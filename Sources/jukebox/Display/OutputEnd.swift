import Foundation
import Linux

/// The end of what a command prints. Lines are kept until then, and a full disk would go unnoticed.
enum OutputEnd {
  /// Has the program look, wherever it ends (atexit(3)), whether all that it printed was taken.
  static func watch() {
    atexit { OutputEnd.check() }
  }

  /// Writes what was printed; where that fails, says so and ends the program.
  static func check() {
    guard let code = StandardOutput.flush() else { return }
    Notice.tell(["jukebox: \(LocalFile.unwritable(nil, code))"])
    _exit(Failure.Kind.refused.rawValue)
  }
}
