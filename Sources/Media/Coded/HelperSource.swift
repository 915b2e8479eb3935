/// Bytes for a process that decodes what is no file of this machine.
protocol HelperSource: AnyObject {
  /// In bytes; nil for a stream, whose bytes are only asked for in their order.
  var size: Int64? { get }

  /// Some bytes from a place on; blocks until there are any.
  /// - Parameter count: at least 1.
  /// - Returns: none at the end alone.
  func bytes(atMost count: Int, at offset: Int64) throws(MediaError) -> [UInt8]
}

/// A file on a server.
final class RemoteSource: HelperSource {
  private let source: ByteSource
  var size: Int64? { source.size }

  /// Bytes given at a time: more would wait for all of them, on a slow line.
  private static let mostBytes = 16 << 10

  init(_ source: ByteSource) { self.source = source }

  func bytes(atMost count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
    let count = min(count, Self.mostBytes)
    // libavformat looks for tags at the end between reads at the beginning.
    return offset >= source.size - RemoteFile.tailBytes
      ? try source.unbuffered(count, at: offset) : try source.bytes(count, at: offset)
  }
}
