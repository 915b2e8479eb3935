import CLinux
import Glibc

/// What this process has open.
public enum OpenFiles {
  /// The descriptors and targets of what is open below a path, and of the path itself.
  public static func below(_ path: String) -> [(descriptor: Int32, path: String)] {
    guard let folder = unsafe opendir("/proc/self/fd") else { return [] }
    defer { unsafe closedir(folder) }
    var found: [(descriptor: Int32, path: String)] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      var target = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/self/fd/\(name)", &target, target.count)
      guard count > 0, let descriptor = Int32(name) else { continue }
      let link = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if link.hasPrefix(path) { found.append((descriptor, link)) }
    }
    return found
  }
}
