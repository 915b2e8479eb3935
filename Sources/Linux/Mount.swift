/// One mounted file system, as a line of /proc/self/mountinfo describes it (proc(5)). Paths are bytes, unescaped.
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
  /// For example `vfat`.
  public let type: [UInt8]
  /// For example `/dev/sda1`; `none` and the like without a device.
  public let source: [UInt8]

  /// Whether access to a path on it may block without limit, because something else answers: a server (NFS, SMB, Ceph),
  /// the host of a virtual machine (9P, virtiofs), a program (FUSE, also NTFS on a local disk), or a mount on demand
  /// (autofs).
  public var mayBlock: Bool {
    type.starts(with: "fuse".utf8) || Self.blockingTypes.contains { type.elementsEqual($0.utf8) }
  }

  private static let blockingTypes = ["autofs", "nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph"]

  /// Whether both are the same mount, whatever their options.
  public func isSame(as other: Mount) -> Bool {
    id == other.id && device == other.device && root == other.root && path == other.path
  }

  /// Whether the mount point is `folder` or is below it.
  public func isBelow(_ folder: [UInt8]) -> Bool { Self.lies(path, in: folder) }

  /// Whether `path`, which has no links in it, is the mount point or is below it. A deeper or later mount may still
  /// cover it.
  public func holds(_ path: [UInt8]) -> Bool { Self.lies(path, in: self.path) }

  private static func lies(_ path: [UInt8], in folder: [UInt8]) -> Bool {
    var folder = folder[...]
    while folder.last == UInt8(ascii: "/") { folder.removeLast() }
    return path.starts(with: folder)
      && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
  }
}
