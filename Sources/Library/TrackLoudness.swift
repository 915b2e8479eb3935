/// How much louder or softer a track or its album is to be played (ReplayGain 2.0).
public struct TrackLoudness: Hashable, Sendable {
  /// In dB.
  public var trackGain: Double?
  public var albumGain: Double?
  /// The highest sample, 1 being full scale.
  public var trackPeak: Double?
  public var albumPeak: Double?

  public init() {}
}
