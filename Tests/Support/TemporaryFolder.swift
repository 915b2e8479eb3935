import CLinux
public import Linux

/// A folder of its own below the system's for temporary files; it goes away with everything in it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws(SystemError) {
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/jukebox-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw SystemError(Errno(rawValue: clinux_errno()), call: "mkdtemp", path: base)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let root = try? Root(path: path) else { return }
    Self.empty([], of: root)
    _ = unsafe rmdir(path)
  }

  /// Links are removed and not followed. What can't be removed stays: the folder is the system's to clean.
  private static func empty(_ folder: [UInt8], of root: Root) {
    guard var stream = try? root.list(folder) else { return }
    var entries: [DirectoryEntry] = []
    while let entry = try? stream.next() { entries.append(entry) }
    for entry in entries {
      let path = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
      if entry.kind == .directory {
        empty(path, of: root)
        try? root.removeFolder(path)
      } else {
        try? root.remove(path)
      }
    }
  }

  /// Writes a file in the folder.
  /// - Returns: its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws(SystemError) -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a file in the folder.
  /// - Returns: its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> String {
    let file = "\(path)/\(name)"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = Descriptor(
      owning: try systemCall("open", path: file) { unsafe clinux_open(file, flags, 0o644) })
    var written = 0
    while written < bytes.count {
      written += try descriptor.write(bytes.span.extracting(written...)) ?? 0
    }
    return file
  }
}
