import CLinux

/// A device's file below /dev.
public enum DeviceNode {
  /// The device number of a node (stat(2): st_rdev), comparable to `Mount.device`; nil if there is no node.
  public static func device(at path: [UInt8]) -> UInt64? {
    var status = stat()
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    let code = unsafe stat(terminated, &status)
    let kind = status.st_mode & mode_t(S_IFMT)
    guard code == 0, kind == mode_t(S_IFBLK) || kind == mode_t(S_IFCHR) else { return nil }
    return UInt64(status.st_rdev)
  }
}
