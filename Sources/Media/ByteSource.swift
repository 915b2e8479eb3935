import Linux

/// A file read through one buffer at any place: a regular file with pread(2), so that the descriptor's position does not
/// matter, or a file on a server.
///
/// A read that continues where the last one ended fetches twice as much as that one, up to the buffer: sequential
/// decoding makes few system calls, and a search that jumps about fetches little.
@safe
final class ByteSource {
  /// The file's length when it was opened, in bytes.
  let size: Int64
  private let storage: Storage
  private var buffer: UnsafeMutableRawBufferPointer
  private let capacity: Int
  private var bufferStart: Int64 = 0
  private var bufferCount = 0
  private var fetch = ByteSource.firstFetch

  private enum Storage: ~Copyable {
    case file(Descriptor)
    case remote(RemoteFile)
  }

  private static let firstFetch = HeadBuffers.bytes
  /// Whether the buffer belongs to `HeadBuffers`.
  private var isHeadBuffer: Bool

  /// - Parameters:
  ///   - capacity: of the buffer, in bytes.
  ///   - grows: whether the buffer is made only as large as it is needed: the heads of most files need no more than the
  ///     first fetch.
  /// - Throws: `.io`, also for what has no length (a pipe) or can't be read (a folder).
  init(_ descriptor: consuming Descriptor, capacity: Int, grows: Bool = false) throws(MediaError) {
    do {
      size = try descriptor.seek(to: 0, from: .end)
    } catch {
      throw .io(error)
    }
    storage = .file(descriptor)
    self.capacity = max(capacity, Self.firstFetch)
    isHeadBuffer = grows
    unsafe buffer = grows ? HeadBuffers.shared.take() : Self.allocated(self.capacity)
  }

  /// - Parameter capacity: of the buffer, in bytes.
  init(_ file: RemoteFile, capacity: Int) {
    size = file.size
    storage = .remote(file)
    self.capacity = max(capacity, Self.firstFetch)
    isHeadBuffer = false
    unsafe buffer = Self.allocated(self.capacity)
  }

  /// Whether each jump costs a connection.
  var isRemote: Bool {
    switch storage {
    case .file: false
    case .remote: true
    }
  }

  private static func allocated(_ count: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: count, alignment: 64)
  }

  deinit { letGo() }

  private func letGo() {
    if isHeadBuffer { unsafe HeadBuffers.shared.give(buffer) } else { unsafe buffer.deallocate() }
  }

  /// The file, for another process; nil where it is on a server.
  func duplicate() throws(MediaError) -> Descriptor? {
    switch storage {
    case .file(let descriptor):
      do throws(SystemError) { return try descriptor.duplicate() } catch { throw .io(error) }
    case .remote: return nil
    }
  }

  /// Copies bytes from `offset` on.
  /// - Returns: how many; fewer than asked only at the end of the file.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    guard offset >= 0 else { return 0 }
    var done = 0
    while done < target.count {
      let at = offset + Int64(done)
      guard at < size else { break }
      let inside = at - bufferStart
      if inside >= 0, inside < Int64(bufferCount) {
        let count = min(bufferCount - Int(inside), target.count - done)
        let from = unsafe buffer[Int(inside)..<(Int(inside) + count)]
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[done...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: from))
        done += count
      } else if try !fill(at: at) {
        break
      }
    }
    return done
  }

  /// The bytes from `offset` on; fewer than `count` only at the end of the file.
  func bytes(_ count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    let inside = offset - bufferStart
    if inside >= 0, count >= 0, inside + Int64(count) <= Int64(bufferCount) {
      return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: buffer[Int(inside)..<Int(inside) + count]))
    }
    return try unsafe collect(count, at: offset) { (target, offset) throws(SystemError) in
      try unsafe read(into: target, at: offset)
    }
  }

  /// As `bytes`, leaving the buffer as it is: for a look at the file's end between reads at its beginning.
  func unbuffered(_ count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    if offset >= bufferStart, offset + Int64(count) <= bufferStart + Int64(bufferCount) {
      return try bytes(count, at: offset)
    }
    return try unsafe collect(count, at: offset) { (target, offset) throws(SystemError) in
      var done = 0
      while done < target.count {
        let count = try unsafe pull(
          into: UnsafeMutableRawBufferPointer(rebasing: target[done...]), at: offset + Int64(done),
          isAside: true)
        if count == 0 { break }
        done += count
      }
      return done
    }
  }

  private func collect(
    _ count: Int, at offset: Int64,
    _ read: (UnsafeMutableRawBufferPointer, Int64) throws(SystemError) -> Int
  ) throws(MediaError) -> [UInt8] {
    guard count > 0, offset >= 0, offset < size else { return [] }
    let count = Int(min(Int64(count), size - offset))
    var failure: SystemError?
    let all = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      do throws(SystemError) {
        filled = try unsafe read(UnsafeMutableRawBufferPointer(target), offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw .io(failure) }
    return all
  }

  private func fill(at offset: Int64) throws(SystemError) -> Bool {
    let goesOn = bufferCount > 0 && offset == bufferStart + Int64(bufferCount)
    fetch = goesOn ? min(fetch * 2, capacity) : Self.firstFetch
    bufferStart = offset
    bufferCount = 0
    if unsafe fetch > buffer.count {
      letGo()
      isHeadBuffer = false
      unsafe buffer = Self.allocated(fetch)
    }
    bufferCount = try unsafe pull(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<fetch]), at: offset, isAside: false)
    return bufferCount > 0
  }

  private func pull(into target: UnsafeMutableRawBufferPointer, at offset: Int64, isAside: Bool)
    throws(SystemError) -> Int
  {
    switch storage {
    case .file(let descriptor):
      var span = unsafe MutableRawSpan(_unsafeBytes: target)
      return try descriptor.read(into: &span, at: offset)
    case .remote(let file):
      return try unsafe isAside
        ? file.readAside(into: target, at: offset) : file.read(into: target, at: offset)
    }
  }
}
