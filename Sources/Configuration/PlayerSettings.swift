public import Model

/// Section `[player]`.
public struct PlayerSettings: Hashable, Sendable {
  public var autoplay: Autoplay = .resume
  /// The volume at start, 0 ... 100; nil: as it was last, and 50 where it never was.
  public var startVolume: Int?
  /// The ceiling that no volume goes over, 0 ... 100.
  public var maxVolume = 100
  /// What the action `shutdown` runs, by /bin/sh; nil: the action does nothing.
  public var shutdownCommand: String?

  /// The part of it that the player keeps to.
  public var policy: Policy {
    Policy(autoplay: autoplay, startVolume: startVolume, maximumVolume: maxVolume)
  }
}
