/// What a track's sum (`Affinity`) is made of. What faded since is in `rest` alone.
public struct AffinityParts: Hashable, Sendable {
  /// Of the halves that were heard.
  public var plays = 0.0
  /// Of what was heard beyond them.
  public var heard = 0.0
  public var skips = 0.0
  /// Of jumps to the end.
  public var seeksToEnd = 0.0
  /// What has faded since, and what playings say that are not kept any more.
  public var rest = 0.0
}
