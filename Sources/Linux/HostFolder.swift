import CLinux

/// Folders of the machine, named by the configuration; folders on a volume go through `Root`.
public enum HostFolder {
  /// Makes the folder `path` and those above it where they aren't there (mkdir(2)).
  /// - Parameter mode: of those that are made, less the umask.
  public static func make(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      do throws(SystemError) {
        try systemCall("mkdir", path: part) { unsafe mkdir(part, mode_t(mode)) }
      } catch {
        // On a read-only file system an existing folder is EROFS to some kernels.
        if !isFolder(part) { throw error }
      }
    }
  }

  /// Free space at a path (statvfs(3)), in bytes.
  public static func freeBytes(at path: String) throws(SystemError) -> Int64 { try space(at: path).free }

  /// Free space at a path and the size of its file system (statvfs(3)), in bytes.
  public static func space(at path: String) throws(SystemError) -> (free: Int64, total: Int64) {
    var status = statvfs()
    try systemCall("statvfs", path: path) { unsafe statvfs(path, &status) }
    func bytes(_ blocks: some BinaryInteger) -> Int64 {
      Int64(clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }
    return (bytes(status.f_bavail), bytes(status.f_blocks))
  }

  /// The names in a folder, sorted; empty where there is none, or it can't be read.
  public static func names(in path: String) -> [String] {
    guard let folder = try? HostFile.open(path), var stream = try? DirectoryStream(owning: folder, path: path)
    else { return [] }
    var names: [String] = []
    while let entry = try? stream.next() { names.append(String(decoding: entry.name, as: UTF8.self)) }
    return names.sorted()
  }

  /// Whether somebody else may decide what a folder holds: it lies where all may write, as in `/tmp`, and is a link, another
  /// user's, or open to all (lstat(2)). False where nothing is there.
  public static func isOfOthers(_ path: String) -> Bool { isOfOthers(path, user: geteuid()) }

  static func isOfOthers(_ path: String, user: UInt32) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return false }
    var parent = stat()
    var own = stat()
    guard unsafe stat(slash == path.startIndex ? "/" : String(path[..<slash]), &parent) == 0,
      parent.st_mode & 0o002 != 0, unsafe lstat(path, &own) == 0
    else { return false }
    return own.st_mode & mode_t(S_IFMT) != mode_t(S_IFDIR) || own.st_uid != user
      || own.st_mode & 0o002 != 0
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR)
  }
}
