public import Model

/// Where a sound comes from, and what is made of it before it lies in memory.
public struct SoundSource: Sendable {
  /// The file, and the part of it; its own gain is 0 dB.
  public var entry: EngineEntry
  /// 0.25 to 2; the pitch is kept.
  public var speed = 1.0
  public var equaliser = EqualiserGains.flat

  public init(_ entry: EngineEntry) { self.entry = entry }
}
