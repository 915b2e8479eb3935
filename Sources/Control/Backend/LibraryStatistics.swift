public struct LibraryStatistics: Hashable, Sendable {
  public var artists = 0
  public var albums = 0
  public var songs = 0
  public var duration: Duration = .zero
  /// When the library became as it is, in seconds since 1970 (UTC).
  public var updated: Int64 = 0

  public init() {}
}
