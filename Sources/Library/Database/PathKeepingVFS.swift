import CLinux
import CSQLite

/// SQLite's own Unix file layer, except that it leaves paths as they are given.
///
/// A database is opened as `/proc/self/fd/N/NAME`, N being a descriptor of its folder: whatever happens to the
/// names above, the file is looked up in the very folder that was checked. SQLite's `xFullPathname` would
/// resolve that back into a path by name.
enum PathKeepingVFS {
  static let name = "jukebox"

  /// Registers the layer with SQLite once per process (sqlite3_vfs_register).
  static let register: Void = {
    guard let unix = unsafe sqlite3_vfs_find("unix") else { fatalError("sqlite3_vfs_find: unix") }
    let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe copy.initialize(to: unix.pointee)
    unsafe copy.pointee.pNext = nil
    unsafe copy.pointee.zName = UnsafePointer(strdup(name))
    unsafe copy.pointee.xFullPathname = { _, path, capacity, out in
      guard let path = unsafe path, let out = unsafe out else { return SQLITE_MISUSE }
      let count = unsafe strlen(path) + 1
      guard count <= Int(capacity) else { return SQLITE_CANTOPEN }
      unsafe memcpy(out, path, count)
      return SQLITE_OK
    }
    guard unsafe sqlite3_vfs_register(copy, 0) == SQLITE_OK else { fatalError("sqlite3_vfs_register") }
  }()
}
