import CLinux

/// A volume's root folder, held open. Everything on a volume is opened beneath it, so that neither a link nor `..`
/// leads elsewhere (openat2(2), RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS; Linux 5.6), and so that an unplugged
/// volume is let go by one call. Paths are bytes relative to the root, without a leading slash; empty is the root.
public final class Root: Sendable {
  /// Path by which the root was opened, for messages.
  public let path: String
  private let handle: Guarded<Handle?>
  /// Whether the file system counts what a folder is named by.
  private let countsNames: Bool

  /// While something in the path is being renamed, `..` can't be judged, and the kernel asks for another try (EAGAIN).
  private static let mostTries = 128

  /// open(2) with O_PATH | O_DIRECTORY.
  public init(path: String) throws(SystemError) {
    self.path = path
    let descriptor = try systemCall("open", path: path) {
      unsafe clinux_open(path, O_DIRECTORY | O_CLOEXEC | CLINUX_O_PATH, 0)
    }
    var status = stat()
    countsNames = unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    handle = Guarded(Handle(Descriptor(owning: descriptor)))
  }

  /// Lets the folder go, so that the volume can be unmounted. From any thread; later calls throw ENODEV.
  public func close() { handle.withLock { $0 = nil } }

  /// Opens a regular file for reading. A link that stays on the volume is followed; nothing else but a regular file
  /// is opened: no folder (EISDIR), FIFO, socket or device (ENXIO), since opening those can already do something.
  /// - Throws: EXDEV for a path that leads out of the volume.
  public func open(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try openRegular(path, flags: O_RDONLY)
  }

  /// Opens a regular file as `open` does, for reading and for writing at its end (O_APPEND).
  public func openToAppend(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try openRegular(path, flags: O_RDWR | O_APPEND)
  }

  private func openRegular(_ path: [UInt8], flags: Int32) throws(SystemError) -> Descriptor {
    // O_PATH gives its type without opening it; the second check is for a name that was replaced in between.
    try requireRegular(try open(path, flags: CLINUX_O_PATH), path)
    let descriptor = try open(path, flags: flags | O_NONBLOCK | O_NOCTTY)
    try requireRegular(descriptor, path)
    return descriptor
  }

  /// Status of what a path names; links are followed while they stay on the volume.
  public func status(of path: [UInt8]) throws(SystemError) -> FileStatus {
    let descriptor = try open(path, flags: CLINUX_O_PATH)
    return try wrap(path) { () throws(SystemError) in try descriptor.status() }
  }

  /// Opens a folder to list it.
  public func list(_ path: [UInt8]) throws(SystemError) -> DirectoryStream {
    try DirectoryStream(owning: try open(path, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK), path: name(path))
  }

  /// Whether the file system is FAT or exFAT: names are the same in either case, times have steps of up to two seconds.
  public var isFAT: Bool { isFAT(in: (try? MountTable.read()) ?? MountTable()) }

  /// The same by the mount. The file system is asked (fstatfs(2)) only if that does not answer it: on the first call
  /// after a mount, FAT counts its free clusters, which reads some MiB of a stick.
  func isFAT(in mounts: MountTable) -> Bool {
    ["vfat", "msdos", "exfat"].contains(fileSystemType(in: mounts))
  }

  private func fileSystemType(in mounts: MountTable) -> String {
    guard let handle = handle.withLock({ $0 }) else { return "" }
    if let device = try? handle.descriptor.status().device, let type = mounts.type(ofDevice: device) {
      return String(decoding: type, as: UTF8.self)
    }
    var status = statfs()
    guard unsafe fstatfs(handle.descriptor.rawValue, &status) == 0 else { return "" }
    return switch Int64(status.f_type) {
    case CLINUX_MSDOS_MAGIC: "vfat"
    case CLINUX_EXFAT_MAGIC: "exfat"
    default: ""
    }
  }

  /// Whether the folder was deleted since (fstat(2), `st_nlink`); false if unknown.
  public var isDeleted: Bool {
    guard countsNames, let handle = handle.withLock({ $0 }) else { return false }
    var status = stat()
    return unsafe fstat(handle.descriptor.rawValue, &status) == 0 && status.st_nlink == 0
  }

  /// A descriptor of the folder at `path`, for calls that work relative to one (O_PATH).
  public func folder(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try open(path, flags: CLINUX_O_PATH | O_DIRECTORY)
  }

