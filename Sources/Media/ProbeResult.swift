public import Model

/// Facts that a file states about itself, read without decoding.
public struct ProbeResult: Hashable, Sendable {
  public let type: FileType
  /// Format of the first frames.
  public let format: StreamFormat
  /// Bits per sample, 1 to 32, where the format stores whole samples (FLAC).
  public let bits: Int?
  /// Length in frames after the cut of what encoders pad; a guess where `isLengthEstimated`.
  public let lengthFrames: Int64?
  /// Length; in a chained file of several rates it can't be had from `lengthFrames`.
  public let duration: Duration?
  public let isLengthEstimated: Bool
  /// Mean bit rate of the sound in bit/s; nil beyond 2^31, which only a broken file reaches.
  public let bitRate: Int?
  public let tags: Tags

  init(
    type: FileType, format: StreamFormat, bits: Int?, lengthFrames: Int64?, duration: Duration? = nil,
    isLengthEstimated: Bool = false, soundBytes: Int64, tags: Tags
  ) {
    self.type = type
    self.format = format
    // A number from a broken head is dropped.
    self.bits = bits.flatMap { (1...32).contains($0) ? $0 : nil }
    self.lengthFrames = lengthFrames
    self.isLengthEstimated = isLengthEstimated
    self.tags = tags
    let length = duration ?? lengthFrames.flatMap { Self.duration(frames: $0, rate: format.rate) }
    self.duration = length
    bitRate = length.flatMap {
      let seconds = Double($0.components.seconds) + Double($0.components.attoseconds) * 1e-18
      return seconds > 0 ? Int32(exactly: (Double(soundBytes) * 8 / seconds).rounded()).map { Int($0) } : nil
    }
  }

  /// Seconds beyond reason (some 30,000 years), which only a broken file states.
  static let secondsLimit: Int64 = 1_000_000_000_000

  /// nil for a length beyond reason.
  static func duration(frames: Int64, rate: Int) -> Duration? {
    guard frames >= 0, rate > 0, frames / Int64(rate) < secondsLimit else { return nil }
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: Int64(rate))
    return .seconds(whole) + .nanoseconds(rest * 1_000_000_000 / Int64(rate))
  }
}
