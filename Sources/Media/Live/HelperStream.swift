import Linux

/// A stream that jukebox-decoder decodes: it reads the bytes itself, and this thread the reports.
final class HelperStream: StreamDecoder {
  private let input: LiveInput
  private let decoder: HelperDecoder
  private var samples = [Float](repeating: 0, count: 8192 * 2)

  /// - Parameter demuxer: libavformat's.
  init(_ input: LiveInput, demuxer: String, name: String) throws(MediaError) {
    self.input = input
    let task = HelperDecoder.Task(demuxer: demuxer, name: name, isPipe: true)
    let data: Descriptor
    do throws(SystemError) { data = try input.duplicate() } catch { throw .io(error) }
    decoder = try HelperDecoder(data, task)
  }

  func next() throws(MediaError) -> LiveBlock? {
    // A span of a property would outlive the access to it.
    var buffer: [Float] = []
    swap(&buffer, &samples)
    defer { swap(&buffer, &samples) }
    while true {
      input.skip(to: decoder.bytesRead)
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count):
        return LiveBlock(
          format: decoder.format,
          samples: Array(buffer[..<(count * decoder.format.channels)]))
      case .formatChanged, .pending: continue
      case .end:
        input.end()
        return nil
      }
    }
  }
}