  /// Makes the folder `path` where it is not there yet (mkdirat(2)); its parent must be there.
  public func makeFolder(_ path: [UInt8]) throws(SystemError) {
    let (parent, last) = try split(path)
    let folder = try folder(parent)
    do throws(SystemError) {
      try systemCall("mkdirat", path: name(path)) {
        unsafe mkdirat(folder.rawValue, Self.terminated(last), 0o755)
      }
    } catch {
      if error.code != .exists { throw error }
    }
  }

  /// Makes an empty file, for writing and reading; nothing may have its name (openat(2), O_EXCL). Its folder must be there.
  public func create(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    let (parent, last) = try split(path)
    let folder = try folder(parent)
    return Descriptor(
      owning: try systemCall("openat", path: name(path)) {
        unsafe clinux_openat(
          folder.rawValue, Self.terminated(last), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      })
  }

  /// How much may be written on the volume (fstatvfs(3)), in bytes.
  public func freeBytes() throws(SystemError) -> Int64 { try space().free }

  /// How much may be written on the volume, and the size of its file system (fstatvfs(3)), in bytes.
  public func space() throws(SystemError) -> (free: Int64, total: Int64) {
    let folder = try open([], flags: O_RDONLY | O_DIRECTORY)
    var status = statvfs()
    try systemCall("fstatvfs", path: path) { unsafe fstatvfs(folder.rawValue, &status) }
    func bytes(_ blocks: some BinaryInteger) -> Int64 {
      Int64(clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }
    return (bytes(status.f_bavail), bytes(status.f_blocks))
  }

  /// The size of the largest file that the file system takes, in bytes: FAT counts it in 32 bits.
  public var mostFileBytes: Int64 {
    let type = fileSystemType(in: (try? MountTable.read()) ?? MountTable())
    return ["vfat", "msdos"].contains(type) ? Int64(UInt32.max) : .max
  }

  /// Whether this process may write into the folder at `path`, or into the root where there is none of that name; a file system
  /// that is mounted read-only refuses that, too (faccessat(2), W_OK).
  public func takesWrites(in path: [UInt8]) -> Bool {
    guard let folder = try? folder(path) else { return !path.isEmpty && takesWrites(in: []) }
    return unsafe faccessat(folder.rawValue, ".", W_OK, 0) == 0
  }

  /// Renames within one folder (renameat(2)); the last component is not followed.
  /// - Parameter newName: a name, not a path.
  public func rename(_ path: [UInt8], to newName: [UInt8]) throws(SystemError) {
    let (parent, last) = try split(path)
    guard Self.isName(newName[...]) else {
      throw SystemError(.invalidArgument, call: "renameat", path: name(newName))
    }
    let folder = try folder(parent)
    try systemCall("renameat", path: name(path)) {
      unsafe renameat(folder.rawValue, Self.terminated(last), folder.rawValue, Self.terminated(newName))
    }
    Self.synchronise(newName, in: folder)
  }

  /// Renames into another folder of the volume (renameat(2)); the last components are not followed.
  public func move(_ path: [UInt8], to new: [UInt8]) throws(SystemError) {
    let (parent, last) = try split(path)
    let (newParent, newLast) = try split(new)
    let from = try folder(parent)
    let into = try folder(newParent)
    try systemCall("renameat", path: name(path)) {
      unsafe renameat(from.rawValue, Self.terminated(last), into.rawValue, Self.terminated(newLast))
    }
    Self.synchronise(newLast, in: into)
  }

  /// As `move`, to a name that nothing has (renameat2(2), RENAME_NOREPLACE).
  /// - Throws: EEXIST where something has it, also in another case if the file system counts that as the same name.
  public func moveToFreeName(_ path: [UInt8], to new: [UInt8]) throws(SystemError) {
    let (parent, last) = try split(path)
    let (newParent, newLast) = try split(new)
    let from = try folder(parent)
    let into = try folder(newParent)
    do throws(SystemError) {
      try systemCall("renameat2", path: name(new)) {
        unsafe clinux_rename_to_free_name(
          from.rawValue, Self.terminated(last), into.rawValue, Self.terminated(newLast))
      }
      Self.synchronise(newLast, in: into)
    } catch {
      // Some file systems in user space know no flags. The look before is all that there is then.
      guard error.code == .invalidArgument || error.code == .notImplemented else { throw error }
      guard try statusOfName(new) == nil else {
        throw SystemError(.exists, call: "renameat2", path: name(new))
      }
      try move(path, to: new)
    }
  }

  /// Makes a file, or folder, durable that has got a name (fsync(2)). FAT writes where its content is with the file, not with the
  /// folder: a power cut after the folder alone would leave the new name without content, and the old name gone.
  private static func synchronise(_ name: [UInt8], in folder: borrowing Descriptor) {
    let number = unsafe clinux_openat(
      folder.rawValue, terminated(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
    guard number >= 0 else { return }
    let file = Descriptor(owning: number)
    _ = fsync(file.rawValue)
  }

  /// Makes the names in a folder durable (fsync(2)). Some file systems refuse that for folders; they have no more to give.
  public func synchroniseFolder(_ path: [UInt8]) throws(SystemError) {
    let folder = try open(path, flags: O_RDONLY | O_DIRECTORY)
    _ = fsync(folder.rawValue)
  }

  /// Removes a file (unlinkat(2)); the last component is not followed.
  public func remove(_ path: [UInt8]) throws(SystemError) {
    let (parent, last) = try split(path)
    let folder = try folder(parent)
    try systemCall("unlinkat", path: name(path)) {
      unsafe unlinkat(folder.rawValue, Self.terminated(last), 0)
    }
  }

  /// Removes an empty folder (unlinkat(2) with AT_REMOVEDIR).
  public func removeFolder(_ path: [UInt8]) throws(SystemError) {
    let (parent, last) = try split(path)
    let folder = try folder(parent)
    try systemCall("unlinkat", path: name(path)) {
      unsafe unlinkat(folder.rawValue, Self.terminated(last), AT_REMOVEDIR)
    }
  }

  /// Status of the last component itself, not of its link's target (fstatat(2)); nil if it does not exist.
  public func statusOfName(_ path: [UInt8]) throws(SystemError) -> FileStatus? {
    let (parent, last) = try split(path)
    var status = stat()
    do throws(SystemError) {
      let folder = try folder(parent)
      try systemCall("fstatat", path: name(path)) {
        unsafe fstatat(folder.rawValue, Self.terminated(last), &status, AT_SYMLINK_NOFOLLOW)
      }
    } catch {
      if error.code == .noSuchFile { return nil }
      throw error
    }
    return FileStatus(status)
  }

  private func open(_ path: [UInt8], flags: Int32) throws(SystemError) -> Descriptor {
    if path.contains(0) { throw SystemError(.invalidArgument, call: "openat2", path: name(path)) }
    // A reference of its own: where storage stalls in here, `close` does not wait, and the number stays ours.
    guard let handle = handle.withLock({ $0 }) else {
      throw SystemError(.noSuchDevice, call: "openat2", path: name(path))
    }
    let bytes = Self.terminated(path.isEmpty ? [UInt8(ascii: ".")] : path)
    for _ in 0..<Self.mostTries {
      let number = try systemCallUnlessBlocked("openat2", path: name(path)) {
        unsafe clinux_openat2(
          handle.descriptor.rawValue, bytes, UInt64(flags | O_CLOEXEC), 0,
          UInt64(RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS))
      }
      if let number { return Descriptor(owning: number) }
    }
    throw SystemError(.busy, call: "openat2", path: name(path))
  }

  private func requireRegular(_ descriptor: borrowing Descriptor, _ path: [UInt8]) throws(SystemError) {
    let kind: FileStatus.Kind
    do throws(SystemError) { kind = try descriptor.status().kind } catch { throw error.at(name(path)) }
    switch kind {
    case .regular: return
    case .directory: throw SystemError(.isDirectory, call: "openat2", path: name(path))
    case .link, .other: throw SystemError(.noSuchDeviceOrAddress, call: "openat2", path: name(path))
    }
  }

  private final class Handle: Sendable {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private func wrap<Result>(
    _ path: [UInt8], _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) { return try body() } catch { throw error.at(name(path)) }
  }

  private func name(_ relative: [UInt8]) -> String {
    relative.isEmpty ? path : path + "/" + String(decoding: relative, as: UTF8.self)
  }

  /// The folder and the last component of a path.
  /// - Throws: EINVAL where the last component is no name.
  private func split(_ path: [UInt8]) throws(SystemError) -> (folder: [UInt8], name: [UInt8]) {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let last = slash.map { path[($0 + 1)...] } ?? path[...]
    guard Self.isName(last) else { throw SystemError(.invalidArgument, call: "openat2", path: name(path)) }
    return (slash.map { Array(path[..<$0]) } ?? [], Array(last))
  }

  /// Whether it names something in a folder: neither the folder itself nor anything beyond.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && !bytes.contains(0) && !bytes.contains(UInt8(ascii: "/"))
      && !bytes.elementsEqual(".".utf8) && !bytes.elementsEqual("..".utf8)
  }

  private static func terminated(_ bytes: [UInt8]) -> [CChar] {
    var result = bytes.map { CChar(bitPattern: $0) }
    result.append(0)
    return result
  }
}
