import CLinux

/// A folder being listed, entry by entry, in the file system's order (readdir(3)).
@safe public struct DirectoryStream: ~Copyable {
  private let stream: OpaquePointer
  private let path: String

  /// fdopendir(3).
  init(owning descriptor: consuming Descriptor, path: String) throws(SystemError) {
    guard let stream = unsafe fdopendir(descriptor.rawValue) else {
      throw SystemError(Errno(rawValue: clinux_errno()), call: "fdopendir", path: path)
    }
    _ = descriptor.release()
    unsafe self.stream = stream
    self.path = path
  }

  deinit { unsafe closedir(stream) }

  /// The next entry; nil at the end. `.` and `..` are left out.
  public mutating func next() throws(SystemError) -> DirectoryEntry? {
    while true {
      clinux_clear_errno()
      guard let entry = unsafe readdir(stream) else {
        let code = Errno(rawValue: clinux_errno())
        if code.rawValue == 0 { return nil }
        throw SystemError(code, call: "readdir", path: path)
      }
      let name = unsafe Array(
        UnsafeRawBufferPointer(start: clinux_entry_name(entry), count: strlen(clinux_entry_name(entry))))
      if name == [46] || name == [46, 46] { continue }
      return DirectoryEntry(name: name, kind: try kind(type: unsafe Int32(entry.pointee.d_type), name: name))
    }
  }

  /// Status of the folder itself (fstat(2)).
  public func status() throws(SystemError) -> FileStatus {
    var status = stat()
    let folder = unsafe dirfd(stream)
    try systemCall("fstat", path: path) { unsafe fstat(folder, &status) }
    return FileStatus(status)
  }

  /// Opens a regular file of the folder for reading: no link (ELOOP), FIFO, socket or device (ENXIO).
  ///
  /// Opening the latter can already do something: `status(of:)` has to have said that it is a regular file, and what
  /// is looked at here is whether the name was replaced in between.
  public func open(_ name: [UInt8]) throws(SystemError) -> Descriptor {
    let folder = unsafe dirfd(stream)
    let terminated = name.map { CChar(bitPattern: $0) } + [0]
    let file = Descriptor(
      owning: try systemCall("openat2", path: "\(path)/\(String(decoding: name, as: UTF8.self))") {
        unsafe clinux_openat2(
          folder, terminated, UInt64(O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), 0,
          UInt64(RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS))
      })
    guard try file.status().kind == .regular else {
      throw SystemError(.noSuchDeviceOrAddress, call: "openat2", path: path)
    }
    return file
  }

  private func kind(type: Int32, name: [UInt8]) throws(SystemError) -> FileStatus.Kind {
    switch type {
    case Int32(CLINUX_DT_REG): return .regular
    case Int32(CLINUX_DT_DIR): return .directory
    case Int32(CLINUX_DT_LNK): return .link
    case Int32(CLINUX_DT_UNKNOWN): break
    default: return .other
    }
    // Some file systems list no types.
    return try status(of: name)?.kind ?? .other
  }

  /// Status of a name in the folder; a link is not followed (fstatat(2)); nil if the name does not exist.
  public func status(of name: [UInt8]) throws(SystemError) -> FileStatus? {
    var status = stat()
    let folder = unsafe dirfd(stream)
    let terminated = name.map { CChar(bitPattern: $0) } + [0]
    do throws(SystemError) {
      try systemCall("fstatat", path: path) {
        unsafe fstatat(folder, terminated, &status, AT_SYMLINK_NOFOLLOW)
      }
    } catch {
      if error.code == .noSuchFile { return nil }
      throw error
    }
    return FileStatus(status)
  }
}
