import CLinux

/// Files of the machine, named by whoever uses it; what lies on a volume goes through `Root`.
public enum HostFile {
  /// Opens a file for reading (open(2), O_RDONLY).
  public static func open(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) })
  }

  /// Standard input, as a descriptor of its own (fcntl(2), F_DUPFD_CLOEXEC).
  public static func standardInput() throws(SystemError) -> Descriptor {
    Descriptor(owning: try systemCall("fcntl") { clinux_fcntl(0, F_DUPFD_CLOEXEC, 0) })
  }

  /// Standard output, as a descriptor of its own (fcntl(2), F_DUPFD_CLOEXEC).
  public static func standardOutput() throws(SystemError) -> Descriptor {
    Descriptor(owning: try systemCall("fcntl") { clinux_fcntl(1, F_DUPFD_CLOEXEC, 0) })
  }

  /// Makes an empty file for writing, in place of any before (open(2), O_CREAT and O_TRUNC).
  public static func create(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      })
  }
}
