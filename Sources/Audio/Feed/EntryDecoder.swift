import Glibc
import Media

/// Reads an entry: a file, a part of one, louder or less loud, or a stream. The frames of a part count from its first
/// one, so that transitions, seeks and positions need not know that it is a part. Decode thread only.
final class EntryDecoder: Decoder {
  private let file: any Decoder
  /// The same as `file` if that is a stream.
  private let live: LiveDecoder?
  /// In frames of the file.
  private let first: Int64
  /// One past the last.
  private let end: Int64
  private let gain: Float
  /// Whether it stands where a seek by estimate led.
  private(set) var isEstimated = false

  /// The whole of a file, as it is.
  init(_ file: any Decoder) {
    self.file = file
    live = nil
    (first, end, gain) = (0, .max, 1)
  }

  init(stream: LiveDecoder) {
    file = stream
    live = stream
    (first, end, gain) = (0, .max, 1)
  }

  /// - Parameters:
  ///   - start: since the file's beginning, to the nearest frame.
  ///   - end: nil is the file's end.
  ///   - gain: in dB.
  ///   - storedIndex: as `EngineEntry.storedIndex`.
  init(
    _ file: any Decoder, start: Duration, end: Duration?, gain: Double,
    storedIndex: () -> SeekIndex? = { nil }
  ) throws(MediaError) {
    self.file = file
    live = nil
    let rate = file.format.rate
    first = rate.frame(at: start)
    self.end = end.map { rate.frame(at: $0) } ?? .max
    self.gain = gain == 0 ? 1 : Float(pow(10, gain / 20))
    guard first > 0, try file.seek(toFrame: first) == .estimated else { return }
    // A part begins where it was meant to: a file of some minutes is read through for it. In a long one without a
    // stored index the start is an estimate at first.
    if let index = storedIndex() { file.adopt(index) } else if !isLong { try file.completeSeekIndex() }
    isEstimated = try file.seek(toFrame: first) == .estimated
  }

  /// Whether its first frame is within the sound of the file.
  var beginsInside: Bool { first > 0 }
  /// Whether the file continues after the last frame read.
  var endsInside: Bool { file.positionFrames >= end && file.positionFrames < file.lengthFrames ?? .max }

  private var isLong: Bool {
    let seconds = SeekIndex.worthwhile.components.seconds
    return file.estimatedLengthFrames ?? .max >= seconds * Int64(file.format.rate)
  }

  var format: StreamFormat {
    guard gain != 1 else { return file.format }
    return StreamFormat(rate: file.format.rate, channels: file.format.channels, exactBits: .none)
  }

  var lengthFrames: Int64? { file.lengthFrames.map(length) }
  /// By the part's own end, where the file's is only reckoned: it may be too short.
  var estimatedLengthFrames: Int64? {
    if file.lengthFrames == nil, end < .max { return end - first }
    return file.estimatedLengthFrames.map(length)
  }

  /// Length of the whole file.
  var fileLengthFrames: Int64? { file.lengthFrames ?? file.estimatedLengthFrames }

  private func length(_ frames: Int64) -> Int64 { max(0, min(frames, end) - first) }

  var positionFrames: Int64 { max(0, file.positionFrames - first) }

  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    let channels = file.format.channels
    let left = end - file.positionFrames
    guard left > 0 else { return .end }
    let result: ReadResult
    if left < Int64(span.count / channels) {
      // Once or twice in a part: frames of the file go through memory of their own.
      var rest = [Float](repeating: 0, count: Int(left) * channels)
      var part = rest.mutableSpan
      result = try file.read(into: &part)
      if case .frames(let count) = result {
        for index in 0..<count * channels { span[index] = part[index] }
      }
    } else {
      result = try file.read(into: &span)
    }
    switch result {
    case .frames(let count):
      if gain != 1 { for index in 0..<count * channels { span[index] *= gain } }
      return result
    case .formatChanged: return .formatChanged(format)
    case .pending: return .pending
    case .end: return .end
    }
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let (target, overflow) = first.addingReportingOverflow(max(0, frame))
    let precision = try file.seek(toFrame: overflow ? end : min(target, end))
    isEstimated = precision == .estimated
    return precision
  }

  /// A stream has nothing more to sound: it gathers more before it continues.
  func ranDry() { live?.ranDry() }

  var seekIndex: SeekIndex? { file.seekIndex }
  func adopt(_ index: SeekIndex) { file.adopt(index) }
  func completeSeekIndex() throws(MediaError) { try file.completeSeekIndex() }
}
