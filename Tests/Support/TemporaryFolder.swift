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
    // FTW_PHYS, so that a link in the folder is removed and not followed.
    let remove:
      @convention(c) (UnsafePointer<CChar>?, UnsafePointer<stat>?, Int32, UnsafeMutablePointer<FTW>?) -> Int32 =
        {
          path, _, kind, _ in
          guard let path = unsafe path else { return -1 }
          return unsafe kind == Int32(FTW_DP) ? rmdir(path) : unlink(path)
        }
    _ = unsafe nftw(path, remove, 16, Int32(FTW_DEPTH) | Int32(FTW_PHYS))
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
      written += try unsafe descriptor.write(bytes.span.extracting(written...).bytes) ?? 0
    }
    return file
  }
}
