import CZlib

/// Compression for HTTP's `Content-Encoding: gzip` (RFC 1952).
public enum Gzip {
  /// The window of 32 KiB, and 16 for a gzip header (zlib.h, deflateInit2).
  private static let windowBits: Int32 = 15 + 16
  private static let memoryLevel: Int32 = 8

  /// - Parameter level: 1 (fast) to 9 (small).
  /// - Returns: nil if there is no memory. Until it returns, it takes as much memory again as the bytes, and 256 KiB.
  public static func compressed(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
    var code = Z_OK
    // A bound of zlib's own for what can't be compressed, with the header (zlib.h, compressBound).
    let bound = Int(compressBound(UInt(bytes.count))) + 18
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      code = unsafe bytes.withUnsafeBufferPointer { unsafe deflated($0, level, into: room, &count) }
    }
    return code == Z_STREAM_END ? compressed : nil
  }

  private static func deflated(
    _ bytes: UnsafeBufferPointer<UInt8>, _ level: Int32, into room: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) -> Int32 {
    var stream = unsafe z_stream()
    unsafe stream.next_in = bytes.baseAddress
    unsafe stream.avail_in = UInt32(clamping: bytes.count)
    unsafe stream.next_out = room.baseAddress
    unsafe stream.avail_out = UInt32(clamping: room.count)
    // Memory that zlib allocates points back at the stream, which must not move.
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      let code = unsafe deflateInit2_(
        stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      guard code == Z_OK else { return code }
      defer { _ = unsafe deflateEnd(stream) }
      let last = unsafe deflate(stream, Z_FINISH)
      count = unsafe Int(stream.pointee.total_out)
      return last
    }
  }
}
