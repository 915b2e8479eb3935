import CLinux

/// Files of the machine, named by whoever uses it; what lies on a volume goes through `Root`.
public enum HostFile {
  /// Makes an empty file for writing, in place of any before (open(2), O_CREAT and O_TRUNC).
  public static func create(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      })
  }
}
