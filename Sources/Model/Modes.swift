/// The options of playback, in MPD's terms.
public struct Modes: Hashable, Sendable {
  public var random = false
  /// With `random`: albums in an order by chance, each whole and in order.
  public var randomAlbums = false
  public var `repeat` = false
  public var single = ModeSwitch.off
  public var consume = ModeSwitch.off
  /// Seconds; 0 is off.
  public var crossfadeSeconds: UInt32 = 0
  /// Decibels, at most 0 in practice.
  public var mixRampDecibels: Double = 0
  /// Seconds; nil is off (MPD's `nan`).
  public var mixRampDelaySeconds: Double?
  public var replayGain = ReplayGainMode.off
  public var shape = SoundShape()
  /// The pitch stays.
  public var speed = 1.0

  public static let speeds = 0.25...2.0

  public init() {}
}

/// A mode that is permanent or for the current entry only; the raw value is MPD's word.
public enum ModeSwitch: String, Hashable, Sendable, CaseIterable {
  case off = "0"
  case on = "1"
  /// On until the current entry has ended, then off.
  case oneshot
}

/// Which loudness correction is applied, in MPD's words.
public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
  case off, track, album, auto
}
