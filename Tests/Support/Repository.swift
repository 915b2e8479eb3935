import CLinux
public import Linux

/// The working copy that the tests were built from.
public enum Repository {
  /// Its top folder.
  public static let root = String(#filePath.dropLast("/Tests/Support/Repository.swift".count))

  /// The text of a file.
  /// - Parameter path: from the top folder.
  public static func text(of path: String) throws(SystemError) -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// The bytes of a file.
  /// - Parameter path: from the top folder.
  public static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let file = "\(root)/\(path)"
    let descriptor = Descriptor(
      owning: try systemCall("open", path: file) { unsafe clinux_open(file, O_RDONLY | O_CLOEXEC, 0) })
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      var span = buffer.mutableSpan
      guard let count = try descriptor.read(into: &span), count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The files below a folder, at any depth, sorted; hidden ones and links are left out.
  /// - Parameters:
  ///   - folder: from the top folder.
  ///   - suffix: how their names end.
  /// - Returns: paths from the top folder.
  public static func files(below folder: String, suffix: String) throws(SystemError) -> [String] {
    guard let handle = unsafe opendir("\(root)/\(folder)") else {
      throw SystemError(Errno(rawValue: clinux_errno()), call: "opendir", path: folder)
    }
    defer { unsafe closedir(handle) }
    var found: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      let path = "\(folder)/\(name)"
      if name.hasPrefix(".") { continue }
      switch unsafe Int(entry.pointee.d_type) {
      case Int(DT_DIR): found += try files(below: path, suffix: suffix)
      case Int(DT_REG): if name.hasSuffix(suffix) { found.append(path) }
      default: continue
      }
    }
    return found.sorted()
  }
}
