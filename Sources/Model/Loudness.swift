/// How much louder or softer a track or its album is to be played (ReplayGain 2.0; RFC 7845 section 5.2.1 for Opus).
public struct Loudness: Hashable, Sendable {
  /// In dB, -60 ... 60.
  public var trackGain: Double?
  public var albumGain: Double?
  /// The highest sample, 1 being full scale; above 0, at most 100.
  public var trackPeak: Double?
  public var albumPeak: Double?

  public init() {}

  public var isEmpty: Bool { self == Loudness() }
}
