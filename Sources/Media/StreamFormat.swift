/// Format of a stream's frames: float samples at ±1 full scale, interleaved in WAVE order.
///
/// The order by channel count, whatever the file's own order is (L left, R right, C centre, LFE low frequencies,
/// B back, S side):
///
///     1  M                 5  L R C BL BR
///     2  L R               6  L R C LFE BL BR
///     3  L R C             7  L R C LFE BC SL SR
///     4  L R BL BR         8  L R C LFE BL BR SL SR
public struct StreamFormat: Hashable, Sendable {
  /// Frames per second, 1 to 655,350 (the limit of a FLAC frame); the formats in use have 8,000 to 384,000.
  public let rate: Int
  /// Samples per frame, 1 to 8.
  public let channels: Int
  public let exactBits: ExactBits

  public init(rate: Int, channels: Int, exactBits: ExactBits) {
    self.rate = rate
    self.channels = channels
    self.exactBits = exactBits
  }

  /// How long this number of samples of all channels together sound.
  func duration(samples: Int) -> Duration { .seconds(Double(samples / channels) / Double(rate)) }

  static let channelLimit = 8
  static let rateLimit = 655_350
  /// Largest length or position: centuries at any rate, exact as a `Double`, and far below where a sum overflows.
  static let frameLimit: Int64 = 1 << 53
}
