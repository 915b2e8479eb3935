/// The settings of MPD's protocol that say how the queue is played.
public struct PlaybackOptions: Hashable, Sendable {
  /// On, off, or on until it has acted once.
  public enum Mode: String, Hashable, Sendable {
    case off = "0"
    case on = "1"
    case oneshot
  }

  public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable { case off, track, album, auto }

  public var repeats = false
  public var random = false
  public var single = Mode.off
  public var consume = Mode.off
  /// 0 is off.
  public var crossfadeSeconds: UInt32 = 0
  public var mixRampDecibels: Double = 0
  /// NaN is off.
  public var mixRampDelaySeconds: Double = .nan
  public var replayGain = ReplayGainMode.off

  public init() {}
}
