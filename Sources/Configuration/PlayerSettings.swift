public import Model

/// Section `[player]`.
public struct PlayerSettings: Hashable, Sendable {
  public var autoplay: Autoplay = .resume
  /// The volume at start, 0 ... 100; nil: as it was last, and 50 where it never was.
  public var startVolume: Int?
  /// The ceiling that no volume goes over, 0 ... 100.
  public var maxVolume = 100
  /// Whether songs that follow each other on one album cross over as others do.
  public var crossfadeAlbums = Switch.off
  /// What the action `shutdown` runs, by /bin/sh; nil: the action does nothing.
  public var shutdownCommand: String?

  /// The part of it that the player keeps to.
  public var policy: Policy {
    var policy = Policy(autoplay: autoplay, startVolume: startVolume, maximumVolume: maxVolume)
    policy.crossfadesAlbums = crossfadeAlbums == .on
    return policy
  }
}

/// Of what is on or off.
public enum Switch: String, Hashable, Sendable, CaseIterable {
  case off, on
}
