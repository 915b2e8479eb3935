import CLinux

/// An open file descriptor with one owner; closed when the owner is destroyed (close(2)).
public struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it. It is valid for as long as its owner lives.
  public let rawValue: Int32

  /// Takes over a descriptor that a C call has just made.
  public init(owning rawValue: Int32) {
    precondition(rawValue >= 0, "a descriptor is not negative")
    self.rawValue = rawValue
  }

  deinit { _ = close(rawValue) }

  /// A new file in memory without a name (memfd_create(2)).
  public static func inMemory(_ name: StaticString) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("memfd_create") {
        unsafe name.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe clinux_memfd($0) }
      })
  }

  /// Gives up ownership without closing: for a C library that closes it itself.
  public consuming func release() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  /// Reads at most `count` bytes at an offset and leaves the file position (pread(2)); fewer at the end.
  public func bytes(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let found = try read(into: &span, at: offset)
    return Array(bytes.prefix(found))
  }

  /// Has all that was written reach storage (fsync(2)).
  public func synchronise() throws(SystemError) { try systemCall("fsync") { fsync(rawValue) } }

  /// Has the bytes that were written reach storage, and of the file's facts what is needed to read them (fdatasync(2)).
  public func synchroniseData() throws(SystemError) { try systemCall("fdatasync") { fdatasync(rawValue) } }

  /// A second descriptor of the same open file (fcntl(2) F_DUPFD_CLOEXEC).
  public func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try systemCall("fcntl") { clinux_fcntl(rawValue, F_DUPFD_CLOEXEC, 0) })
  }

  /// Reads at most `buffer.byteCount` bytes from where the file stands (read(2)).
  /// - Returns: how many bytes; 0 at the end; nil where a non-blocking descriptor has none now.
  public func read(into buffer: inout MutableRawSpan) throws(SystemError) -> Int? {
    try unsafe buffer.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try systemCallUnlessBlocked("read") { unsafe CLinux.read(rawValue, bytes.baseAddress, bytes.count) }
    }
  }

  /// Reads at most `buffer.count` bytes from where the file stands (read(2)).
  /// - Returns: how many bytes; 0 at the end; nil where a non-blocking descriptor has none now.
  public func read(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int? {
    try unsafe buffer.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try systemCallUnlessBlocked("read") { unsafe CLinux.read(rawValue, bytes.baseAddress, bytes.count) }
    }
  }

  /// Reads from the file position to the end, for small files (read(2)).
  /// - Parameter limit: in bytes; the rest is not read.
  public func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 64 * 1024))
    while all.count < limit {
      var span = buffer.mutableSpan
      guard let count = try read(into: &span), count > 0 else { break }
      all += buffer[..<min(count, limit - all.count)]
    }
    return all
  }

  /// Reads at most `buffer.byteCount` bytes at `offset` and leaves the file position (pread(2)).
  /// - Returns: number of bytes; 0 at or after the end.
  public func read(into buffer: inout MutableRawSpan, at offset: Int64) throws(SystemError) -> Int {
    try unsafe buffer.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try systemCall("pread") { unsafe pread(rawValue, bytes.baseAddress, bytes.count, Int(offset)) }
    }
  }

  /// Reads at most `buffer.count` bytes at `offset` and leaves the file position (pread(2)).
  /// - Returns: number of bytes; 0 at or after the end.
  public func read(into buffer: inout MutableSpan<UInt8>, at offset: Int64) throws(SystemError) -> Int {
    try unsafe buffer.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try systemCall("pread") { unsafe pread(rawValue, bytes.baseAddress, bytes.count, Int(offset)) }
    }
  }

  /// Writes at most all of `bytes` (write(2)).
  /// - Returns: how many were taken; nil where a non-blocking descriptor takes none now.
  public func write(_ bytes: RawSpan) throws(SystemError) -> Int? {
    try unsafe bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      try systemCallUnlessBlocked("write") { unsafe CLinux.write(rawValue, bytes.baseAddress, bytes.count) }
    }
  }

  /// Writes at most all of `bytes` (write(2)).
  /// - Returns: how many were taken; nil where a non-blocking descriptor takes none now.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    try unsafe bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      try systemCallUnlessBlocked("write") { unsafe CLinux.write(rawValue, bytes.baseAddress, bytes.count) }
    }
  }

  /// Moves where the next `read` begins (lseek(2)).
  /// - Returns: the new offset from the beginning, in bytes.
  @discardableResult
  public func seek(to offset: Int64, from origin: SeekOrigin = .start) throws(SystemError) -> Int64 {
    Int64(try systemCall("lseek") { lseek(rawValue, Int(offset), origin.rawValue) })
  }

  /// Gives the file the permissions of another one (fstat(2), fchmod(2)). FAT refuses what it can't store (EPERM).
  public func takePermissions(of other: borrowing Descriptor) throws(SystemError) {
    var status = stat()
    try systemCall("fstat") { unsafe fstat(other.rawValue, &status) }
    try systemCall("fchmod") { fchmod(rawValue, status.st_mode & 0o777) }
  }

  /// Sets when the content was changed last (futimens(3)), in nanoseconds since 1970.
  public func setModified(nanoseconds: Int64) throws(SystemError) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time = timespec(
      tv_sec: Int(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
    let times = [time, time]
    try systemCall("futimens") { unsafe futimens(rawValue, times) }
  }

  public enum SeekOrigin: Sendable {
    case start, current, end

    var rawValue: Int32 {
      switch self {
      case .start: SEEK_SET
      case .current: SEEK_CUR
      case .end: SEEK_END
      }
    }
  }
}
