/// Sums over the playable songs of one or more volumes.
public struct LibraryStatistics: Hashable, Sendable {
  /// Different ones, also over several volumes; at most `DistinctCount.most`.
  public var artists = 0
  /// As `artists`.
  public var albums = 0
  public var songs = 0
  public var duration: Duration = .zero
  /// Represents the tags of all songs: a change of them changes it.
  public var revision: Int64 = 0
  /// When the library became as it is, in seconds since 1970 (UTC).
  public var updated: Int64 = 0

  public init() {}
}
