/// A stream that jukebox-decoder decodes: it asks for the bytes, and gets them as they come.
final class HelperStream: StreamDecoder {
  private let source: Source
  private let decoder: HelperDecoder
  private var samples = [Float](repeating: 0, count: 8192 * 2)

  private final class Source: HelperSource {
    let bytes: any StreamBytes
    var size: Int64? { nil }

    init(_ bytes: any StreamBytes) { self.bytes = bytes }

    func bytes(atMost count: Int, at offset: Int64) -> [UInt8] { bytes.take(atMost: count) }
  }

  /// - Parameter demuxer: libavformat's.
  init(_ bytes: any StreamBytes, demuxer: String, name: String) throws(MediaError) {
    source = Source(bytes)
    decoder = try HelperDecoder(source, HelperDecoder.Task(demuxer: demuxer, name: name))
  }

  var words: StreamWords { (source.bytes as? OggLinkPages)?.words ?? StreamWords() }

  func next() throws(MediaError) -> LiveBlock? {
    // A span of a property would outlive the access to it.
    var buffer: [Float] = []
    swap(&buffer, &samples)
    defer { swap(&buffer, &samples) }
    while true {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count):
        return LiveBlock(
          format: decoder.format,
          samples: Array(buffer[..<(count * decoder.format.channels)]))
      case .formatChanged, .pending: continue
      case .end: return nil
      }
    }
  }
}
