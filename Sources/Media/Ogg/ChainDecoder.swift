/// Decoders of parts of a file that follow one another as one: an Ogg chain of several formats.
///
/// Positions and lengths count frames of the present format's rate, so that a frame's time is right in every part.
final class ChainDecoder: Decoder {
  private let parts: [any Decoder]
  /// Lengths of the parts; the last one's is missing where it is unknown.
  private let lengths: [(frames: Int64, rate: Int)]
  private(set) var format: StreamFormat
  private var index = 0

  /// - Parameter parts: one at least. Parts after one of unknown length are left out.
  init(_ parts: [any Decoder]) {
    let known = parts.prefix { $0.lengthFrames != nil }
    self.parts = Array(parts.prefix(known.count + 1))
    lengths = known.map { ($0.lengthFrames ?? 0, $0.format.rate) }
    format = parts[0].format
  }

  private static func frames(_ count: Int64, of rate: Int, at other: Int) -> Int64 {
    if rate == other { return count }
    let converted = (Double(count) / Double(rate) * Double(other)).rounded()
    return Int64(min(converted, Double(StreamFormat.frameLimit)))
  }

  /// In frames of the present rate.
  private func start(of index: Int) -> Int64 {
    lengths[..<index].reduce(0) { $0 + Self.frames($1.frames, of: $1.rate, at: format.rate) }
  }

  var lengthFrames: Int64? {
    guard lengths.count == parts.count else { return nil }
    let sum = start(of: parts.count)
    return sum <= StreamFormat.frameLimit ? sum : nil
  }

  var positionFrames: Int64 {
    let part = parts[index]
    return start(of: index) + Self.frames(part.positionFrames, of: part.format.rate, at: format.rate)
  }

  /// Duration of the whole, each part by its own rate.
  var duration: Duration? {
    guard lengths.count == parts.count else { return nil }
    let sum = parts.reduce(Duration.zero) { sum, part in
      sum
        + ((part as? VorbisDecoder)?.duration
          ?? ProbeResult.duration(frames: part.lengthFrames ?? 0, rate: part.format.rate) ?? .zero)
    }
    return sum < .seconds(ProbeResult.secondsLimit) ? sum : nil
  }

  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    while true {
      if parts[index].format != format {
        format = parts[index].format
        return .formatChanged(format)
      }
      switch try parts[index].read(into: &span) {
      case .frames(let count): return .frames(count)
      case .formatChanged(let changed):
        format = changed
        return .formatChanged(changed)
      case .pending: return .pending
      case .end:
        guard index + 1 < parts.count else { return .end }
        index += 1
        if parts[index].positionFrames > 0 { _ = try parts[index].seek(toFrame: 0) }
      }
    }
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let frame = min(max(0, frame), lengthFrames ?? StreamFormat.frameLimit)
    index = parts.indices.last { start(of: $0) <= frame } ?? 0
    let part = parts[index]
    return try part.seek(
      toFrame: Self.frames(frame - start(of: index), of: format.rate, at: part.format.rate))
  }
}
