import CLinux

/// A connection's buffer for the bytes bound to its running statements: SQLite would allocate memory for each text and
/// blob, and a scan binds some twenty for every file.
///
/// A stack: a user sets `used` back to its former value once its statement is reset.
@safe final class BoundBytes {
  private static let size = 16 * 1024
  private let start = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  /// In bytes.
  var used = 0

  deinit { unsafe start.deallocate() }

  /// - Returns: nil where there is no room.
  func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard bytes.count <= Self.size - used else { return nil }
    let place = unsafe start + used
    if let from = bytes.baseAddress { unsafe place.copyMemory(from: from, byteCount: bytes.count) }
    used += bytes.count
    return UnsafeRawPointer(place)
  }

  /// A text that ends with a NUL.
  /// - Returns: nil where there is no room, and where it holds a NUL itself.
  func keepText(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    guard bytes.count < Self.size - used else { return nil }
    if let from = bytes.baseAddress, unsafe memchr(from, 0, bytes.count) != nil { return nil }
    guard let text = unsafe keep(bytes) else { return nil }
    unsafe start.storeBytes(of: 0, toByteOffset: used, as: UInt8.self)
    used += 1
    return unsafe text.assumingMemoryBound(to: CChar.self)
  }
}
