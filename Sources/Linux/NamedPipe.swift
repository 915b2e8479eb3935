import CLinux

/// The writing end of a named pipe (fifo(7)) that another program reads. Never blocks.
public final class NamedPipe: Sendable {
  private let descriptor: Descriptor

  /// Opens it (open(2), O_NONBLOCK), also while no program reads it: one that begins then waits for sound and does not find
  /// the pipe at its end. Makes it where nothing is at the path (mkfifo(3), for all to read).
  /// - Parameter bytes: how many it is to hold; it may become fewer.
  /// - Throws: EEXIST where the path is no pipe.
  public init(path: String, holding bytes: Int) throws(SystemError) {
    var status = stat()
    if unsafe lstat(path, &status) != 0, clinux_errno() == ENOENT {
      try systemCall("mkfifo", path: path) { unsafe mkfifo(path, 0o644) }
      // The umask may have taken the right to read it from the program that it is for.
      try systemCall("chmod", path: path) { unsafe chmod(path, 0o644) }
    }
    func open(_ flags: Int32) throws(SystemError) -> Descriptor {
      Descriptor(
        owning: try systemCall("open", path: path) {
          unsafe clinux_open(path, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0)
        })
    }
    // The writing end alone is refused without a reader: for the moment this is one.
    let both = try open(O_RDWR)
    descriptor = try open(O_WRONLY)
    _ = consume both
    // Checks the opened file, since the name may lead to another one by now.
    try systemCall("fstat", path: path) { unsafe fstat(descriptor.rawValue, &status) }
    guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO) else {
      throw SystemError(.exists, call: "mkfifo", path: path)
    }
    // A user with many pipes gets no more than the usual 64 KiB.
    _ = clinux_set_pipe_size(descriptor.rawValue, Int32(clamping: bytes))
  }

  /// Whether a program has it open for reading (poll(2), POLLERR).
  public var hasReader: Bool {
    var entry = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
    return unsafe poll(&entry, 1, 0) >= 0 && entry.revents & Int16(POLLERR) == 0
  }

  /// How many bytes lie in it (FIONREAD).
  public var unreadBytes: Int { Int(max(0, clinux_unread(descriptor.rawValue))) }

  /// Writes at most all of `bytes` (write(2)).
  /// - Returns: how many were taken; nil where it is full.
  /// - Throws: EPIPE where the program that read it is gone.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? { try descriptor.write(bytes) }
}
