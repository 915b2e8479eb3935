import CZlib

/// Undoes zlib's compression (RFC 1950) of short texts, bounded in what comes out.
package enum Inflate {
  /// - Parameters:
  /// - bytes: with zlib's two bytes at the beginning and its checksum at the end.
  /// - limit: of the output, in bytes, from 0. This much memory is taken, and until this returns 40 KiB by zlib.
  /// - isCut: whether `bytes` are cut: then the output so far is enough.
  /// - Returns: the beginning if the output exceeds `limit`, whatever follows; nil if this is not zlib's, needs a
  ///   dictionary, is broken or ends too soon, or its checksum (Adler-32) does not match the output.
  package static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int, isCut: Bool = false) -> [UInt8]? {
    var code = Z_OK
    // A byte beyond the limit distinguishes a longer text from one whose checksum is missing.
    var content = unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { room, count in
      code = unsafe bytes.withUnsafeBufferPointer { unsafe inflated($0, into: room, &count) }
    }
    if content.count > limit {
      content.removeLast()
      return content
    }
    switch code {
    case Z_STREAM_END: return content
    // There was room, so bytes are missing (zlib.h, inflate).
    case Z_OK, Z_BUF_ERROR: return isCut ? content : nil
    default: return nil
    }
  }

  /// - Parameter count: of the bytes that came out, also of what is broken later.
  /// - Returns: what inflate says in the end.
  private static func inflated(
    _ bytes: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) -> Int32 {
    var stream = unsafe z_stream()
    unsafe stream.next_in = bytes.baseAddress
    unsafe stream.avail_in = UInt32(clamping: bytes.count)
    unsafe stream.next_out = room.baseAddress
    unsafe stream.avail_out = UInt32(clamping: room.count)
    // Memory that zlib allocates points back at the stream, which must not move.
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      let code = unsafe czlib_inflate_init(stream)
      guard code == Z_OK else { return code }
      defer { _ = unsafe inflateEnd(stream) }
      let last = unsafe inflate(stream, Z_FINISH)
      count = unsafe Int(stream.pointee.total_out)
      return last
    }
  }
}
