import CLinux

/// Files of the machine, named by the caller; files on a volume go through `Root`.
public enum HostFile {
  /// Opens a file for reading (open(2), O_RDONLY).
  public static func open(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) })
  }

  /// Opens a device for reading and writing, without blocking and without a terminal's control of this process (open(2)).
  public static func openDevice(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
      })
  }

  /// A small file of text, such as one of /proc or /sys, without the blanks and line ends at its end.
  /// - Parameter limit: in bytes; the rest is not read.
  public static func text(of path: String, atMost limit: Int = 256 << 10) throws(SystemError) -> String {
    let bytes = try open(path).readAll(atMost: limit)
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Whether this process may open a file (access(2)); false where there is none.
  public static func allows(_ path: String, writing: Bool = false) -> Bool {
    unsafe access(path, writing ? R_OK | W_OK : R_OK) == 0
  }

  /// Whether a path leads to a regular file (stat(2)).
  public static func isRegular(_ path: String) -> Bool { kind(of: path) == .regular }

  /// Whether a path leads to a folder (stat(2)).
  public static func isFolder(_ path: String) -> Bool { kind(of: path) == .directory }

  private static func kind(of path: String) -> FileStatus.Kind? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? FileStatus.kind(mode: status.st_mode) : nil
  }

  /// Whether nothing is at a path (stat(2)); false where that cannot be seen.
  public static func isMissing(_ path: String) -> Bool {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", path: path) { unsafe stat(path, &status) }
      return false
    } catch {
      return error.code == .noSuchFile || error.code == .notDirectory
    }
  }

  /// Values that differ after a file was written or replaced (stat(2)); empty where there is none.
  public static func stamp(of path: String) -> [Int64] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [] }
    return [
      Int64(status.st_ino), Int64(status.st_size), Int64(status.st_mtim.tv_sec),
      Int64(status.st_mtim.tv_nsec),
    ]
  }

  /// The path from the root on, without links and dots (realpath(3)); nil where nothing is there.
  public static func realPath(of path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Standard input, as a descriptor of its own (fcntl(2), F_DUPFD_CLOEXEC).
  /// - Throws: `.badDescriptor` where nothing can be read there.
  public static func standardInput() throws(SystemError) -> Descriptor { try standard(0, but: O_WRONLY) }

  /// Standard output, as a descriptor of its own (fcntl(2), F_DUPFD_CLOEXEC).
  /// - Throws: `.badDescriptor` where nothing can be written there.
  public static func standardOutput() throws(SystemError) -> Descriptor { try standard(1, but: O_RDONLY) }

  /// Standard error, as a descriptor of its own (fcntl(2), F_DUPFD_CLOEXEC).
  /// - Throws: `.badDescriptor` where nothing can be written there.
  public static func standardError() throws(SystemError) -> Descriptor { try standard(2, but: O_RDONLY) }

  /// A descriptor opened by the parent may be open in the wrong direction, which is no bug of this program.
  private static func standard(_ number: Int32, but wrong: Int32) throws(SystemError) -> Descriptor {
    let flags = clinux_fcntl(number, F_GETFL, 0)
    guard flags != -1, flags & O_ACCMODE != wrong else { throw SystemError(.badDescriptor, call: "fcntl") }
    return Descriptor(owning: try systemCall("fcntl") { clinux_fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// In place of what has the new name (rename(2)).
  public static func rename(_ path: String, to new: String) throws(SystemError) {
    try systemCall("rename", path: path) { unsafe CLinux.rename(path, new) }
  }

  /// Removes a file (unlink(2)).
  public static func remove(_ path: String) throws(SystemError) {
    try systemCall("unlink", path: path) { unsafe unlink(path) }
  }

  /// Writes at the end of a file that is there (open(2), O_APPEND).
  public static func append(_ text: String, to path: String) throws(SystemError) {
    let file = Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_WRONLY | O_APPEND | O_CLOEXEC, 0)
      })
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest.span) ?? 0) }
    try file.synchronise()
  }

  /// Whether this user owns the file, may write it, and may put another one into its place (stat(2), access(2)).
  public static func isReplaceable(_ path: String) -> Bool {
    guard let path = realPath(of: path), let slash = path.lastIndex(of: "/") else { return false }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_uid == geteuid() && status.st_mode & 0o200 != 0
      && allows(String(path[...slash]), writing: true)
  }

  /// Gives a file another content: the new one as a whole, or the old one, also after a power cut (rename(2)). A file that
  /// is there keeps its owner and permissions; a new one can be read by its group.
  /// - Throws: also `.accessDenied` for a file that its owner may not write.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & 0o200 == 0 {
      throw SystemError(.accessDenied, call: "open", path: path)
    }
    // One that a crash has left goes.
    let incoming = "\(path).new"
    try? remove(incoming)
    let file = Descriptor(
      owning: try systemCall("open", path: incoming) {
        unsafe clinux_open(incoming, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      })
    do throws(SystemError) {
      if isRegular(path) {
        try file.takeAttributes(of: try open(path))
      } else {
        try systemCall("fchmod", path: incoming) { fchmod(file.rawValue, 0o640) }
      }
      var rest = bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest.span) ?? 0) }
      try file.synchronise()
      try rename(incoming, to: path)
    } catch {
      try? remove(incoming)
      throw error
    }
    if let slash = path.lastIndex(of: "/") { try open(String(path[...slash])).synchronise() }
  }

  /// Makes an empty file for writing, in place of any before (open(2), O_CREAT and O_TRUNC).
  public static func create(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      })
  }
}
