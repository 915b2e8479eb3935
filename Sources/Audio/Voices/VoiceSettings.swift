public import Linux

/// How a sound is played.
public struct VoiceSettings: Hashable, Sendable {
  /// A factor; 1 leaves its samples as they are.
  public var gain: Float = 1
  /// How much softer the music is meanwhile, in dB; 0 or less.
  public var duck: Double = 0
  /// Silence before it.
  public var delay = Duration.zero
  /// When it is to be heard, on the monotonic clock, in place of `delay`; nil: as soon as it can.
  public var audibleAt: Instant?
  /// How often it is played again; below 0: without end.
  public var loops = 0

  public init() {}
}

/// A sound that plays over the music, from its start to its end. Each start has another.
public struct VoiceID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
