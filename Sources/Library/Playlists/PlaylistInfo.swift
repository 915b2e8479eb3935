public import Player

/// A playlist on one of the open volumes.
public struct PlaylistInfo: Hashable, Sendable {
  /// As clients see it: its own, or where a volume before it has one of the same name, with `~` and digits of its
  /// identity.
  public let name: String
  public let identity: PlaylistID
  /// Which it lies on.
  public let volume: VolumeID
  /// In seconds since 1970, where the clock was known then.
  public let made: Int64?
  public let changed: Int64?
}
