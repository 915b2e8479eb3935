/// One mounted file system, as a line of /proc/self/mountinfo tells it (proc(5)). Paths are bytes, unescaped.
public struct Mount: Hashable, Sendable {
  /// The kernel's number; given again after an unmount.
  public let id: Int
  public let parentID: Int
  /// As `FileStatus.device` of every file on it, except on file systems with several (btrfs).
  public let device: UInt64
  /// The folder of the file system that is mounted; `/` but for bind mounts.
  public let root: [UInt8]
  /// The mount point.
  public let path: [UInt8]
  /// The mount or its file system takes no writes.
  public let isReadOnly: Bool
  /// Such as `vfat`.
  public let type: [UInt8]
  /// Such as `/dev/sda1`; `none` and the like where there is no device.
  public let source: [UInt8]

  /// Whether a look at a path on it may take as long as somebody else does, and for ever where that one doesn't answer:
  /// a server (NFS, SMB, Ceph), the machine that this one runs in (9P, virtiofs), a program (FUSE, also with a disk of this
  /// machine, as for NTFS), or whoever mounts what is looked at (autofs).
  public var mayBlock: Bool {
    type.starts(with: "fuse".utf8) || Self.blockingTypes.contains { type.elementsEqual($0.utf8) }
  }

  private static let blockingTypes = ["autofs", "nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph"]

  /// Whether both are the same mount, whatever its options have become.
  public func isSame(as other: Mount) -> Bool {
    id == other.id && device == other.device && root == other.root && path == other.path
  }

  /// Whether the mount point is `folder` or lies below it.
  public func isBelow(_ folder: [UInt8]) -> Bool { Self.lies(path, in: folder) }

  /// Whether `path`, which has no links in it, is the mount point or lies below it. A mount further down, or one that
  /// was made later, may be what is there all the same.
  public func holds(_ path: [UInt8]) -> Bool { Self.lies(path, in: self.path) }

  private static func lies(_ path: [UInt8], in folder: [UInt8]) -> Bool {
    var folder = folder[...]
    while folder.last == UInt8(ascii: "/") { folder.removeLast() }
    return path.starts(with: folder)
      && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
  }
}
