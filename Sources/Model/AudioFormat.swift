/// The form of samples as MPD writes it: `44100:16:2`.
public struct AudioFormat: Hashable, Sendable, CustomStringConvertible {
  public enum Sample: Hashable, Sendable {
    case bits(Int)
    case float
  }

  /// Samples per second and channel.
  public let rate: Int
  public let sample: Sample
  public let channels: Int

  public init(rate: Int, sample: Sample, channels: Int) {
    self.rate = rate
    self.sample = sample
    self.channels = channels
  }

  public var description: String {
    switch sample {
    case .bits(let bits): "\(rate):\(bits):\(channels)"
    case .float: "\(rate):f:\(channels)"
    }
  }
}
