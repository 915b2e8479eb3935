/// A stored playlist.
public struct PlaylistReport: Hashable, Sendable {
  public var name: String
  /// When it was changed last, in seconds since 1970 (UTC); nil where the clock was not known then.
  public var modified: Int64?

  public init(name: String, modified: Int64?) {
    self.name = name
    self.modified = modified
  }
}
