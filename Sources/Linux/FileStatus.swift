import CLinux

/// The kernel's data of a file (fstat(2)).
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case regular, directory, link, other
  }

  public let kind: Kind
  /// In bytes.
  public let size: Int64
  /// When the content was changed last, in nanoseconds since 1970 (UTC); FAT counts in steps of 2 s.
  public let modifiedNanoseconds: Int64
  public let device: UInt64
  public let inode: UInt64

  init(_ status: stat) {
    kind = Self.kind(mode: status.st_mode)
    size = Int64(status.st_size)
    let (scaled, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    modifiedNanoseconds = overflow ? 0 : scaled &+ Int64(status.st_mtim.tv_nsec)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  static func kind(mode: mode_t) -> Kind {
    switch mode & mode_t(S_IFMT) {
    case mode_t(S_IFREG): .regular
    case mode_t(S_IFDIR): .directory
    case mode_t(S_IFLNK): .link
    default: .other
    }
  }
}

extension Descriptor {
  /// fstat(2).
  public func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try systemCall("fstat") { unsafe fstat(rawValue, &status) }
    return FileStatus(status)
  }
}
