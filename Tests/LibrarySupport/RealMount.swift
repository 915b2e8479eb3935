import CLinux
import Support

/// A small file system in memory, mounted for a test (tmpfs).
final class RealMount: Sendable {
  /// Whether this process may mount at all: in most places only root may.
  static let isAllowed: Bool = {
    guard let mount = try? RealMount(kilobytes: 64) else { return false }
    return mount.unmount()
  }()

  struct NotMounted: Error {
    let output: String
  }

  private let folder: TemporaryFolder
  var path: String { "\(folder.path)/mount" }

  init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    _ = Files.makeFolder(path)
    let result = try ChildProcess.run(["mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
    guard result.status == 0 else { throw NotMounted(output: result.output) }
  }

  deinit { _ = try? ChildProcess.run(["umount", "-l", path]) }

  /// Whether nothing in it is in use any more. A process that another test begins at that moment has all that is open until
  /// it becomes another program, so one failure says nothing.
  func unmount() -> Bool {
    (0..<50).contains { _ in (try? ChildProcess.run(["umount", path]))?.status == 0 }
  }

  func makeReadOnly() { remount("ro") }
  func makeWritable() { remount("rw") }

  private func remount(_ mode: String) {
    let result = try? ChildProcess.run(["mount", "-o", "remount,\(mode)", path])
    precondition(result?.status == 0, "cannot remount")
  }

  /// Makes room again.
  func empty() { _ = unsafe unlink("\(path)/filler") }

  /// Leaves no page free.
  func fill() {
    let file = unsafe clinux_open("\(path)/filler", O_WRONLY | O_CREAT, 0o644)
    let page = [UInt8](repeating: 1, count: 4096)
    while unsafe page.withUnsafeBytes({ unsafe CLinux.write(file, $0.baseAddress, $0.count) }) > 0 {}
    CLinux.close(file)
  }
}
