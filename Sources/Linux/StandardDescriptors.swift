import CLinux

/// Standard input, output and error: the descriptors 0, 1 and 2 (stdin(3)).
public enum StandardDescriptors {
  /// Opens those of them that the program was started without (`>&-` in a shell). Otherwise files opened later would
  /// get their numbers, and printed or logged text would go into a database, or to another program as commands. Call it
  /// before anything is opened, and before any thread starts.
  ///
  /// Reading the substitute of standard input, and writing the others, fails with EBADF as without it. No name leads to
  /// the root folder as a file either, /dev/stdout as little as any other.
  ///
  /// - Throws: errors of open(2) for /dev/null and the root folder.
  public static func hold() throws(SystemError) {
    // open(2) takes the lowest number that is free, and those below are taken by then.
    if isClosed(0) { try take(0, "/dev/null", O_WRONLY) }
    for number in Int32(1)...2 where isClosed(number) { try take(number, "/", O_RDONLY) }
  }

  private static func isClosed(_ number: Int32) -> Bool {
    clinux_fcntl(number, F_GETFD, 0) == -1 && Errno(rawValue: clinux_errno()) == .badDescriptor
  }

  private static func take(_ number: Int32, _ path: String, _ mode: Int32) throws(SystemError) {
    let taken = try systemCall("open", path: path) { unsafe clinux_open(path, mode, 0) }
    precondition(taken == number, "a thread opened something meanwhile")
  }
}
