/// The bytes of one piece of sound within a stream. The thread of the stream only.
protocol StreamBytes: AnyObject {
  /// Bytes of the stream that decoders have got.
  var position: Int64 { get }

  /// Waits for bytes and copies them.
  /// - Returns: how many; 0 at the end of the piece, and where nothing more is wanted.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int
}

extension StreamBytes {
  /// - Returns: at most `count` bytes; none at the end.
  func take(atMost count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { target, read in
      read = unsafe self.read(into: UnsafeMutableRawBufferPointer(target))
    }
  }
}
