public struct LibraryStatistics: Hashable, Sendable {
  public var artists = 0
  public var albums = 0
  public var songs = 0
  public var duration: Duration = .zero
  /// Seconds since 1970 (UTC); nil before the first scan.
  public var updated: Int64?

  public init() {}
}
