import CLinux

/// Files as a test makes and looks at them, by path.
enum Files {
  static func makeFolder(_ path: String) -> String {
    guard unsafe mkdir(path, 0o755) == 0 else { fatalError("mkdir \(path)") }
    return path
  }

  static func write(_ path: String, _ content: [UInt8]) {
    let file = unsafe clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    precondition(file >= 0, "cannot write \(path)")
    let count = unsafe content.withUnsafeBytes { unsafe CLinux.write(file, $0.baseAddress, $0.count) }
    precondition(count == content.count, "cannot write \(path)")
    CLinux.close(file)
  }

  static func read(_ path: String) -> [UInt8]? {
    let file = unsafe clinux_open(path, O_RDONLY, 0)
    guard file >= 0 else { return nil }
    defer { CLinux.close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe CLinux.read(file, &buffer, buffer.count)
      guard count > 0 else { return result }
      result += buffer[..<count]
    }
  }

  static func copy(_ path: String, to target: String) {
    if let content = read(path) { write(target, content) }
  }

  /// When it was changed last; where it is not there, the beginning of 1970.
  static func modified(_ path: String) -> timespec {
    var status = stat()
    _ = unsafe lstat(path, &status)
    return status.st_mtim
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// The names in a folder, sorted.
  static func list(_ path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
