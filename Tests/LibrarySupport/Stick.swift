import CLinux
import Linux
import Support

@testable import Library

/// A folder that stands for a stick: its files are made before it is plugged in.
final class Stick: Sendable {
  let folder: TemporaryFolder
  var path: String { folder.path }
  /// Where the database is.
  var database: String { "\(path)/.jukebox/library.sqlite" }

  init(_ files: [String: [UInt8]] = [:]) throws {
    folder = try TemporaryFolder()
    for (path, content) in files { write(path, content) }
  }

  /// Makes the folders above, too.
  func write(_ relative: String, _ content: [UInt8]) {
    var made = path
    for part in relative.split(separator: "/").dropLast() {
      made += "/\(part)"
      if !Files.exists(made) { _ = Files.makeFolder(made) }
    }
    Files.write("\(path)/\(relative)", content)
    // Where the kernel counts in whole ticks, one in 250 falls on a whole second. A scan that comes at once takes that for
    // the step of a file system that counts in seconds, and the next one opens the file again.
    var time = Files.modified("\(path)/\(relative)")
    if time.tv_nsec == 0 {
      time.tv_nsec = 1_000_000
      setModified(relative, time)
    }
  }

  /// Renames or moves a file or folder; the folder that it goes to is made.
  func move(_ relative: String, to target: String) {
    var made = path
    for part in target.split(separator: "/").dropLast() {
      made += "/\(part)"
      if !Files.exists(made) { _ = Files.makeFolder(made) }
    }
    let code = unsafe rename("\(path)/\(relative)", "\(path)/\(target)")
    precondition(code == 0, "cannot move \(relative)")
  }

  /// Changes when a file was changed last.
  func setModified(_ relative: String, seconds: Int) {
    setModified(relative, timespec(tv_sec: seconds, tv_nsec: 0))
  }

  private func setModified(_ relative: String, _ time: timespec) {
    let times = [time, time]
    let code = unsafe utimensat(AT_FDCWD, "\(path)/\(relative)", times, 0)
    precondition(code == 0, "cannot set the time of \(relative)")
  }

  func remove(_ relative: String) { _ = unsafe unlink("\(path)/\(relative)") }

  /// An open store without threads, as the store thread would have it.
  func open(
    label: String = "Stick", isReadOnly: Bool = false, state: StateFolder? = nil
  ) throws(StoreError) -> VolumeStore {
    let root: Root
    do throws(SystemError) { root = try Root(path: path) } catch { throw StoreError(error) }
    return try VolumeOpener(
      root: root, label: label, isReadOnly: isReadOnly, state: state, knownIdentity: { _ in nil },
      closing: Cancellation()
    ).open()
  }

  /// Runs SQL on the database as any program could; it must be closed.
  func sql(_ text: String) throws {
    // Debian 13's sqlite3 keeps the schema from being written by default.
    let result = try ChildProcess.run([
      "sqlite3", "-batch", "-cmd", ".dbconfig defensive off", database, text,
    ])
    guard result.status == 0 else { throw Unexpected(what: result.output) }
  }
}

/// Preparation of a test that went wrong.
struct Unexpected: Error {
  let what: String
}
