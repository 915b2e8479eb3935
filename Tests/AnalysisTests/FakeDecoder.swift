import Media

/// Samples from memory.
final class FakeDecoder: Decoder {
  let format: StreamFormat
  let lengthFrames: Int64?
  private let samples: [Float]
  private var place = 0
  /// Frames given at a time.
  private let step: Int

  /// - Parameter missing: frames that it tells of and hasn't got.
  init(
    _ samples: [Float], rate: Int = 44_100, channels: Int = 1, tellsLength: Bool = true, missing: Int = 0,
    step: Int = 1000
  ) {
    format = StreamFormat(rate: rate, channels: channels, exactBits: .none)
    self.samples = samples
    self.step = step
    lengthFrames = tellsLength ? Int64(samples.count / channels + missing) : nil
  }

  var positionFrames: Int64 { Int64(place / format.channels) }

  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    let count = min(step, (samples.count - place) / format.channels, span.count / format.channels)
    guard count > 0 else { return .end }
    for index in 0..<count * format.channels { span[index] = samples[place + index] }
    place += count * format.channels
    return .frames(count)
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    place = Int(frame) * format.channels
    return .exact
  }
}
