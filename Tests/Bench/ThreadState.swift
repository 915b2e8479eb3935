import CLinux
import Linux

/// What the kernel says of a thread of this process (proc_pid_stat(5)).
struct ThreadState {
  private let task: Root

  /// - Parameter thread: its number, as `Thread.currentID` has it.
  init(ofThread thread: Int) throws(SystemError) { task = try Root(path: "/proc/self/task/\(thread)") }

  /// Returns once the thread sleeps: what wakes it then wakes it as it wakes a machine at rest.
  func waitUntilAsleep() throws(SystemError) {
    while try letter() != UInt8(ascii: "S") { sched_yield() }
  }

  /// Behind the name in brackets, which may hold anything.
  private func letter() throws(SystemError) -> UInt8? {
    let line = try task.open(Array("stat".utf8)).readAll(atMost: 4096)
    return line.lastIndex(of: UInt8(ascii: ")")).flatMap {
      line.indices.contains($0 + 2) ? line[$0 + 2] : nil
    }
  }
}
