import Media

/// A file whose first frames are read already: it gives those first, then reads on. Decode thread only.
final class HeadDecoder: Decoder {
  private let file: any Decoder
  /// The file's first frames, interleaved; empty once they were given.
  private var head: [Float] = []
  private var given = 0
  private let headFormat: StreamFormat
  /// The result of the read after them.
  private var change: StreamFormat?

  /// - Parameters:
  ///   - file: at its beginning.
  ///   - frames: how many to read at most.
  init(_ file: any Decoder, frames: Int) throws(MediaError) {
    self.file = file
    headFormat = file.format
    let wanted = frames * headFormat.channels
    var part = [Float](repeating: 0, count: wanted)
    while head.count < wanted {
      if part.count > wanted - head.count { part.removeLast(part.count - (wanted - head.count)) }
      var span = part.mutableSpan
      switch try file.read(into: &span) {
      case .frames(let count):
        head += part[..<(count * headFormat.channels)]
        continue
      case .formatChanged(let format): change = format
      case .end, .pending: break
      }
      break
    }
  }

  private var headFrames: Int { head.count / headFormat.channels - given }

  var format: StreamFormat { head.isEmpty && change == nil ? file.format : headFormat }
  var lengthFrames: Int64? { file.lengthFrames }
  var estimatedLengthFrames: Int64? { file.estimatedLengthFrames }
  /// Within the head frames are counted from 0, whatever holes the file has there.
  var positionFrames: Int64 { head.isEmpty ? file.positionFrames : Int64(given) }

  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    let channels = headFormat.channels
    let count = min(headFrames, span.count / channels)
    if count > 0 {
      for index in 0..<count * channels { span[index] = head[given * channels + index] }
      given += count
      if headFrames == 0 { forgetHead() }
      return .frames(count)
    }
    if let change {
      self.change = nil
      return .formatChanged(change)
    }
    return try file.read(into: &span)
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    forgetHead()
    change = nil
    return try file.seek(toFrame: frame)
  }

  private func forgetHead() {
    head = []
    given = 0
  }

  var seekIndex: SeekIndex? { file.seekIndex }
  func adopt(_ index: SeekIndex) { file.adopt(index) }
  func completeSeekIndex() throws(MediaError) { try file.completeSeekIndex() }
}
