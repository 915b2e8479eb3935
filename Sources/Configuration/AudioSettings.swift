/// Section `[audio]`.
public struct AudioSettings: Hashable, Sendable {
  public var output: OutputChoice = .alsa
  /// `auto`, or the name of an ALSA PCM such as `hw:1` or `default`.
  public var device = "auto"
  /// The device's sample rate, in Hz: 8,000 ... 384,000.
  public var rate = 44_100
  public var latency: LatencyProfile = .normal
  /// How many seconds of decoded sound are kept ready: 1 ... 30.
  public var bufferSeconds = 4
}
