/// A decoder whose library is given memory by its address.
protocol BufferDecoder: Decoder {
  /// As `read(into:)` of a span.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> ReadResult
}

extension BufferDecoder {
  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    try unsafe span.withUnsafeMutableBufferPointer { (buffer) throws(MediaError) in
      try unsafe read(into: buffer)
    }
  }
}
