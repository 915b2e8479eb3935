import CLinux

/// The program of this process (execve(2)).
public enum ProcessImage {
  /// Path of a program in the folder of this process's own program, whether it exists or not.
  /// - Returns: nil if `/proc` is not mounted.
  public static func path(beside name: String) -> String? {
    HostFile.realPath(of: "/proc/self/exe").flatMap { own in
      own.lastIndex(of: "/").map { "\(own[...$0])\(name)" }
    }
  }

  /// Runs the program again in this process, as it is on storage now, with the same arguments and environment. Descriptors
  /// close, threads end; the priority becomes normal.
  /// - Returns: only where the program cannot be run.
  public static func replace(arguments: [String]) -> SystemError {
    guard let path = HostFile.realPath(of: "/proc/self/exe") else {
      return SystemError(.noSuchFile, call: "readlink", path: "/proc/self/exe")
    }
    do throws(SystemError) {
      try Thread.adopt(.normal)
      var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
      defer { unsafe words.forEach { unsafe free($0) } }
      try systemCall("execv", path: path) { unsafe execv(path, &words) }
      return SystemError(.invalidArgument, call: "execv", path: path)
    } catch {
      return error
    }
  }
}
